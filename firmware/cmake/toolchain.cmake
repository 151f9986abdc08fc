# SPDX-License-Identifier: Apache-2.0
# CMake toolchain file of the project that builds firmware: Debian's cross compiler. Programs of users
# have ../sdk/rockcreek.cmake, which stands on what this project builds.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR i586)
find_program(CMAKE_C_COMPILER i686-linux-gnu-gcc REQUIRED)
find_program(CMAKE_CXX_COMPILER i686-linux-gnu-g++ REQUIRED)
find_program(CMAKE_ASM_COMPILER i686-linux-gnu-gcc REQUIRED)
find_program(CMAKE_AR i686-linux-gnu-ar REQUIRED)
find_program(CMAKE_RANLIB i686-linux-gnu-ranlib REQUIRED)
# There is no C library for a test program to be linked with.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
