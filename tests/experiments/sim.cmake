rc_test(reproduce_test SOURCES reproduce.cpp LIBS rc_sim_base LABEL experiment)
target_compile_definitions(reproduce_test PRIVATE ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>")
add_dependencies(reproduce_test rockcreek)
# Minutes of processor time each.
foreach(name IpscWithEitherModule BroadcastQuick)
  add_test(NAME reproduce_slow.${name} COMMAND reproduce_test --gtest_also_run_disabled_tests
    --gtest_filter=Reproduce.DISABLED_${name})
  set_tests_properties(reproduce_slow.${name} PROPERTIES LABELS slow TIMEOUT 7200)
endforeach()
