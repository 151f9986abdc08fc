# Programs of the iPSC/860, and what its users can do wrong.
foreach(nodes 2 8 128)
  add_test(NAME firmware_program.nx_check_${nodes}
           COMMAND rockcreek-sim run ${CMAKE_BINARY_DIR}/firmware/apps/nx_check.elf
                   --machine ipsc860 --ues ${nodes} --max-time 1)
  set_tests_properties(firmware_program.nx_check_${nodes} PROPERTIES LABELS firmware TIMEOUT 900)
endforeach()
rc_test(ipsc_errors_test SOURCES ipsc_errors.cpp LABEL firmware)
target_compile_definitions(ipsc_errors_test PRIVATE
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
  FIRMWARE_APPS="${CMAKE_BINARY_DIR}/firmware/apps")
add_dependencies(ipsc_errors_test rockcreek)
rc_test(ipsc_determinism SOURCES ipsc_determinism.cpp LIBS rc_sim_base LABEL firmware)
target_compile_definitions(ipsc_determinism PRIVATE
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
  FIRMWARE_APPS="${CMAKE_BINARY_DIR}/firmware/apps")
add_dependencies(ipsc_determinism rockcreek)
rc_test(ipsc_cubes_test SOURCES ipsc_cubes.cpp LABEL firmware)
target_compile_definitions(ipsc_cubes_test PRIVATE
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
  FIRMWARE_APPS="${CMAKE_BINARY_DIR}/firmware/apps")
add_dependencies(ipsc_cubes_test rockcreek)
