# SPDX-License-Identifier: Apache-2.0
# Synthesises TOP from SOURCES with Yosys and prints cells by module. Fails on an error, on a latch,
# on an undriven net, on a combinational loop through any modules, and on what is left unmapped.
#   cmake -DYOSYS=yosys "-DSOURCES=a.sv;b.sv" -DTOP=module ["-DPARAMETER=Name value"]
#         -P synthesis.cmake
list(JOIN SOURCES " " files)
if(PARAMETER)
  set(parameter "-chparam ${PARAMETER}")
endif()
set(script
  "read_verilog -sv -DSYNTHESIS ${files}"
  "hierarchy -check -top ${TOP} ${parameter}"
  "proc"
  "select -assert-none t:$dlatch t:$adlatch"
  "design -save modules" "flatten" "check -assert" "design -load modules"
  "synth -top ${TOP}"
  "check -assert"
  "stat")
list(JOIN script "; " script)
execute_process(
  COMMAND ${YOSYS} -p "${script}"
  OUTPUT_VARIABLE log ERROR_VARIABLE errors RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  # The last lines of the log say what the error is about.
  string(REGEX MATCH "[^\n]*(\n[^\n]*)?(\n[^\n]*)?(\n[^\n]*)?(\n[^\n]*)?\n?$" last "${log}")
  message(FATAL_ERROR "${YOSYS} ended with ${code}: ${last}${errors}")
endif()

# The last stat: one block per module, then the hierarchy with the total.
string(FIND "${log}" "Printing statistics." at REVERSE)
string(SUBSTRING "${log}" ${at} -1 statistics)
string(REGEX MATCHALL "=== [^\n]+ ===\n|Number of cells: +[0-9]+" found "${statistics}")
set(module)
foreach(line IN LISTS found)
  if(line MATCHES "=== (.+) ===")
    set(module ${CMAKE_MATCH_1})
    string(REGEX REPLACE "^.*(rc_[a-z_]+).*$" "\\1" module ${module})
  elseif(line MATCHES "([0-9]+)$")
    message("${module}: ${CMAKE_MATCH_1} cells")
  endif()
endforeach()
