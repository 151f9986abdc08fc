# SPDX-License-Identifier: Apache-2.0
# Routers with a fault in one box each, for router_mutants.cpp. rc_router_mutant(MODULE OLD NEW)
rc_verilated_library(rc_rtl_router_mutants)
set(mutant_directory ${CMAKE_CURRENT_BINARY_DIR}/router_mutants)
set(mutant_list "// Made by the build: mutants.cmake.\n")
set(mutant_includes "${mutant_list}")
rc_router_arguments("8 2 3 16 4 0" mutant_parameters)
macro(rc_router_variant module)
  set(prefix RcRouterMutant_${module})
  rc_verilate(rc_rtl_router_mutants ${prefix} rc_router SOURCES ${ARGN}
    ARGS --noassert -Wno-fatal ${mutant_parameters})
  string(APPEND mutant_includes "#include \"${prefix}.h\"\n#include \"${prefix}___024root.h\"\n")
  string(APPEND mutant_list "RC_ROUTER_MUTANT(\"${module}\", ${prefix})\n")
endmacro()
function(rc_router_mutant module old new)
  rc_mutated(sources ${mutant_directory}/${module} ${module} "${old}" "${new}" ${rc_router_sources})
  rc_router_variant(${module} ${sources})
  set(mutant_includes "${mutant_includes}" PARENT_SCOPE)
  set(mutant_list "${mutant_list}" PARENT_SCOPE)
endfunction()

rc_router_variant(none ${rc_router_sources})
rc_router_mutant(rc_allocator
  "if (input_o[o*NumIn+i]) granted_o[i]" "if (input_o[o*NumIn+i] && o != 4) granted_o[i]")
rc_router_mutant(rc_arbiter ".served_i,\n" ".served_i(any_o),\n")
rc_router_mutant(rc_credit_counters "carry = up_i & ~down_i" "carry = up_i")
rc_router_mutant(rc_flit_ram "words_q[read_addr_i]" "words_q[read_addr_i ^ 1]")
rc_router_mutant(rc_flit_register "else valid_o <= valid_i;" "else valid_o <= valid_i && !valid_o;")
rc_router_mutant(rc_input_unit "freed = granted_i ?" "freed = granted_i && offer_o.tail ?")
rc_router_mutant(rc_least_recently_served "<= (j < i)" "<= (j > i)")
rc_router_mutant(rc_onehot_index "if (onehot_i[i])" "if (onehot_i[i] && i != 3)")
rc_router_mutant(rc_output_unit "class_mask & ~owned_q & credits" "class_mask & credits")
rc_router_mutant(rc_round_robin "(at_or_after != '0) ? at_or_after : request_i" "request_i")
rc_router_mutant(rc_route_computation
  "!there_x ? along_x : !there_y ? along_y" "!there_y ? along_y : !there_x ? along_x")
rc_router_mutant(rc_router
  "header[HeaderW-1 -: VcW] = VcW'(out_vcs[o*IndexW +: IndexW])" "header[HeaderW-1 -: VcW] = '0")
rc_router_mutant(rc_vc_queues "routed_q[chosen_i] <= !pop_tail_i" "routed_q[chosen_i] <= 1'b0")

# A mesh has no tables: that box is compared alone.
set(table_sources ${rc_router_dir}/rc_router_pkg.sv ${rc_router_dir}/rc_route_table.sv)
rc_mutated(table_mutant ${mutant_directory}/rc_route_table rc_route_table
  "table_i[(32'(vc_i) * NumDsts + 32'(dst_i)) * WayW" "table_i[(32'(vc_i) + 32'(dst_i)) * WayW" ${table_sources})
set(by_vc -GNumVcs=2 -GNumDsts=4 -GWayW=4 "-GByVc=1'b1" -Wno-fatal)
rc_verilate(rc_rtl_router_mutants RcRouteTable rc_route_table SOURCES ${table_sources} ARGS ${by_vc})
rc_verilate(rc_rtl_router_mutants RcRouteTableMutant rc_route_table SOURCES ${table_mutant} ARGS ${by_vc})

file(CONFIGURE OUTPUT ${mutant_directory}/router_mutants.inc CONTENT "${mutant_list}")
file(CONFIGURE OUTPUT ${mutant_directory}/router_mutants_models.h CONTENT "${mutant_includes}")
target_include_directories(rc_rtl_router_mutants SYSTEM PUBLIC ${mutant_directory})
list(JOIN rc_router_sources "," sources)
rc_test(lockstep_router_mutants SOURCES router_mutants.cpp LIBS rc_rtl_router_mutants rc_noc
  DEFINES ROUTER_SOURCES="${sources}" LABEL lockstep)
set_source_files_properties(router_mutants.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

rc_test(lockstep_two_stage_mutants SOURCES two_stage_mutants.cpp LIBS rc_sim_lab_rtl rc_sim_base
  DEFINES RTL_CACHE="${CMAKE_BINARY_DIR}/rtl_cache" LABEL lockstep)
