rc_test(compiler_test SOURCES compiler.cpp LABEL firmware)
cmake_path(GET CMAKE_BINARY_DIR FILENAME preset)
target_compile_definitions(compiler_test PRIVATE
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
  ROCKCREEK_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
  ROCKCREEK_PRESET_NAME="${preset}")
add_dependencies(compiler_test rockcreek)
