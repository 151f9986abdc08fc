rc_test(determinism SOURCES determinism.cpp LIBS rc_sim_base LABEL firmware)
add_dependencies(determinism rockcreek-sim firmware_apps)
target_compile_definitions(determinism PRIVATE
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
  FIRMWARE_APPS="${CMAKE_BINARY_DIR}/firmware/apps"
  GOLDEN_DIR="${CMAKE_CURRENT_SOURCE_DIR}/golden")
