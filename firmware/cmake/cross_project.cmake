# SPDX-License-Identifier: Apache-2.0
# In Rock Creek's own project: configures the project of the cross compiler (this folder again, with
# toolchain.cmake) and builds it whenever something is built. It keeps track of its own changes.
set(machine_dir ${CMAKE_CURRENT_BINARY_DIR}/machine)
set(configure
    ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_SOURCE_DIR} -B ${machine_dir} -G ${CMAKE_GENERATOR}
    --toolchain ${CMAKE_CURRENT_SOURCE_DIR}/cmake/toolchain.cmake
    -DCMAKE_C_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
    -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
    -DFIRMWARE_OUTPUT_DIR=${CMAKE_CURRENT_BINARY_DIR})
if(DEFINED FIRMWARE_OPTIMISATION)
  list(APPEND configure -DFIRMWARE_OPTIMISATION=${FIRMWARE_OPTIMISATION})
endif()
# Flags in the environment are meant for the host's compiler.
list(PREPEND configure ${CMAKE_COMMAND} -E env --unset=CFLAGS --unset=CXXFLAGS --unset=ASMFLAGS --unset=LDFLAGS)
execute_process(COMMAND ${configure} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the firmware cannot be configured:\n${output}")
endif()

# "clean" removes the project, and where it is missing it is configured again.
set_property(DIRECTORY APPEND PROPERTY ADDITIONAL_CLEAN_FILES ${machine_dir})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${machine_dir}/CMakeCache.txt)

cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
add_custom_target(firmware_apps ALL
  COMMAND ${CMAKE_COMMAND} --build ${machine_dir} --parallel ${cores}
  COMMENT "Firmware"
  USES_TERMINAL
  VERBATIM)
# The C++ library for programs of users, and what is linked with it (libstdcxx.cmake).
add_custom_target(firmware_hosted ALL
  COMMAND ${CMAKE_COMMAND} --build ${machine_dir} --parallel ${cores} --target hosted
  COMMENT "The firmware's C++ library"
  USES_TERMINAL
  VERBATIM)
add_dependencies(firmware_hosted firmware_apps)

# For tests and benchmarks that take images apart or compile a guest of their own.
find_program(FIRMWARE_CC i686-linux-gnu-gcc REQUIRED)
find_program(FIRMWARE_OBJDUMP i686-linux-gnu-objdump REQUIRED)
find_program(FIRMWARE_OBJCOPY i686-linux-gnu-objcopy REQUIRED)
