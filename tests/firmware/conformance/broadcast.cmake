# SPDX-License-Identifier: Apache-2.0
# Broadcasts check every byte at every UE and guard words around the buffer: exit status 0 is right.
# The default is a sample; all numbers of UEs that an algorithm treats differently are slow.
function(_broadcast_check label image algorithm ues bytes roots)
  add_test(NAME broadcast.${algorithm}_${ues}_${label}
           COMMAND rockcreek-sim run ${CMAKE_BINARY_DIR}/firmware/apps/${image}.elf --ues ${ues}
                   -- ${algorithm} bytes=${bytes} root=${roots} ${ARGN})
  set_tests_properties(broadcast.${algorithm}_${ues}_${label} PROPERTIES LABELS ${label} TIMEOUT 3600)
endfunction()

set(two_sided cube dopl linear binomial scatter_allgather dopl_rcce cube_ircce binomial_ircce
              scatter_allgather_ircce)
set(one_sided oc_bcast courier_cube courier_dopl)
function(_broadcast_checks label ues bytes roots)
  foreach(algorithm ${two_sided})
    _broadcast_check(${label} broadcast ${algorithm} ${ues} ${bytes} ${roots} part=4096 pipe=1000)
  endforeach()
  foreach(algorithm ${one_sided})
    _broadcast_check(${label} broadcast_gory ${algorithm} ${ues} ${bytes} ${roots} part=8192)
  endforeach()
endfunction()

_broadcast_checks(firmware 1 0,1,4097 0)
_broadcast_checks(firmware 3 0,1,4095,4096,4097,8192,8193 0,2)
_broadcast_checks(firmware 13 1,8193 0,12)
_broadcast_checks(firmware 48 4097,8193 29)

# A part larger than the message, parts of a few bytes, and a tree that is a line.
_broadcast_check(firmware broadcast cube 6 100,333 5 part=7)
_broadcast_check(firmware broadcast_gory courier_dopl 12 100,333 11 part=50 pipe=9)
_broadcast_check(firmware broadcast_gory oc_bcast 5 10000 0,4,0 arity=1)

set(all_sizes 0,1,4095,4096,4097,8192,8193,50000,190001)
foreach(ues 1 2 3 5 6 7 8 12 13 24 31 36 47 48)
  math(EXPR last "${ues} - 1")
  math(EXPR middle "${ues} / 2")
  _broadcast_checks(slow ${ues} ${all_sizes} 0,${middle},${last})
endforeach()
