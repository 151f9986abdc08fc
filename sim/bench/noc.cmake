add_library(rc_bench_noc STATIC ${CMAKE_CURRENT_LIST_DIR}/bench_noc.cpp)
target_link_libraries(rc_bench_noc PUBLIC rc_noc rc_rtl benchmark::benchmark)
