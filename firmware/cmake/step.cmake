# SPDX-License-Identifier: Apache-2.0
# One step of building `library` under `dir`. Its output goes to a log there; a failure names it.
function(step name working_dir)
  set(log ${dir}/${name}.log)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${working_dir} OUTPUT_FILE ${log}
                  ERROR_FILE ${log} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${library}: ${name} failed, see ${log}")
  endif()
endfunction()
