# SPDX-License-Identifier: Apache-2.0
# What programs are compiled with and run as, in the layout of the build tree (sim/base/paths.h).
set(there lib/rockcreek/firmware)
set(newlib ${CMAKE_CURRENT_BINARY_DIR}/newlib)
set(libstdcxx ${CMAKE_CURRENT_BINARY_DIR}/libstdcxx)
install(DIRECTORY ${native_app_dir} DESTINATION ${there} USE_SOURCE_PERMISSIONS
        FILES_MATCHING PATTERN "*.elf" PATTERN "*.native" PATTERN CMakeFiles EXCLUDE)
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/lib ${native_lib_dir} DESTINATION ${there}
        FILES_MATCHING PATTERN "*.a")
foreach(file link.ld compiler.conf nx.conf nxhost.conf cstar.conf native.conf rockcreek.specs
             rockcreek-nx.specs rockcreek-cstar.specs)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${file} DESTINATION ${there})
endforeach()

# Headers: those that programs include.
install(DIRECTORY rcce/include/ DESTINATION ${there}/include/rcce)
install(FILES ircce/iRCCE.h ircce/iRCCE_lib.h DESTINATION ${there}/include/ircce)
install(DIRECTORY nx/include/ DESTINATION ${there}/include/nx)
install(FILES cstar/cstar.h cstar/cstar.hpp cstar/translated.hpp
        DESTINATION ${there}/include/cstar/firmware/cstar)
install(DIRECTORY cstar/layer DESTINATION ${there}/include/cstar/firmware/cstar)
install(FILES marks/RC_marks.h DESTINATION ${there}/include/marks)
install(DIRECTORY boot/include/ DESTINATION ${there}/include/boot)
install(DIRECTORY cxx/include/ DESTINATION ${there}/include/cxx)
install(DIRECTORY ${firmware_include}/map DESTINATION ${there}/include)
install(DIRECTORY ${newlib}/include DESTINATION ${there}/newlib)
install(DIRECTORY ${libstdcxx}/include DESTINATION ${there}/libstdcxx)
install(FILES ${libstdcxx}/lib/libstdc++.a ${libstdcxx}/lib/libunwind.a DESTINATION ${there}/libstdcxx/lib)
install(FILES ${newlib}/lib/libc.a ${newlib}/lib/libm.a DESTINATION ${there}/newlib/lib)

# For build systems: rockcreek-cc, rockcreek-c++ and rockcreek-run, and a CMake toolchain file.
install(PROGRAMS sdk/bin/rockcreek-cc sdk/bin/rockcreek-c++ sdk/bin/rockcreek-run sdk/bin/rccerun
        DESTINATION bin)
install(FILES sdk/rockcreek.cmake DESTINATION lib/rockcreek)
install(DIRECTORY sdk/example/ DESTINATION share/doc/rockcreek/ring)
