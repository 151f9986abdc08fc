rc_test(unit_ipsc SOURCES ipsc_network.cpp LIBS rc_ipsc LABEL unit)
