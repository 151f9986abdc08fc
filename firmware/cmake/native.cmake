# SPDX-License-Identifier: Apache-2.0
# In Rock Creek's own project the verbs of rules.cmake build what is declared NATIVE for the host, for
# native runs (libraries -> native/libNAME.a, programs -> apps/NAME.native), and note every image.
enable_language(C)
if(NOT CMAKE_C_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
set(native_lib_dir ${CMAKE_CURRENT_BINARY_DIR}/native)
set(native_app_dir ${CMAKE_CURRENT_BINARY_DIR}/apps)
add_custom_target(native_apps)

set(firmware_include ${CMAKE_CURRENT_BINARY_DIR}/include)  # made by the cross compiler's project

# Every image, for the tests that look at all of them.
define_property(GLOBAL PROPERTY FIRMWARE_APPS)

# What programs of users get too. Nothing refers to what runs before main().
set(native_flags -DROCKCREEK_NATIVE -I${firmware_include}/rcce -I${firmware_include}/ircce
                 -idirafter${firmware_include}/map -idirafter${firmware_include}/marks)
set(native_link_flags -Wl,-u,rockcreek_native_start)

cmake_path(RELATIVE_PATH CMAKE_SOURCE_DIR BASE_DIRECTORY ${CMAKE_BINARY_DIR}
           OUTPUT_VARIABLE up_to_source)
# What every object and every program of ours gets. Assertions stay, as on the machine.
add_library(native_options INTERFACE)
target_include_directories(native_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(native_options INTERFACE RCCE_SHORT_REQUESTS)  # as rules.cmake
target_compile_options(native_options INTERFACE ${native_flags} -UNDEBUG -Wall -Wextra -Wshadow
                       -fwrapv  # sums of integers wrap, as the instructions do
                       -fno-profile-arcs -fno-test-coverage  # users link without gcov
                       -g  # reports name calls and arguments of a library
                       -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=
                       # as a compiler cache may write it
                       -ffile-prefix-map=${up_to_source}/=)
target_link_options(native_options INTERFACE ${native_link_flags})

function(rc_native_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEFINES" ${ARGN})
  add_library(native_${name} STATIC ${arg_SOURCES})
  target_link_libraries(native_${name} PUBLIC native_options)
  target_compile_options(native_${name} PRIVATE -Og)  # keeps arguments, which reports tell
  target_compile_definitions(native_${name} PRIVATE ${arg_DEFINES})
  set_target_properties(native_${name} PROPERTIES
    OUTPUT_NAME ${name} ARCHIVE_OUTPUT_DIRECTORY ${native_lib_dir})
  rc_private_names(native_${name} i?RCCE_.*|RC_.*)
endfunction()

function(rc_firmware_library name)
  cmake_parse_arguments(arg "HOSTED;NATIVE" "" "SOURCES;DEFINES" ${ARGN})
  if(arg_NATIVE)
    rc_native_library(${name} SOURCES ${arg_SOURCES} DEFINES ${arg_DEFINES})
  endif()
endfunction()

# Nothing bare runs natively.
function(rc_bare_app name)
  cmake_parse_arguments(arg "STUB" "SCRIPT" "SOURCES" ${ARGN})
  if(NOT arg_STUB)
    set_property(GLOBAL APPEND PROPERTY FIRMWARE_APPS ${native_app_dir}/${name}.elf)
  endif()
endfunction()

function(rc_firmware_app name)
  cmake_parse_arguments(arg "HOSTED;NATIVE" "" "SOURCES;IN_FRONT;LIBRARIES;DEFINES" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY FIRMWARE_APPS ${native_app_dir}/${name}.elf)
  if(NOT arg_NATIVE)
    return()
  endif()
  if(NOT arg_LIBRARIES)
    set(arg_LIBRARIES rcce)
  endif()
  list(TRANSFORM arg_IN_FRONT PREPEND native_)
  list(TRANSFORM arg_LIBRARIES PREPEND native_)
  add_executable(native_app_${name} ${arg_SOURCES})
  target_link_libraries(native_app_${name} PRIVATE
    -Wl,--whole-archive ${arg_IN_FRONT} -Wl,--no-whole-archive ${arg_LIBRARIES} native_hal m)
  target_compile_definitions(native_app_${name} PRIVATE ${arg_DEFINES})
  set_target_properties(native_app_${name} PROPERTIES
    OUTPUT_NAME ${name}.native RUNTIME_OUTPUT_DIRECTORY ${native_app_dir})
  add_dependencies(native_apps native_app_${name})
endfunction()

set(sanitize)
if(ROCKCREEK_SANITIZE STREQUAL "thread")
  set(sanitize -fsanitize=thread)
elseif(ROCKCREEK_SANITIZE)
  set(sanitize -fsanitize=address,undefined)
endif()
rc_compiler_conf(FILE ${CMAKE_CURRENT_BINARY_DIR}/native.conf TARGET native
  CC ${CMAKE_C_COMPILER} CXX ${CMAKE_CXX_COMPILER}
  LIBRARY_DIR ${native_lib_dir}
  COMPILE ${native_flags}
  LINK ${native_link_flags} ${sanitize}
  ALWAYS ${native_lib_dir}/libhal.a -lstdc++ -lm)
