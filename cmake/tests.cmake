# SPDX-License-Identifier: Apache-2.0
# rc_test(NAME [RUNS_ROCKCREEK] SOURCES file... [LIBS target...] [DEFINES NAME=value...]
#         LABEL unit|lockstep|firmware|experiment|docs|slow)
# One GoogleTest executable whose cases ctest sees one by one. NAME is LABEL_FOLDER, as unit_tile.
# Every test knows ROCKCREEK_SOURCE_DIR; with RUNS_ROCKCREEK also ROCKCREEK_SIM (the simulator) and
# FIRMWARE_APPS (the images), which are then built before it.
find_package(GTest REQUIRED)
include(GoogleTest)
add_custom_target(unit_tests)  # the programs of the label unit, for .ci/run
function(rc_test name)
  cmake_parse_arguments(arg "RUNS_ROCKCREEK" "LABEL" "SOURCES;LIBS;DEFINES" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE rc_options ${arg_LIBS} GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    ROCKCREEK_SOURCE_DIR="${CMAKE_SOURCE_DIR}" ${arg_DEFINES})
  if(arg_RUNS_ROCKCREEK)
    target_compile_definitions(${name} PRIVATE
      ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
      FIRMWARE_APPS="${CMAKE_BINARY_DIR}/firmware/apps")
    add_dependencies(${name} rockcreek)
  endif()
  if(arg_LABEL STREQUAL unit)
    add_dependencies(unit_tests ${name})
  endif()
  set(timeout 900)
  if(arg_LABEL STREQUAL slow)
    set(timeout 7200)
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS "${arg_LABEL}" TIMEOUT ${timeout})
endfunction()

# rc_firmware_program(NAME APP option...): firmware_program.NAME runs an image, which checks itself, on
# the simulated machine; exit status 0 is right. Options are those of `run`.
function(rc_firmware_program name app)
  add_test(NAME firmware_program.${name}
           COMMAND rockcreek-sim run ${CMAKE_BINARY_DIR}/firmware/apps/${app}.elf ${ARGN})
  set_tests_properties(firmware_program.${name} PROPERTIES LABELS firmware TIMEOUT 900)
endfunction()
