rc_test(stats_test SOURCES stats.cpp LIBS rc_sim_base LABEL firmware)
target_compile_definitions(stats_test PRIVATE
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
  FIRMWARE_APPS="${CMAKE_BINARY_DIR}/firmware/apps")
add_dependencies(stats_test rockcreek)
