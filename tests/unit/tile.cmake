rc_test(unit_tile SOURCES tile.cpp LIBS rc_tile rc_chip LABEL unit)
