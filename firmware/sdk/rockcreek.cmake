# SPDX-License-Identifier: Apache-2.0
# CMake toolchain file for programs of the simulated machine:
#   cmake -B build -DCMAKE_TOOLCHAIN_FILE=<rockcreek>/firmware/sdk/rockcreek.cmake
# or, installed, with <prefix>/lib/rockcreek/rockcreek.cmake.
# Executables end in .elf; add_test() runs them with "rockcreek run", on ROCKCREEK_UES cores (48; for
# an iPSC/860 a power of two).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR i586)

find_path(ROCKCREEK_BIN rockcreek-cc REQUIRED NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
  PATHS ${CMAKE_CURRENT_LIST_DIR}/bin ${CMAKE_CURRENT_LIST_DIR}/../../bin)
set(CMAKE_C_COMPILER ${ROCKCREEK_BIN}/rockcreek-cc)
set(CMAKE_CXX_COMPILER ${ROCKCREEK_BIN}/rockcreek-c++)
find_program(CMAKE_AR i686-linux-gnu-ar REQUIRED)
find_program(CMAKE_RANLIB i686-linux-gnu-ranlib REQUIRED)

# ON: for the iPSC/860, with NX. Known to the projects by which CMake tries the compilers, too.
option(ROCKCREEK_NX "Programs for NX on the iPSC/860" OFF)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ROCKCREEK_NX)
set(machine)
if(ROCKCREEK_NX)
  set(CMAKE_C_FLAGS_INIT --nx)
  set(CMAKE_CXX_FLAGS_INIT --nx)
  set(machine --machine ipsc860)
endif()

set(ROCKCREEK_UES 48 CACHE STRING "Units of execution that tests run on")
set(CMAKE_CROSSCOMPILING_EMULATOR ${ROCKCREEK_BIN}/rockcreek-run ${machine} --ues ${ROCKCREEK_UES})

set(CMAKE_EXECUTABLE_SUFFIX .elf)
set(CMAKE_EXECUTABLE_SUFFIX_C .elf)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .elf)

# Headers and libraries of the host are not the machine's.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
