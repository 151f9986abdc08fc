# Compiling for the machine. Two verbs:
#   rc_firmware_library(NAME [HOSTED] [NATIVE] SOURCES file... [DEFINES NAME...])
#                                                       -> ${firmware_lib_dir}/libNAME.a
#   rc_firmware_app(NAME [HOSTED] [NATIVE] SOURCES file... [LIBRARIES name...] [DEFINES NAME...])
#                                                       -> ${CMAKE_BINARY_DIR}/firmware/apps/NAME.elf
# LIBRARIES default to rcce. Sources may be .cpp, .c and .S; headers are tracked. NATIVE: for the host
# too (native.cmake). HOSTED: compiled as by ./rockcreek cc (hosted.cmake).
set(firmware_lib_dir ${CMAKE_CURRENT_BINARY_DIR}/lib)
set(firmware_app_dir ${CMAKE_CURRENT_BINARY_DIR}/apps)
set(firmware_linker_script ${CMAKE_CURRENT_BINARY_DIR}/link.ld)
file(MAKE_DIRECTORY ${firmware_lib_dir} ${firmware_app_dir})

# Every image, for the tests that look at all of them.
define_property(GLOBAL PROPERTY FIRMWARE_APPS)

# newlib comes before libstdc++, whose freestanding <stdlib.h> and <math.h> hide most of the C library.
set(firmware_include_flags
    -nostdinc -I${CMAKE_SOURCE_DIR} -I${CMAKE_CURRENT_SOURCE_DIR}/rcce
    -I${CMAKE_CURRENT_SOURCE_DIR}/ircce -I${CMAKE_CURRENT_SOURCE_DIR}/nx
    -isystem ${CMAKE_CURRENT_SOURCE_DIR}/boot/include
    -isystem ${firmware_cc_include} -isystem ${newlib_prefix}/include)
set(firmware_cxx_include_flags
    -isystem ${FIRMWARE_CXX_INCLUDE} -isystem ${FIRMWARE_CXX_INCLUDE}/i686-linux-gnu)
set(firmware_warning_flags -Wall -Wextra -Wshadow)
set(firmware_cxx_flags -std=c++20 -fno-exceptions -fno-rtti -fno-threadsafe-statics)

# Sets `out` to the object files of the sources, one compile command each.
function(_firmware_objects out name hosted defines)
  list(TRANSFORM defines PREPEND -D)
  cmake_path(RELATIVE_PATH CMAKE_SOURCE_DIR BASE_DIRECTORY ${CMAKE_BINARY_DIR}
             OUTPUT_VARIABLE up_to_source)
  set(objects)
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    file(RELATIVE_PATH relative ${CMAKE_SOURCE_DIR} ${source})
    set(object ${CMAKE_BINARY_DIR}/firmware/objects/${name}/${relative}.o)
    cmake_path(GET object PARENT_PATH object_dir)
    file(MAKE_DIRECTORY ${object_dir})
    set(common ${FIRMWARE_OPTIMISATION} -g ${firmware_warning_flags}
               -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=
               -fmacro-prefix-map=${up_to_source}/=  # as a compiler cache may write it
               ${defines})
    set(flags ${firmware_machine_flags} ${common} ${firmware_include_flags})
    if(hosted)
      set(compile ${FIRMWARE_CC} ${firmware_hosted_flags} ${common} -I${CMAKE_SOURCE_DIR})
    elseif(source MATCHES "\\.cpp$")
      set(compile ${FIRMWARE_CXX} ${flags} ${firmware_cxx_flags} ${firmware_cxx_include_flags})
    elseif(source MATCHES "\\.c$")
      set(compile ${FIRMWARE_CC} ${flags} -std=gnu11)
    else()
      set(compile ${FIRMWARE_CC} ${flags})
    endif()
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${compile} -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
      DEPENDS ${source} ${newlib_stamp}
      DEPFILE ${object}.d
      COMMENT "Firmware: ${relative}"
      VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

function(rc_firmware_library name)
  cmake_parse_arguments(arg "HOSTED;NATIVE" "" "SOURCES;DEFINES" ${ARGN})
  if(arg_NATIVE)
    _native_library(${name} "${arg_SOURCES}" "${arg_DEFINES}")
  endif()
  _firmware_objects(objects ${name} ${arg_HOSTED} "${arg_DEFINES}" ${arg_SOURCES})
  set(archive ${firmware_lib_dir}/lib${name}.a)
  add_custom_command(
    OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${FIRMWARE_AR} rcs ${archive} ${objects}
    DEPENDS ${objects}
    COMMENT "Firmware: lib${name}.a"
    VERBATIM)
  add_custom_target(firmware_lib_${name} DEPENDS ${archive})
  add_dependencies(firmware_lib_${name} firmware_newlib)
  add_dependencies(firmware_apps firmware_lib_${name})
endfunction()

function(rc_firmware_app name)
  cmake_parse_arguments(arg "HOSTED;NATIVE" "" "SOURCES;LIBRARIES;DEFINES" ${ARGN})
  if(NOT arg_LIBRARIES)
    set(arg_LIBRARIES rcce)
  endif()
  if(arg_NATIVE)
    _native_app(${name} "${arg_SOURCES}" "${arg_LIBRARIES}" "${arg_DEFINES}")
  endif()
  _firmware_objects(objects ${name} ${arg_HOSTED} "${arg_DEFINES}" ${arg_SOURCES})
  set(libraries ${arg_LIBRARIES} hal cxx boot)
  list(TRANSFORM libraries PREPEND ${firmware_lib_dir}/lib OUTPUT_VARIABLE archives)
  list(TRANSFORM archives APPEND .a)
  list(TRANSFORM libraries PREPEND firmware_lib_ OUTPUT_VARIABLE targets)
  set(elf ${firmware_app_dir}/${name}.elf)
  add_custom_command(
    OUTPUT ${elf}
    COMMAND ${FIRMWARE_CXX} ${firmware_link_flags} -o ${elf} ${objects}
            -Wl,--start-group ${archives} ${newlib_prefix}/lib/libc.a ${newlib_prefix}/lib/libm.a
            -Wl,--end-group -lgcc
    DEPENDS ${objects} ${archives} ${firmware_linker_script} ${newlib_stamp}
    COMMENT "Firmware: ${name}.elf"
    VERBATIM)
  add_custom_target(firmware_app_${name} ALL DEPENDS ${elf})
  add_dependencies(firmware_app_${name} ${targets} firmware_newlib firmware_linker_script)
  add_dependencies(firmware_apps firmware_app_${name})
  set_property(GLOBAL APPEND PROPERTY FIRMWARE_APPS ${elf})
endfunction()

# The linker script goes through the preprocessor, so that addresses stand in one header only.
add_custom_command(
  OUTPUT ${firmware_linker_script}
  COMMAND ${FIRMWARE_CC} -E -P -undef -x c -I${CMAKE_SOURCE_DIR}
          -MD -MF ${firmware_linker_script}.d -MT ${firmware_linker_script}
          ${CMAKE_CURRENT_SOURCE_DIR}/boot/link.ld.in -o ${firmware_linker_script}
  DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/boot/link.ld.in
  DEPFILE ${firmware_linker_script}.d
  VERBATIM)
add_custom_target(firmware_linker_script DEPENDS ${firmware_linker_script})
set(firmware_link_flags
    -nostdlib -static -no-pie -Wl,--build-id=none -Wl,--gc-sections
    -Wl,-z,noexecstack -T ${firmware_linker_script})
