# The same libraries and programs for the host, for native runs: what is declared NATIVE in
# rules.cmake's two verbs comes here too.
#   libraries -> ${native_lib_dir}/libNAME.a, programs -> ${CMAKE_BINARY_DIR}/firmware/apps/NAME.native
enable_language(C)
if(CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
endif()
set(native_lib_dir ${CMAKE_CURRENT_BINARY_DIR}/native)
add_custom_target(native_apps)

# What programs of users get too. Nothing refers to what runs before main().
set(native_flags -DROCKCREEK_NATIVE -I${CMAKE_CURRENT_SOURCE_DIR}/rcce
                 -I${CMAKE_CURRENT_SOURCE_DIR}/ircce -idirafter${firmware_map_include})
set(native_link_flags -Wl,-u,rockcreek_native_start)

# What every object and every program of ours gets. Assertions stay, as on the machine.
add_library(native_options INTERFACE)
target_include_directories(native_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(native_options INTERFACE ${native_flags} -UNDEBUG -Wall -Wextra -Wshadow)
target_link_options(native_options INTERFACE ${native_link_flags})

function(_native_library name sources defines)
  add_library(native_${name} STATIC ${sources})
  target_link_libraries(native_${name} PUBLIC native_options)
  target_compile_definitions(native_${name} PRIVATE ${defines})
  set_target_properties(native_${name} PROPERTIES
    OUTPUT_NAME ${name} ARCHIVE_OUTPUT_DIRECTORY ${native_lib_dir})
endfunction()

function(_native_app name sources libraries defines)
  add_executable(native_app_${name} ${sources})
  list(TRANSFORM libraries PREPEND native_)
  target_link_libraries(native_app_${name} PRIVATE ${libraries} native_hal m)
  target_compile_definitions(native_app_${name} PRIVATE ${defines})
  set_target_properties(native_app_${name} PROPERTIES
    OUTPUT_NAME ${name}.native RUNTIME_OUTPUT_DIRECTORY ${firmware_app_dir})
  add_dependencies(native_apps native_app_${name})
endfunction()
