# SPDX-License-Identifier: Apache-2.0
# newlib, the C library, from Debian's source package: built once per version and flags.
file(GLOB newlib_archives /usr/src/newlib/newlib-*.tar.xz)
if(NOT newlib_archives)
  message(FATAL_ERROR "no newlib source in /usr/src/newlib: install newlib-source")
endif()
list(SORT newlib_archives COMPARE NATURAL)
list(GET newlib_archives -1 newlib_archive)

find_program(FIRMWARE_AS i686-linux-gnu-as REQUIRED)

list(JOIN firmware_machine_flags " " newlib_cflags)
string(PREPEND newlib_cflags "-O2 ")
set(newlib_options --host=i686-elf --disable-multilib --disable-newlib-supplied-syscalls
                   --enable-newlib-io-long-long --enable-newlib-io-c99-formats)

string(MD5 newlib_key "${newlib_archive} ${firmware_cc_version} ${newlib_cflags} ${newlib_options}")
string(SUBSTRING ${newlib_key} 0 12 newlib_key)
set(newlib_dir ${FIRMWARE_OUTPUT_DIR}/newlib-${newlib_key})
set(newlib_prefix ${newlib_dir}/install/i686-elf)
set(newlib_stamp ${newlib_dir}/built)

add_custom_command(
  OUTPUT ${newlib_stamp}
  BYPRODUCTS ${newlib_prefix}/lib/libc.a ${newlib_prefix}/lib/libm.a
  COMMAND
    ${CMAKE_COMMAND} -D archive=${newlib_archive} -D dir=${newlib_dir} -D stamp=${newlib_stamp}
    -D cc=${CMAKE_C_COMPILER} -D ar=${CMAKE_AR} -D ranlib=${CMAKE_RANLIB} -D as=${FIRMWARE_AS}
    -D objdump=${CMAKE_OBJDUMP} -D objcopy=${CMAKE_OBJCOPY} -D private_names=${private_names}
    "-Dlauncher=${CMAKE_C_COMPILER_LAUNCHER}" "-Dcflags=${newlib_cflags}"
    "-Doptions=${newlib_options}" -P ${CMAKE_CURRENT_LIST_DIR}/build_newlib.cmake
  DEPENDS ${newlib_archive} ${CMAKE_CURRENT_LIST_DIR}/build_newlib.cmake ${private_names}
  COMMENT "Building newlib for the firmware (once, about a minute)"
  VERBATIM)
add_custom_target(firmware_newlib DEPENDS ${newlib_stamp})

# Under a name that does not depend on version and flags, for programs of users.
set(newlib_link ${FIRMWARE_OUTPUT_DIR}/newlib)
file(CREATE_LINK ${newlib_prefix} ${newlib_link} SYMBOLIC)
