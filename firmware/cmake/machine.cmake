# SPDX-License-Identifier: Apache-2.0
# Flags of the machine: what every object and every image of it is built with.
set(FIRMWARE_OPTIMISATION -O2 CACHE STRING
    "Optimisation of the firmware; the host's build type does not change it")
set(FIRMWARE_OUTPUT_DIR ${CMAKE_BINARY_DIR} CACHE PATH
    "Where lib, apps, newlib and what ./rockcreek cc needs are put")
cmake_path(GET CMAKE_SOURCE_DIR PARENT_PATH repository)

# The core is an i586: no cmov, no SSE, no landing pads, no multi-byte nop. It does not run Linux,
# whatever the compiler predefines: newlib would use 64-bit file offsets.
set(firmware_machine_flags
    -U__linux__ -U__gnu_linux__ -march=pentium -mtune=pentium
    -ffreestanding -fno-pic -no-pie -fcf-protection=none
    -fno-asynchronous-unwind-tables -fno-stack-protector -mstack-protector-guard=global
    -ffunction-sections -fdata-sections)
set(firmware_linker_script ${FIRMWARE_OUTPUT_DIR}/link.ld)
set(firmware_link_flags
    -nostdlib -static -no-pie -Wl,--build-id=none -Wl,--gc-sections
    -Wl,-z,noexecstack -T ${firmware_linker_script})

execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=include
                OUTPUT_VARIABLE firmware_cc_include OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${CMAKE_C_COMPILER} -dumpversion
                OUTPUT_VARIABLE firmware_cc_version OUTPUT_STRIP_TRAILING_WHITESPACE)
find_path(FIRMWARE_CXX_INCLUDE cstdint PATHS /usr/i686-linux-gnu/include/c++/${firmware_cc_version}
          NO_DEFAULT_PATH REQUIRED)
