# Synthesises TOP from SOURCES with Yosys and prints cells by module. Fails on an error, on a latch,
# on an undriven net and on what is left unmapped.
#   cmake -DYOSYS=yosys "-DSOURCES=a.sv;b.sv" -DTOP=module -P synthesis.cmake
list(JOIN SOURCES " " files)
execute_process(
  COMMAND ${YOSYS} -p "read_verilog -sv -DSYNTHESIS ${files}; hierarchy -check -top ${TOP}; proc; select -assert-none t:$dlatch t:$adlatch; synth -top ${TOP}; check -assert; stat"
  OUTPUT_VARIABLE log ERROR_VARIABLE errors RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "yosys: ${errors}")
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
