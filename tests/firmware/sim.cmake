rc_test(cli_errors_test SOURCES cli_errors.cpp LABEL firmware)
target_compile_definitions(cli_errors_test PRIVATE
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
  FIRMWARE_APPS="${CMAKE_BINARY_DIR}/firmware/apps")
add_dependencies(cli_errors_test rockcreek)
