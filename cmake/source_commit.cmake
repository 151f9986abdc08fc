# SPDX-License-Identifier: Apache-2.0
# cmake -D SOURCE=... -D FILE=... -P source_commit.cmake: writes the commit of a clone into FILE, or
# "unknown" where there is no clone or no git.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE code ERROR_QUIET)
if(NOT code EQUAL 0)
  set(commit unknown)
endif()
file(WRITE ${FILE} "${commit}\n")
