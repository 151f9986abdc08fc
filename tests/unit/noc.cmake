rc_test(unit_noc SOURCES noc.cpp noc_load.cpp noc_routing.cpp noc_traffic.cpp LIBS rc_noc LABEL unit)
