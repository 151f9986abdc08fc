rc_test(noc_verb_test SOURCES noc.cpp LIBS rc_sim_base LABEL experiment)
target_compile_definitions(noc_verb_test PRIVATE ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>")
add_dependencies(noc_verb_test rockcreek)
