rc_test(unit_memory SOURCES memory.cpp LIBS rc_memory LABEL unit)
