rc_test(console_test SOURCES console.cpp LABEL firmware)
target_compile_definitions(console_test PRIVATE
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
  ROCKCREEK_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
  FIRMWARE_APPS="${CMAKE_BINARY_DIR}/firmware/apps")
add_dependencies(console_test rockcreek)
