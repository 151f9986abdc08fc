rc_test(unit_vrc SOURCES vrc.cpp LIBS rc_vrc LABEL unit)
rc_test(unit_power SOURCES power.cpp LIBS rc_chip LABEL unit)
