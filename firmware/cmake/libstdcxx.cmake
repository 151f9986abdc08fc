# SPDX-License-Identifier: Apache-2.0
# libstdc++, the C++ library, from Debian's source package of the cross compiler's version: built once
# per version and flags, for newlib. It takes minutes and only programs of users need it, so what needs
# it is a target of its own, `hosted`.
string(REGEX MATCH "^[0-9]+" cc_major ${firmware_cc_version})
file(GLOB libstdcxx_archives /usr/src/gcc-${cc_major}/gcc-*.tar.xz)
if(NOT libstdcxx_archives)
  set(firmware_libstdcxx_version ${firmware_cc_version})
  set(libstdcxx_link ${FIRMWARE_OUTPUT_DIR}/libstdcxx)
  add_custom_target(hosted
    COMMAND ${CMAKE_COMMAND} -E echo
            "no GCC source in /usr/src/gcc-${cc_major}: install gcc-${cc_major}-source"
    COMMAND ${CMAKE_COMMAND} -E false)
  return()
endif()
list(SORT libstdcxx_archives COMPARE NATURAL)
list(GET libstdcxx_archives -1 libstdcxx_archive)

set(libstdcxx_cflags ${firmware_machine_flags})
list(REMOVE_ITEM libstdcxx_cflags -ffreestanding)
list(JOIN libstdcxx_cflags " " libstdcxx_cflags)
string(PREPEND libstdcxx_cflags "-O2 ")
set(libstdcxx_options --host=i686-elf --build=x86_64-linux-gnu --with-newlib --disable-shared
    --disable-multilib --disable-nls --disable-tls --disable-libstdcxx-threads --disable-libstdcxx-pch
    --disable-libstdcxx-filesystem-ts --disable-libstdcxx-backtrace
    # It finds out by linking, for which there is no start-up code yet.
    glibcxx_cv_c99_stdio_cxx98=yes glibcxx_cv_c99_stdio_cxx11=yes)

string(MD5 libstdcxx_key "${libstdcxx_archive} ${newlib_key} ${libstdcxx_cflags} ${libstdcxx_options}")
string(SUBSTRING ${libstdcxx_key} 0 12 libstdcxx_key)
set(libstdcxx_dir ${FIRMWARE_OUTPUT_DIR}/libstdcxx-${libstdcxx_key})
set(libstdcxx_prefix ${libstdcxx_dir}/install)
set(libstdcxx_libraries ${libstdcxx_prefix}/lib/libstdc++.a ${libstdcxx_prefix}/lib/libunwind.a)
set(libstdcxx_stamp ${libstdcxx_dir}/built)
set(libstdcxx_includes "-nostdinc -idirafter ${CMAKE_SOURCE_DIR}/boot/include -idirafter \
${firmware_cc_include} -idirafter ${newlib_prefix}/include")

add_custom_command(
  OUTPUT ${libstdcxx_stamp}
  BYPRODUCTS ${libstdcxx_libraries}
  COMMAND
    ${CMAKE_COMMAND} -D archive=${libstdcxx_archive} -D dir=${libstdcxx_dir} -D stamp=${libstdcxx_stamp}
    -D cc=${CMAKE_C_COMPILER} -D cxx=${CMAKE_CXX_COMPILER} -D ar=${CMAKE_AR} -D ranlib=${CMAKE_RANLIB}
    -D objdump=${CMAKE_OBJDUMP} -D objcopy=${CMAKE_OBJCOPY} -D private_names=${private_names}
    -D as=${FIRMWARE_AS} "-Dlauncher=${CMAKE_C_COMPILER_LAUNCHER}"
    "-Dcflags=${libstdcxx_cflags} ${libstdcxx_includes}" "-Doptions=${libstdcxx_options}"
    -D unwind_tables=${CMAKE_SOURCE_DIR}/cxx/unwind_tables.c
    -P ${CMAKE_CURRENT_LIST_DIR}/build_libstdcxx.cmake
  DEPENDS ${libstdcxx_archive} ${newlib_stamp} ${CMAKE_CURRENT_LIST_DIR}/build_libstdcxx.cmake
          ${private_names}
          ${CMAKE_SOURCE_DIR}/cxx/unwind_tables.c
  COMMENT "Building libstdc++ for the firmware (once, about five minutes)"
  VERBATIM)
add_custom_target(firmware_libstdcxx DEPENDS ${libstdcxx_stamp})
add_custom_target(hosted DEPENDS firmware_libstdcxx)

# What it calls itself is the name of a folder of headers.
string(REGEX MATCH "/gcc-([0-9.]*[0-9])[^/]*$" _ ${libstdcxx_archive})
set(firmware_libstdcxx_version ${CMAKE_MATCH_1})

# Under a name that does not depend on version and flags, for programs of users.
set(libstdcxx_link ${FIRMWARE_OUTPUT_DIR}/libstdcxx)
file(CREATE_LINK ${libstdcxx_prefix} ${libstdcxx_link} SYMBOLIC)
