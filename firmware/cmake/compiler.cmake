# What ./rockcreek cc needs to know, as lines of key and value: sim/firmware_compiler.h reads them.
# One file for the machine, one for its sister that runs NX, one for native runs.
function(_conf key)
  foreach(value ${ARGN})
    string(APPEND compiler_conf "${key} ${value}\n")
  endforeach()
  set(compiler_conf "${compiler_conf}" PARENT_SCOPE)
endfunction()
# A kind of RCCE: the macros that a program is compiled with for it, in alphabetical order, and its
# libraries.
function(_conf_kind lib_dir macros)
  set(archives ${ARGN})
  list(TRANSFORM archives REPLACE "(.+)" "${lib_dir}/lib\\1.a")
  list(JOIN macros "+" macros)
  _conf(kind:${macros} ${archives})
  set(compiler_conf "${compiler_conf}" PARENT_SCOPE)
endfunction()

# The kinds of RCCE, and what goes in front of any of them for cached shared memory.
function(_conf_rcce lib_dir)
  _conf_kind(${lib_dir} "" ircce rcce)
  _conf_kind(${lib_dir} "BIGFLAGS" ircce_bigflags rcce_bigflags)
  _conf_kind(${lib_dir} "SINGLEBITFLAGS" ircce rcce_singlebitflags)
  _conf_kind(${lib_dir} "GORY" rcce_gory)
  _conf_kind(${lib_dir} "BIGFLAGS;GORY" rcce_bigflags_gory)
  _conf_kind(${lib_dir} "GORY;SINGLEBITFLAGS" rcce_singlebitflags_gory)
  _conf(shared_memory_cached ${lib_dir}/librcce_shmcache.a)
  set(compiler_conf "${compiler_conf}" PARENT_SCOPE)
endfunction()

# Writes FILE: compilers, flags, the directory of the libraries, and what every program is linked
# with. NX: with libnx and no RCCE.
function(_compiler_conf)
  cmake_parse_arguments(arg "NX" "FILE;TARGET;CC;CXX;LIBRARY_DIR" "COMPILE;LINK;ALWAYS" ${ARGN})
  set(compiler_conf "")
  _conf(target ${arg_TARGET})
  _conf(cc ${arg_CC})
  _conf(cxx ${arg_CXX})
  _conf(compile ${arg_COMPILE})
  _conf(link ${arg_LINK})
  _conf(library_dir ${arg_LIBRARY_DIR})
  if(arg_NX)
    _conf_kind(${arg_LIBRARY_DIR} "" nx)
  else()
    _conf_rcce(${arg_LIBRARY_DIR})
  endif()
  _conf(always ${arg_ALWAYS})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${arg_FILE} CONTENT "${compiler_conf}" @ONLY)
endfunction()

set(on_a_core TARGET machine CC ${FIRMWARE_CC} CXX ${FIRMWARE_CXX}
  LIBRARY_DIR ${firmware_lib_dir}
  LINK ${firmware_link_flags}
  ALWAYS ${firmware_lib_dir}/libhal.a ${firmware_lib_dir}/libcxx.a ${firmware_lib_dir}/libboot.a
         ${newlib_prefix}/lib/libm.a ${newlib_prefix}/lib/libc.a)
_compiler_conf(FILE compiler.conf ${on_a_core} COMPILE ${firmware_hosted_flags})
_compiler_conf(FILE nx.conf NX ${on_a_core} COMPILE ${firmware_nx_hosted_flags})

set(sanitize)
if(ROCKCREEK_SANITIZE)
  set(sanitize -fsanitize=address,undefined)
endif()
_compiler_conf(FILE native.conf TARGET native CC ${CMAKE_C_COMPILER} CXX ${CMAKE_CXX_COMPILER}
  LIBRARY_DIR ${native_lib_dir}
  COMPILE ${native_flags}
  LINK ${native_link_flags} ${sanitize}
  ALWAYS ${native_lib_dir}/libhal.a -lstdc++ -lm)
