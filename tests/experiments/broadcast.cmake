rc_test(broadcast_experiment_test SOURCES broadcast.cpp LIBS rc_sim LABEL experiment)
target_compile_definitions(broadcast_experiment_test
                           PRIVATE ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>")
add_dependencies(broadcast_experiment_test rockcreek)
