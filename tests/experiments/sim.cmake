rc_test(reproduce_test SOURCES reproduce.cpp LIBS rc_sim_base LABEL experiment)
target_compile_definitions(reproduce_test PRIVATE ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>")
add_dependencies(reproduce_test rockcreek)
