# SPDX-License-Identifier: Apache-2.0
# Firmware programs that check themselves, on the simulated machine: exit status 0 is right.
function(_firmware_program name app ues)
  rc_firmware_program(${name} ${app} --ues ${ues} -- ${ARGN})
endfunction()

foreach(ues 1 2 3 7 47 48)
  _firmware_program(barrier_bcast_${ues} rcce_check ${ues} barrier bcast)
  _firmware_program(locks_split_${ues} rcce_check ${ues} errors recv_test locks comm_split)
  _firmware_program(gory_${ues} gory_check ${ues})
endforeach()
# All distances from UE 0 and all pairs need all cores.
_firmware_program(sizes rcce_check 48 sizes)
_firmware_program(all_pairs rcce_check 48 all_pairs)
# Where buffers and registers lie; the data TLB shows with all cores only.
foreach(ues 7 48)
  _firmware_program(rank_window_${ues} rank_window ${ues})
endforeach()
_firmware_program(interrupts interrupts 2)
foreach(ues 1 8 48)
  _firmware_program(apic_${ues} apic ${ues})
endforeach()
_firmware_program(apic_million apic 1 1000000 1000)
foreach(ues 1 2 7 48)
  _firmware_program(soak_${ues} soak ${ues} ${ues} 12)
endforeach()

foreach(app waits waits_bigflags waits_singlebitflags)
  foreach(ues 1 2 7)
    _firmware_program(${app}_${ues} ${app} ${ues} any ${ues} 20)
  endforeach()
endforeach()

# The programs of `bench programs`, small.
_firmware_program(bench_product bench_product 2 20 2)
_firmware_program(bench_plate bench_plate 5 24 4)
_firmware_program(bench_flow bench_flow 4 24 2 3)
_firmware_program(bench_exchange bench_messages 7 exchange 40 2)
_firmware_program(bench_broadcast bench_messages 6 broadcast 3000 3)

# iRCCE, over flags of a byte and of a line.
foreach(app ircce_check ircce_check_bigflags)
  foreach(ues 1 2 3 12 47 48)
    _firmware_program(${app}_storm_${ues} ${app} ${ues} storm 600 ${ues})
    foreach(section mixed lists errors atomic)
      _firmware_program(${app}_${section}_${ues} ${app} ${ues} ${section})
    endforeach()
  endforeach()
  foreach(ues 2 12 48)
    _firmware_program(${app}_any_${ues} ${app} ${ues} any)
    _firmware_program(${app}_collectives_${ues} ${app} ${ues} collectives)
  endforeach()
  _firmware_program(${app}_unmatched ${app} 2 unmatched)
  set_tests_properties(firmware_program.${app}_unmatched PROPERTIES PASS_REGULAR_EXPRESSION
    "RCCE_finalize on UE 0: a message of 100 bytes to UE 1 was not finished")
  _firmware_program(${app}_storm_10000 ${app} 48 storm 10000 48)
  set_tests_properties(firmware_program.${app}_storm_10000 PROPERTIES LABELS slow)
endforeach()
# And of a bit: the same code but for how a flag is written.
foreach(section storm mixed lists errors any collectives)
  _firmware_program(ircce_check_singlebitflags_${section} ircce_check_singlebitflags 12 ${section})
endforeach()

# Programs as people bring them.
_firmware_program(options options 3 -n 500 -s 2.5 -v word)
foreach(program progress big_stack inventory)
  _firmware_program(${program} ${program} 2)
endforeach()
