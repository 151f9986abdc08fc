# SPDX-License-Identifier: Apache-2.0
# In the project of the cross compiler, two verbs; native.cmake has the same ones for the host:
#   rc_firmware_library(NAME [HOSTED] [NATIVE] SOURCES file... [DEFINES NAME...])      -> lib/libNAME.a
#   rc_firmware_app(NAME [HOSTED] [NATIVE] SOURCES file... [IN_FRONT name...] [LIBRARIES name...]
#                   [DEFINES NAME...])                                              -> apps/NAME.elf
# and, for what brings its own start-up and links nothing, at the addresses of its linker script:
#   rc_bare_app(NAME [STUB] SCRIPT file SOURCES file...)                -> apps/NAME.elf, apps/NAME.bin
# STUB: too few instructions for the tests that take images apart.
# LIBRARIES default to rcce. IN_FRONT: libraries that replace parts of these, which only they
# themselves may refer to: linked as a whole, as by ./rockcreek cc. NATIVE: for native runs too.
# HOSTED: compiled as by ./rockcreek cc (hosted.cmake), by the target `hosted`.
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${FIRMWARE_OUTPUT_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${FIRMWARE_OUTPUT_DIR}/apps)

# Assertions and debug information name files relative to the repository, so that an image does not
# depend on where it is built. The third form is how a compiler cache may write the path.
cmake_path(RELATIVE_PATH repository BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE up_to_source)
# Requests without the fields that only programs from elsewhere name (RCCE.h).
add_compile_definitions(RCCE_SHORT_REQUESTS)
add_compile_options(${FIRMWARE_OPTIMISATION} -g -Wall -Wextra -Wshadow
  -ffile-prefix-map=${CMAKE_BINARY_DIR}=build
  -ffile-prefix-map=${repository}/= -ffile-prefix-map=${up_to_source}/=)

# newlib comes before libstdc++, whose freestanding <stdlib.h> and <math.h> hide most of the C library.
# As options, because CMake leaves out directories that it takes for the compiler's own.
add_library(firmware_freestanding INTERFACE)
target_compile_options(firmware_freestanding INTERFACE ${firmware_machine_flags}
  -nostdinc -I${repository} -I${CMAKE_SOURCE_DIR}/rcce/include -I${CMAKE_SOURCE_DIR}/ircce
  -I${CMAKE_SOURCE_DIR}/nx/include -isystem${CMAKE_SOURCE_DIR}/boot/include
  -isystem${firmware_cc_include} -isystem${newlib_prefix}/include
  $<$<COMPILE_LANGUAGE:C>:-std=gnu11>
  "$<$<COMPILE_LANGUAGE:CXX>:-std=c++20;-fno-exceptions;-fno-rtti;-fno-threadsafe-statics>"
  "$<$<COMPILE_LANGUAGE:CXX>:-isystem${FIRMWARE_CXX_INCLUDE};-isystem${FIRMWARE_CXX_INCLUDE}/i686-linux-gnu>")

add_library(firmware_hosted INTERFACE)
target_compile_options(firmware_hosted INTERFACE ${firmware_hosted_flags} -I${repository})

# The linker script goes through the preprocessor, so that addresses stand in one header only.
add_custom_command(
  OUTPUT ${firmware_linker_script}
  COMMAND ${CMAKE_C_COMPILER} -E -P -undef -x c -I${repository}
          -MD -MF ${firmware_linker_script}.d -MT ${firmware_linker_script}
          ${CMAKE_SOURCE_DIR}/boot/link.ld.in -o ${firmware_linker_script}
  DEPENDS ${CMAKE_SOURCE_DIR}/boot/link.ld.in
  DEPFILE ${firmware_linker_script}.d
  VERBATIM)
add_custom_target(firmware_linker_script DEPENDS ${firmware_linker_script})

function(_firmware_target name hosted defines)
  if(hosted)
    target_link_libraries(${name} PRIVATE firmware_hosted)
  else()
    target_link_libraries(${name} PRIVATE firmware_freestanding)
  endif()
  target_compile_definitions(${name} PRIVATE ${defines})
  add_dependencies(${name} firmware_newlib)
endfunction()

# What ./rockcreek cc links.
add_custom_target(libraries)

function(rc_firmware_library name)
  cmake_parse_arguments(arg "HOSTED;NATIVE" "" "SOURCES;DEFINES" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  add_dependencies(libraries ${name})
  _firmware_target(${name} ${arg_HOSTED} "${arg_DEFINES}")
  rc_private_names(${name} .*)
endfunction()

function(rc_firmware_app name)
  cmake_parse_arguments(arg "HOSTED;NATIVE" "" "SOURCES;IN_FRONT;LIBRARIES;DEFINES" ${ARGN})
  if(NOT arg_LIBRARIES)
    set(arg_LIBRARIES rcce)
  endif()
  if(arg_HOSTED AND NOT TARGET firmware_libstdcxx)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES SUFFIX .elf LINKER_LANGUAGE CXX)
  _firmware_target(${name} ${arg_HOSTED} "${arg_DEFINES}")
  set(newlib ${newlib_prefix}/lib/libc.a ${newlib_prefix}/lib/libm.a)
  set(cxx)
  if(arg_HOSTED)
    set(cxx ${libstdcxx_libraries})
    add_dependencies(${name} firmware_libstdcxx)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    add_dependencies(hosted ${name})
  endif()
  target_link_options(${name} PRIVATE ${firmware_link_flags})
  target_link_libraries(${name} PRIVATE
    -Wl,--whole-archive ${arg_IN_FRONT} -Wl,--no-whole-archive
    -Wl,--start-group ${arg_LIBRARIES} hal boot ${cxx} ${newlib} -Wl,--end-group -lgcc)
  set_property(TARGET ${name} PROPERTY LINK_DEPENDS ${firmware_linker_script} ${newlib_stamp})
  add_dependencies(${name} firmware_linker_script)
endfunction()

function(rc_bare_app name)
  cmake_parse_arguments(arg "STUB" "SCRIPT" "SOURCES" ${ARGN})
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${name}.ld)
  cmake_path(ABSOLUTE_PATH arg_SCRIPT BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  add_custom_command(
    OUTPUT ${script}
    COMMAND ${CMAKE_C_COMPILER} -E -P -undef -x c -I${repository} -MD -MF ${script}.d -MT ${script}
            ${arg_SCRIPT} -o ${script}
    DEPENDS ${arg_SCRIPT}
    DEPFILE ${script}.d
    VERBATIM)
  add_custom_target(${name}_linker_script DEPENDS ${script})
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES SUFFIX .elf LINKER_LANGUAGE CXX LINK_DEPENDS ${script})
  _firmware_target(${name} FALSE "")
  target_link_options(${name} PRIVATE -nostdlib -static -no-pie -Wl,--build-id=none
    -Wl,-z,noexecstack -T ${script})
  add_dependencies(${name} ${name}_linker_script)
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${CMAKE_OBJCOPY} -O binary $<TARGET_FILE:${name}> ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name}.bin)
endfunction()
