rc_test(reproduce_test SOURCES reproduce.cpp LIBS rc_sim_base LABEL experiment)
target_compile_definitions(reproduce_test PRIVATE ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>")
add_dependencies(reproduce_test rockcreek)
add_test(NAME reproduce_ipsc_either_dcm COMMAND reproduce_test --gtest_also_run_disabled_tests
  --gtest_filter=*IpscWithEitherModule)
set_tests_properties(reproduce_ipsc_either_dcm PROPERTIES LABELS slow TIMEOUT 7200)
