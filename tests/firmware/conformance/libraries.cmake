# SPDX-License-Identifier: Apache-2.0
# The conformance programs, small counts for every kind of library, 47 and 48 UEs for the plain one;
# all the rest is slow.
function(_conformance name app label options)
  add_test(NAME conformance.${name}
           COMMAND rockcreek-sim run ${CMAKE_BINARY_DIR}/firmware/apps/${app}.elf ${options})
  set_tests_properties(conformance.${name} PROPERTIES LABELS ${label} TIMEOUT 900)
endfunction()

foreach(face conformance conformance_gory conformance_rwth)
  set(kinds "" _bigflags _singlebitflags _shmcache)
  if(face STREQUAL "conformance_gory")
    set(kinds "" _bigflags _singlebitflags)
  elseif(face STREQUAL "conformance_rwth")
    set(kinds "" _bigflags _singlebitflags)
  endif()
  foreach(kind IN LISTS kinds)
    set(app ${face}${kind})
    # Cached shared memory changes one chapter.
    set(sections "")
    if(kind STREQUAL "_shmcache")
      set(sections "--;shared_memory;locks")
    endif()
    foreach(ues 1 2 3 12)
      _conformance(${app}_${ues} ${app} firmware "--ues;${ues};${sections}")
    endforeach()
    # Two tiles as far apart as there are, with both cores of one.
    _conformance(${app}_far ${app} firmware "--cores;0,1,47")
    foreach(ues 47 48)
      set(label slow)
      if("${kind}${ues}" STREQUAL "48")
        set(label firmware)
      endif()
      _conformance(${app}_${ues} ${app} ${label} "--ues;${ues}")
    endforeach()
  endforeach()
endforeach()

foreach(what free shared)
  _conformance(misuse_${what} conformance_misuse firmware "--ues;2;--;${what}")
  string(REPLACE "free" "RCCE_free" call ${what})
  string(REPLACE "shared" "RCCE_shfree" call ${call})
  set(line "${call} on UE 0: no block begins at 0x[0-9a-f]+")
  set_tests_properties(conformance.misuse_${what} PROPERTIES PASS_REGULAR_EXPRESSION
    "${line}[^R]*${line}[^R]*${line}")
endforeach()
_conformance(misuse_debug conformance_misuse firmware "--ues;1;--;debug")
set(line "RCCE error on UE 0: Illegal UE identifier\n")
set_tests_properties(conformance.misuse_debug PROPERTIES PASS_REGULAR_EXPRESSION "^${line}${line}$")

# Voltages that change within 0.1 ms, but once: what is checked does not depend on it.
foreach(kind "" _gory _bigflags _singlebitflags)
  foreach(ues 1 8 48)
    _conformance(power${kind}_${ues} conformance_power${kind} firmware
                 "--ues;${ues};--set;vrc.ramp_us=100")
  endforeach()
endforeach()
_conformance(power_far conformance_power firmware "--cores;0,1,47;--set;vrc.ramp_us=100")
_conformance(power_ramps conformance_power firmware "--cores;0,47")
_conformance(power_fast_setting conformance_power firmware
             "--ues;3;--machine;scc-800-1600-1066;--set;vrc.ramp_us=100")

_conformance(headers conformance_headers firmware "--ues;2")
_conformance(headers_power conformance_headers_power firmware "--ues;2")

# Programs of the kinds that people wrote, on few and on all UEs.
foreach(ues 1 3 12 48)
  foreach(program heat sort matmul stencil)
    _conformance(${program}_${ues} ${program} firmware "--ues;${ues}")
  endforeach()
  _conformance(share_${ues} share firmware "--ues;${ues};--;2000")
  _conformance(ep_${ues} ep firmware "--ues;${ues};--;12")
endforeach()
_conformance(ep_larger ep firmware "--ues;48;--;16")
_conformance(ep_alone ep firmware "--ues;1;--;14")  # computes past the deadlock watch
foreach(ues 1 3 12)
  _conformance(cg_${ues} cg firmware "--ues;${ues};--;24")
endforeach()
_conformance(cg_48 cg slow "--ues;48")
_conformance(share_shmcache_3 share_shmcache firmware "--ues;3;--;3000")
foreach(program share heat sort matmul stencil ep cg)
  _conformance(${program}_refuses ${program} firmware "--ues;2;--;-1")
  set_tests_properties(conformance.${program}_refuses PROPERTIES
    PASS_REGULAR_EXPRESSION "${program}: n")
endforeach()
