add_library(rc_bench_chip STATIC bench/bench_chip.cpp)
target_link_libraries(rc_bench_chip PUBLIC rc_sim benchmark::benchmark)
