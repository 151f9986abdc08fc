# SPDX-License-Identifier: Apache-2.0
# rc_private_names(TARGET [NAMES]): a program may define what this library and its brothers do
# (private_names.sh). NAMES: what the brothers define.
set(private_names ${CMAKE_CURRENT_LIST_DIR}/private_names.sh)

function(rc_private_names target)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND bash ${private_names} $<TARGET_FILE:${target}> ${CMAKE_OBJDUMP} ${CMAKE_OBJCOPY} ${CMAKE_AR}
            ${ARGN}
    VERBATIM)
  # A static library cannot depend on the script itself.
  get_target_property(sources ${target} SOURCES)
  set_property(SOURCE ${sources} PROPERTY OBJECT_DEPENDS ${private_names})
endfunction()
