# SPDX-License-Identifier: Apache-2.0
# cpack --config build/release/CPackConfig.cmake -B FOLDER: rockcreek_VERSION_amd64.deb, what cmake --install
# installs, below /usr. What dpkg reads beside it lies in cmake/debian.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rockcreek)
set(CPACK_PACKAGE_CONTACT "Rock Creek maintainers <maintainers@rockcreek.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian/strip.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Programs are compiled by the cross compiler; networks of users by the host's, their RTL by Verilator.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++-i686-linux-gnu")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, gdb, python3-numpy, verilator")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "bash-completion, cmake, gtkwave, libsystemc-dev, snakemake, yosys")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "virtual platform of message-passing many-cores")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Rock Creek simulates Intel's 48-core Single-chip Cloud Computer and the
iPSC/860 hypercube: real programs on timed models of cores, tiles, mesh and
memories. It is also a laboratory for networks on chip.
.
The package has the simulator, the compilers for its machines, the C and C++
libraries of both machines and the models as libraries for CMake.")

set(made ${CMAKE_BINARY_DIR}/debian)
configure_file(${CMAKE_SOURCE_DIR}/cmake/debian/changelog.in ${made}/changelog)
file(COPY_FILE ${CMAKE_SOURCE_DIR}/CHANGELOG.md ${made}/upstream)
foreach(file upstream changelog)
  execute_process(COMMAND gzip -9nc ${made}/${file} OUTPUT_FILE ${made}/${file}.gz COMMAND_ERROR_IS_FATAL ANY)
endforeach()
install(FILES ${made}/upstream.gz DESTINATION share/doc/rockcreek RENAME changelog.gz)
install(FILES ${made}/changelog.gz DESTINATION share/doc/rockcreek RENAME changelog.Debian.gz)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/debian/copyright DESTINATION share/doc/rockcreek)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/debian/lintian-overrides DESTINATION share/lintian/overrides
  RENAME rockcreek)
include(CPack)
