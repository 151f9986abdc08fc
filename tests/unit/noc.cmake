rc_test(unit_noc SOURCES noc.cpp LIBS rc_noc LABEL unit)
