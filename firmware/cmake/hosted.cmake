# The flags of programs that users write: hosted C and C++. main returns 0 by itself, and the compiler
# may know what printf and sqrt do. libstdc++ comes before the C library, as its headers expect; a
# specs file tells C++ from C, so that one command line may hold both.
set(firmware_specs ${CMAKE_CURRENT_BINARY_DIR}/rockcreek.specs)
set(c_includes
    ${CMAKE_CURRENT_SOURCE_DIR}/rcce ${CMAKE_CURRENT_SOURCE_DIR}/ircce
    ${CMAKE_CURRENT_SOURCE_DIR}/boot/include ${firmware_cc_include} ${newlib_prefix}/include)
set(cxx_includes
    ${CMAKE_CURRENT_SOURCE_DIR}/cxx/include
    ${FIRMWARE_CXX_INCLUDE} ${FIRMWARE_CXX_INCLUDE}/i686-linux-gnu)
list(TRANSFORM c_includes PREPEND "-idirafter ")
list(TRANSFORM cxx_includes PREPEND "-isystem ")
list(JOIN c_includes " " c_includes)
list(JOIN cxx_includes " " cxx_includes)
file(CONFIGURE OUTPUT ${firmware_specs} @ONLY CONTENT [[
*cpp:
+ @c_includes@

*cc1plus:
+ -fno-exceptions -fno-rtti -fno-threadsafe-statics @cxx_includes@

]])

set(firmware_hosted_flags ${firmware_machine_flags})
list(REMOVE_ITEM firmware_hosted_flags -ffreestanding)
list(PREPEND firmware_hosted_flags -specs=${firmware_specs} -nostdinc)
