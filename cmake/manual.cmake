# SPDX-License-Identifier: Apache-2.0
# cmake -D FRONT=rockcreek-sim -D RCCERUN=rccerun -D PROGRAMS=FOLDER -D TEMPLATES=cmake/completions -D OUT=FOLDER -P manual.cmake: manual
# pages (OUT/man1) and completions of bash and zsh (OUT/rockcreek, OUT/_rockcreek), from what the programs say
# of their own options.
cmake_minimum_required(VERSION 3.25)

# say(VARIABLE COMMAND...): what the command prints.
function(say variable)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# roff(VARIABLE): the text as it stands, for man.
function(roff variable)
  string(REPLACE "\\" "\\e" text "${${variable}}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# page(NAME SUMMARY TEXT): rockcreek-NAME(1) of a text that is shown line by line.
function(page name summary text)
  string(TOUPPER "${name}" title)
  roff(title)
  roff(name)
  roff(summary)
  roff(text)
  string(REPLACE "\\-" "-" file "${name}")
  file(WRITE ${OUT}/man1/${file}.1
    ".TH \"${title}\" 1 \"\" \"Rock Creek\" \"Rock Creek\"\n.SH NAME\n${name} \\- ${summary}\n"
    ".SH DESCRIPTION\n.nf\n${text}.fi\n.SH SEE ALSO\n\\fBrockcreek\\fR(1)\n")
endfunction()

file(REMOVE_RECURSE ${OUT})
say(verbs ${FRONT} --verbs)
string(REPLACE ";" "\\;" verbs "${verbs}")  # a semicolon would end an entry of the list
string(REGEX MATCHALL "[^\n]+" verbs "${verbs}")
set(ROCKCREEK_VERBS "")
set(ROCKCREEK_TABLE "")
foreach(line IN LISTS verbs)
  string(REGEX MATCH "^([^\t]+)\t([^\t]+)\t(.+)$" matched "${line}")
  set(verb ${CMAKE_MATCH_1})
  set(program ${PROGRAMS}/rockcreek-${CMAKE_MATCH_2})
  set(summary "${CMAKE_MATCH_3}")
  string(APPEND ROCKCREEK_VERBS "${verb}\t${summary}\n")
  if(program MATCHES "rockcreek-cc$")  # its options are the compiler's
    say(text ${program} ${verb} --help)
    page(rockcreek-${verb} "${summary}" "${text}")
  else()
    say(text ${program} --manual ${verb})
    file(WRITE ${OUT}/man1/rockcreek-${verb}.1 "${text}")
    say(text ${program} --completions ${verb})
    string(APPEND ROCKCREEK_TABLE "${text}")
  endif()
endforeach()
say(text ${FRONT} --help)
page(rockcreek "virtual platform of message-passing many-cores, and a laboratory for networks on chip" "${text}")
say(text ${RCCERUN} --help)
page(rccerun "run a program as RCCE's own launcher did" "${text}")
string(STRIP "${ROCKCREEK_VERBS}" ROCKCREEK_VERBS)
string(STRIP "${ROCKCREEK_TABLE}" ROCKCREEK_TABLE)
foreach(shell rockcreek _rockcreek)
  configure_file(${TEMPLATES}/${shell}.in ${OUT}/${shell} @ONLY)
endforeach()

# As Debian has them: compressed, without the time.
file(GLOB pages ${OUT}/man1/*.1)
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
