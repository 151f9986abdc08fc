# The flags of programs that users write: hosted C and C++. main returns 0 by itself, and the compiler
# may know what printf and sqrt do. libstdc++ comes before the C library, as its headers expect; a
# specs file tells C++ from C, so that one command line may hold both.
#
# SCC_API.h needs the memory map, which lies among the models; a copy of it alone is what programs see.
set(firmware_map_include ${CMAKE_CURRENT_BINARY_DIR}/include)
configure_file(${CMAKE_SOURCE_DIR}/hw_model/arch/scc_map.h
               ${firmware_map_include}/hw_model/arch/scc_map.h COPYONLY)

set(cxx_includes
    ${CMAKE_CURRENT_SOURCE_DIR}/cxx/include
    ${FIRMWARE_CXX_INCLUDE} ${FIRMWARE_CXX_INCLUDE}/i686-linux-gnu)
list(TRANSFORM cxx_includes PREPEND "-isystem ")
list(JOIN cxx_includes " " cxx_includes)

# Sets `out` to the flags of programs that see the headers in these directories.
function(_hosted_flags out specs)
  set(c_includes ${ARGN}
      ${CMAKE_CURRENT_SOURCE_DIR}/boot/include ${firmware_cc_include} ${newlib_prefix}/include)
  list(TRANSFORM c_includes PREPEND "-idirafter ")
  list(JOIN c_includes " " c_includes)
  file(CONFIGURE OUTPUT ${specs} @ONLY CONTENT [[
*cpp:
+ @c_includes@

*cc1plus:
+ -fno-exceptions -fno-rtti -fno-threadsafe-statics @cxx_includes@

]])
  set(flags ${firmware_machine_flags})
  list(REMOVE_ITEM flags -ffreestanding)
  set(${out} -specs=${specs} -nostdinc ${flags} PARENT_SCOPE)
endfunction()

_hosted_flags(firmware_hosted_flags ${CMAKE_CURRENT_BINARY_DIR}/rockcreek.specs
              ${CMAKE_CURRENT_SOURCE_DIR}/rcce ${CMAKE_CURRENT_SOURCE_DIR}/ircce
              ${firmware_map_include})
_hosted_flags(firmware_nx_hosted_flags ${CMAKE_CURRENT_BINARY_DIR}/rockcreek-nx.specs
              ${CMAKE_CURRENT_SOURCE_DIR}/nx)
