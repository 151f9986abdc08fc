add_library(rc_bench_ipsc STATIC bench/bench_ipsc.cpp)
target_link_libraries(rc_bench_ipsc PUBLIC rc_sim benchmark::benchmark)
