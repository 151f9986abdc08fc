# The routers in SystemVerilog against the C++ model, and their parts against what they promise.
rc_test(lockstep_router SOURCES ${CMAKE_CURRENT_LIST_DIR}/router.cpp
  LIBS rc_rtl_checked LABEL lockstep)
rc_test(lockstep_router_network SOURCES ${CMAKE_CURRENT_LIST_DIR}/router_network.cpp
  LIBS rc_rtl rc_rtl_checked LABEL lockstep)

# Widths at which the arbiters can be walked through completely, and small queues.
rc_verilated_library(rc_rtl_parts)
foreach(n 1 2 3 4 5 6 8)
  rc_verilate(rc_rtl_parts RcRoundRobin${n} rc_rr_arbiter
    SOURCES ${rc_router_dir}/rc_rr_arbiter.sv ARGS -GN=${n})
  rc_verilate(rc_rtl_parts RcLeastRecent${n} rc_lrs_arbiter
    SOURCES ${rc_router_dir}/rc_lrs_arbiter.sv ARGS -GN=${n})
endforeach()
foreach(fall_through 0 1)
  rc_verilate(rc_rtl_parts RcQueues${fall_through} rc_vc_queues
    SOURCES ${rc_router_dir}/rc_router_pkg.sv ${rc_router_dir}/rc_vc_queues.sv
    ARGS -GNumVcs=2 -GNumClasses=1 -GDepth=2 "-GFallThrough=1'b${fall_through}" --assert)
endforeach()
rc_test(lockstep_router_parts SOURCES ${CMAKE_CURRENT_LIST_DIR}/router_parts.cpp
  LIBS rc_rtl_parts rc_noc LABEL lockstep)

# Hardware, not a C++ model in disguise: lint without a waiver, and synthesis.
foreach(set IN LISTS rc_router_sets)
  rc_router_arguments("${set}" parameters)
  string(REPLACE " " "_" name ${set})
  add_test(NAME lint_router_${name} COMMAND ${VERILATOR_BIN} --lint-only -Wall --assert
    --top-module rc_router ${parameters} ${rc_router_sources})
  set_tests_properties(lint_router_${name} PROPERTIES LABELS lockstep)
endforeach()

# Pipeline 4 is the SCC's; 1 has the longest paths between registers.
foreach(pipeline 4 1)
  add_test(NAME synthesis_router_pipeline_${pipeline} COMMAND ${CMAKE_COMMAND} -DYOSYS=${YOSYS}
    "-DSOURCES=${rc_router_sources}" -DTOP=rc_router "-DPARAMETER=Pipeline ${pipeline}"
    -P ${CMAKE_SOURCE_DIR}/rtl_stubs/synthesis.cmake)
  set_tests_properties(synthesis_router_pipeline_${pipeline} PROPERTIES LABELS lockstep)
endforeach()
