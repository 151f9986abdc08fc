# SPDX-License-Identifier: Apache-2.0
# What ./rockcreek cc needs to know, as lines of key and value, read by sim/compile/firmware_compiler.h:
# compiler.conf for the SCC, nx.conf for the iPSC/860, cstar.conf for C* on it, native.conf for native
# runs. They may be moved with what they name: <firmware> is the folder they lie in.
function(_conf key)
  foreach(value ${ARGN})
    string(REPLACE ${conf_folder} "<firmware>" value "${value}")
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

# The kinds of RCCE; with further macros, the libraries have a suffix.
function(_conf_rcce_kinds lib_dir suffix)
  set(big ${ARGN} BIGFLAGS)
  set(bits ${ARGN} SINGLEBITFLAGS)
  _conf_kind(${lib_dir} "${ARGN}" ircce${suffix} rcce${suffix})
  _conf_kind(${lib_dir} "${big}" ircce_bigflags${suffix} rcce_bigflags${suffix})
  _conf_kind(${lib_dir} "${bits}" ircce${suffix} rcce_singlebitflags${suffix})
  set(gory ${ARGN} GORY)
  set(big ${big} GORY)
  set(bits ${gory} SINGLEBITFLAGS)
  _conf_kind(${lib_dir} "${gory}" rcce_gory${suffix})
  _conf_kind(${lib_dir} "${big}" rcce_bigflags_gory${suffix})
  _conf_kind(${lib_dir} "${bits}" rcce_singlebitflags_gory${suffix})
  set(compiler_conf "${compiler_conf}" PARENT_SCOPE)
endfunction()

# All of them, and what goes in front of any: for more shared memory, for cached shared memory, and for
# copies by words. Machines come in any geometry, native runs do not.
function(_conf_rcce lib_dir target)
  _conf_rcce_kinds(${lib_dir} "")
  if(target STREQUAL "machine")
    _conf_rcce_kinds(${lib_dir} _any ANY_GEOMETRY)
  endif()
  _conf(front:SHMADD ${lib_dir}/librcce_shm.a)
  _conf(front:SHMADD_CACHEABLE ${lib_dir}/librcce_shmcache.a)
  _conf(front:RCCE_COPY_WORDS ${lib_dir}/librcce_copywords.a)
  set(compiler_conf "${compiler_conf}" PARENT_SCOPE)
endfunction()

# rc_compiler_conf(FILE file TARGET machine|native CC file CXX file LIBRARY_DIR dir COMPILE flag...
#                  LINK flag... ALWAYS archive... [INSTEAD_OF_RCCE name...])
# Writes FILE. ALWAYS: what every program is linked with.
function(rc_compiler_conf)
  cmake_parse_arguments(arg "" "FILE;TARGET;CC;CXX;LIBRARY_DIR" "COMPILE;LINK;ALWAYS;INSTEAD_OF_RCCE" ${ARGN})
  set(compiler_conf "")
  cmake_path(GET arg_FILE PARENT_PATH conf_folder)
  _conf(target ${arg_TARGET})
  _conf(cc ${arg_CC})
  _conf(cxx ${arg_CXX})
  _conf(compile ${arg_COMPILE})
  _conf(link ${arg_LINK})
  _conf(library_dir ${arg_LIBRARY_DIR})
  if(arg_INSTEAD_OF_RCCE)
    _conf_kind(${arg_LIBRARY_DIR} "" ${arg_INSTEAD_OF_RCCE})
  else()
    _conf_rcce(${arg_LIBRARY_DIR} ${arg_TARGET})
  endif()
  _conf(always ${arg_ALWAYS})
  file(CONFIGURE OUTPUT ${arg_FILE} CONTENT "${compiler_conf}" @ONLY)
endfunction()

