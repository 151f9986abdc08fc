# SPDX-License-Identifier: Apache-2.0
# Flags of programs that users write, in hosted C and C++: main returns 0 by itself, and the compiler
# may know what printf and sqrt do. Checks of -fsanitize=undefined trap, since no library of it is here. libstdc++ comes before the C library, as its headers expect. A
# specs file distinguishes C++ from C, so that one command line may hold both.
#
# All headers are below include/, newlib/ and libstdcxx/, which here are links and in an installation are copies.
# The compiler finds both relative to the folder that -isysroot names ("=" in the specs file).
set(firmware_include ${FIRMWARE_OUTPUT_DIR}/include)
file(MAKE_DIRECTORY ${firmware_include})
file(MAKE_DIRECTORY ${firmware_include}/cstar/firmware)
foreach(link marks:marks rcce:rcce/include ircce:ircce nx:nx/include cstar/firmware/cstar:cstar boot:boot/include cxx:cxx/include)
  string(REPLACE ":" ";" link ${link})
  list(POP_FRONT link name folder)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${firmware_include}/${name} SYMBOLIC)
endforeach()
# SCC_API.h needs the memory map, which lies among the models: programs see a copy of it alone.
configure_file(${repository}/hw_model/arch/scc_map.h
               ${firmware_include}/map/hw_model/arch/scc_map.h COPYONLY)

set(cxx_headers =/libstdcxx/include/c++/${firmware_libstdcxx_version})
set(cxx_includes =/include/cxx ${cxx_headers} ${cxx_headers}/i686-elf)
list(TRANSFORM cxx_includes PREPEND "-isystem ")
list(JOIN cxx_includes " " cxx_includes)

# _hosted_flags(OUT SPECS [STANDARD std] dir...): sets OUT to the flags of programs that see the headers
# in these directories. STANDARD: of C++, where the command line names none.
function(_hosted_flags out specs)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "STANDARD" "")
  set(standard)
  if(arg_STANDARD)
    set(standard "%{!std=*:-std=${arg_STANDARD}}")
  endif()
  set(c_includes ${arg_UNPARSED_ARGUMENTS} =/include/boot ${firmware_cc_include} =/newlib/include)
  list(TRANSFORM c_includes PREPEND "-idirafter ")
  list(JOIN c_includes " " c_includes)
  file(CONFIGURE OUTPUT ${specs} @ONLY CONTENT [[
*cpp:
+ @c_includes@ -include rockcreek_implicit.h

*cc1:
+ -fstack-clash-protection -fsanitize-undefined-trap-on-error

*cc1plus:
+ -fno-threadsafe-statics @standard@ @cxx_includes@

]])
  set(flags ${firmware_machine_flags})
  list(REMOVE_ITEM flags -ffreestanding)
  set(${out} -specs=${specs} -isysroot ${FIRMWARE_OUTPUT_DIR} -nostdinc ${flags} PARENT_SCOPE)
endfunction()

_hosted_flags(firmware_hosted_flags ${FIRMWARE_OUTPUT_DIR}/rockcreek.specs
              =/include/rcce =/include/ircce =/include/map =/include/marks)
_hosted_flags(firmware_nx_hosted_flags ${FIRMWARE_OUTPUT_DIR}/rockcreek-nx.specs =/include/nx =/include/marks)
# Headers of C* name each other from the repository's root.
_hosted_flags(firmware_cstar_hosted_flags ${FIRMWARE_OUTPUT_DIR}/rockcreek-cstar.specs STANDARD gnu++20
              =/include/nx =/include/cstar/firmware/cstar =/include/cstar =/include/marks)

set(lib_dir ${FIRMWARE_OUTPUT_DIR}/lib)
set(on_a_core TARGET machine CC ${CMAKE_C_COMPILER} CXX ${CMAKE_CXX_COMPILER}
  LIBRARY_DIR ${lib_dir}
  LINK ${firmware_link_flags}
  ALWAYS ${lib_dir}/libhal.a ${lib_dir}/libboot.a
         ${libstdcxx_link}/lib/libstdc++.a ${libstdcxx_link}/lib/libunwind.a
         ${newlib_link}/lib/libm.a ${newlib_link}/lib/libc.a)
rc_compiler_conf(FILE ${FIRMWARE_OUTPUT_DIR}/compiler.conf ${on_a_core} COMPILE ${firmware_hosted_flags})
rc_compiler_conf(FILE ${FIRMWARE_OUTPUT_DIR}/nx.conf ${on_a_core} COMPILE ${firmware_nx_hosted_flags}
                 INSTEAD_OF_RCCE nx)
rc_compiler_conf(FILE ${FIRMWARE_OUTPUT_DIR}/cstar.conf ${on_a_core} COMPILE ${firmware_cstar_hosted_flags}
                 INSTEAD_OF_RCCE cstar nx)
