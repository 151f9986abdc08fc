# SPDX-License-Identifier: Apache-2.0
# cmake --install build/release --prefix PREFIX: PREFIX/bin/rockcreek, its data in
# PREFIX/lib/rockcreek, the models for find_package(RockCreek). Nothing in it names the build or the
# source tree, and PREFIX may be moved. Machine files, firmware and programs install themselves in
# their folders; here is the CMake package.
include(CMakePackageConfigHelpers)

# rc_noc becomes RockCreek::noc, rc_sim_machine RockCreek::machine.
foreach(part options kernel cpu noc noc_systemc memory host systemc scc scc_systemc ipsc ipsc_systemc coherent)
  set_target_properties(rc_${part} PROPERTIES EXPORT_NAME ${part})
  install(TARGETS rc_${part} EXPORT RockCreekTargets ARCHIVE DESTINATION lib/rockcreek)
endforeach()
foreach(part base debug_line machine run_host run_held)
  set_target_properties(rc_sim_${part} PROPERTIES EXPORT_NAME ${part})
  install(TARGETS rc_sim_${part} EXPORT RockCreekTargets ARCHIVE DESTINATION lib/rockcreek)
endforeach()
# Users link the plain code: what link-time optimisation reads names the build, and is for one compiler.
install(CODE "
  file(GLOB archives \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/rockcreek/librc_*.a\")
  foreach(archive IN LISTS archives)
    execute_process(COMMAND ${CMAKE_OBJCOPY} --remove-section=.gnu.lto_* \${archive}
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()")
install(DIRECTORY hw_model DESTINATION include/rockcreek FILES_MATCHING PATTERN "*.h")
set(header_rooms base machine run/host)
set(header_files debug/event.h run/held/held_machine.h)
foreach(room IN LISTS header_rooms)
  install(DIRECTORY sim/${room}/ DESTINATION include/rockcreek/sim/${room} FILES_MATCHING PATTERN "*.h")
endforeach()
foreach(file IN LISTS header_files)
  cmake_path(GET file PARENT_PATH room)
  install(FILES sim/${file} DESTINATION include/rockcreek/sim/${room})
endforeach()

# ninja reference: what these headers say, as HTML in the build tree's folder of that name.
set(reference ${CMAKE_SOURCE_DIR}/cmake/reference)
set(ROCKCREEK_HEADERS ${header_rooms} ${header_files})
list(TRANSFORM ROCKCREEK_HEADERS REPLACE "(.+)" "\"${CMAKE_SOURCE_DIR}/sim/\\1\"")
list(JOIN ROCKCREEK_HEADERS " " ROCKCREEK_HEADERS)
configure_file(${reference}/Doxyfile.in ${CMAKE_BINARY_DIR}/Doxyfile @ONLY)
add_custom_target(reference COMMAND doxygen ${CMAKE_BINARY_DIR}/Doxyfile
  COMMENT "Reference of the headers: ${CMAKE_BINARY_DIR}/reference/index.html" VERBATIM)

install(DIRECTORY tests/install/own_chip tests/install/own_router
  tests/install/own_network DESTINATION share/doc/rockcreek)

set(package lib/cmake/RockCreek)
install(EXPORT RockCreekTargets NAMESPACE RockCreek:: DESTINATION ${package})
configure_package_config_file(cmake/RockCreekConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/RockCreekConfig.cmake INSTALL_DESTINATION ${package}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/RockCreekConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/RockCreekConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/RockCreekConfigVersion.cmake DESTINATION ${package})
install(FILES LICENSE CITATION.cff README.md DESTINATION share/doc/rockcreek)
install(DIRECTORY docs DESTINATION share/doc/rockcreek)

# What the shell and man know, from the programs' own options.
get_property(programs GLOBAL PROPERTY ROCKCREEK_PROGRAMS)
set(manual ${CMAKE_BINARY_DIR}/manual)
file(GLOB templates ${CMAKE_SOURCE_DIR}/cmake/completions/*.in)
add_custom_command(OUTPUT ${manual}/rockcreek COMMAND ${CMAKE_COMMAND} -D FRONT=$<TARGET_FILE:rockcreek-sim>
    -D RCCERUN=${CMAKE_SOURCE_DIR}/firmware/sdk/bin/rccerun
    -D PROGRAMS=${CMAKE_BINARY_DIR}/lib/rockcreek/programs -D TEMPLATES=${CMAKE_SOURCE_DIR}/cmake/completions
    -D OUT=${manual} -P ${CMAKE_SOURCE_DIR}/cmake/manual.cmake
  DEPENDS rockcreek-sim ${programs} ${templates} ${CMAKE_SOURCE_DIR}/cmake/manual.cmake
    ${CMAKE_SOURCE_DIR}/firmware/sdk/bin/rccerun
  COMMENT "Manual pages and completions" VERBATIM)
add_custom_target(manuals DEPENDS ${manual}/rockcreek)
add_dependencies(rockcreek manuals)
install(DIRECTORY ${manual}/man1 DESTINATION share/man)
install(FILES ${manual}/rockcreek DESTINATION share/bash-completion/completions)
install(FILES ${manual}/_rockcreek DESTINATION share/zsh/vendor-completions)
include(cmake/package.cmake)
