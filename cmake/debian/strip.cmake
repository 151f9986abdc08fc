# SPDX-License-Identifier: Apache-2.0
# Before a package is made: programs of the host lose the symbols that only a debugger of them reads. Those of the
# simulated machine keep theirs, which `gdb`, profiles and reports show.
file(GLOB programs ${CPACK_TEMPORARY_DIRECTORY}/usr/bin/rockcreek
  ${CPACK_TEMPORARY_DIRECTORY}/usr/lib/rockcreek/programs/*
  ${CPACK_TEMPORARY_DIRECTORY}/usr/lib/rockcreek/python/*.so)
execute_process(COMMAND strip --strip-unneeded ${programs} COMMAND_ERROR_IS_FATAL ANY)
