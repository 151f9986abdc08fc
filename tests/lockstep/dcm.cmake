# The direct-connect module in SystemVerilog against the C++ model.

# Mutants: one piece of the source replaced by another. rc_dcm_mutant(NAME MODULE OLD NEW)
rc_verilated_library(rc_rtl_dcm_mutants)
set(mutant_directory ${CMAKE_CURRENT_BINARY_DIR}/dcm_mutants)
set(mutant_list "// Made by the build: dcm.cmake.\n")
set(mutant_includes "${mutant_list}")
function(rc_dcm_mutant name module old new)
  set(sources)
  foreach(source IN LISTS rc_dcm_sources)
    cmake_path(GET source STEM stem)
    if(stem STREQUAL module)
      file(READ ${source} text)
      string(REPLACE "${old}" "${new}" mutated "${text}")
      if(mutated STREQUAL text)
        message(FATAL_ERROR "${source} does not have: ${old}")
      endif()
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
      set(source ${mutant_directory}/${name}/${stem}.sv)
      file(CONFIGURE OUTPUT ${source} CONTENT "${mutated}" @ONLY)
    endif()
    list(APPEND sources ${source})
  endforeach()
  rc_verilate(rc_rtl_dcm_mutants RcDcmMutant_${name} rc_dcm SOURCES ${sources}
    ARGS --noassert -Wno-fatal)
  string(APPEND mutant_includes "#include \"RcDcmMutant_${name}.h\"\n")
  string(APPEND mutant_list "RC_DCM_MUTANT(\"${name}\", RcDcmMutant_${name})\n")
  set(mutant_includes "${mutant_includes}" PARENT_SCOPE)
  set(mutant_list "${mutant_list}" PARENT_SCOPE)
endfunction()

rc_dcm_mutant(highest_dimension_first rc_dcm_route
  "for (int d = rc_dcm_pkg::NodeW - 1; d >= 0; d--)" "for (int d = 0; d < rc_dcm_pkg::NodeW; d++)")
rc_dcm_mutant(arrival_does_not_count rc_dcm_order
  "lowest_first_i ? lower : by_arrival" "lower")
rc_dcm_mutant(last_come_first_served rc_dcm_order
  "earlier[j*NumPorts+i] || (!earlier[i*NumPorts+j]" "earlier[i*NumPorts+j] || (!earlier[j*NumPorts+i]")
rc_dcm_mutant(highest_source_first rc_dcm_order
  "sources_i[i*NodeW +: NodeW] < sources_i" "sources_i[i*NodeW +: NodeW] > sources_i")
rc_dcm_mutant(equal_sources_both_go rc_dcm_order
  "sources_i[i*NodeW +: NodeW] <= sources_i" "sources_i[i*NodeW +: NodeW] < sources_i")
rc_dcm_mutant(takes_a_busy_port rc_dcm_output
  "line_q.busy ? '0 : first" "(line_q.busy && !free_i) ? '0 : first")
rc_dcm_mutant(takes_the_last_circuits_acknowledgement rc_dcm_input
  "acknowledge_i && armed_q" "acknowledge_i")
rc_dcm_mutant(acknowledgement_stays rc_dcm_input
  "if (ends) acknowledge_q <= 1'b0" "if (begins) acknowledge_q <= 1'b0")
rc_dcm_mutant(release_a_bit_late rc_dcm_input
  "timing_i.pass - 1'b1" "timing_i.pass")
rc_dcm_mutant(forgets_to_ask_for_the_clock rc_dcm_output
  "running_o = wanted_q && !line_q.busy" "running_o = wanted_q && line_q.busy")
file(CONFIGURE OUTPUT ${mutant_directory}/dcm_mutants.inc CONTENT "${mutant_list}")
file(CONFIGURE OUTPUT ${mutant_directory}/dcm_mutants_models.h CONTENT "${mutant_includes}")
target_include_directories(rc_rtl_dcm_mutants SYSTEM PUBLIC ${mutant_directory})

rc_test(lockstep_dcm SOURCES ${CMAKE_CURRENT_LIST_DIR}/dcm.cpp ${CMAKE_CURRENT_LIST_DIR}/dcm_mutants.cpp
  LIBS rc_rtl rc_rtl_checked rc_rtl_dcm_mutants rc_ipsc LABEL lockstep)
rc_test(lockstep_dcm_network SOURCES ${CMAKE_CURRENT_LIST_DIR}/dcm_network.cpp
  LIBS rc_rtl rc_rtl_checked rc_ipsc LABEL lockstep)

# Hardware, not a C++ model in disguise: lint without a waiver, and synthesis.
add_test(NAME lint_dcm COMMAND ${VERILATOR_BIN} --lint-only -Wall --assert --top-module rc_dcm
  ${rc_dcm_sources})
add_test(NAME synthesis_dcm COMMAND ${CMAKE_COMMAND} -DYOSYS=${YOSYS} "-DSOURCES=${rc_dcm_sources}"
  -DTOP=rc_dcm -P ${CMAKE_SOURCE_DIR}/rtl_stubs/synthesis.cmake)
set_tests_properties(lint_dcm synthesis_dcm PROPERTIES LABELS lockstep)
