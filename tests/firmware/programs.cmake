# Firmware programs that check themselves, on the simulated machine: exit status 0 is right.
function(_firmware_program name app ues)
  add_test(NAME firmware_program.${name}
           COMMAND rockcreek-sim run ${CMAKE_BINARY_DIR}/firmware/apps/${app}.elf --ues ${ues}
                   -- ${ARGN})
  set_tests_properties(firmware_program.${name} PROPERTIES LABELS firmware TIMEOUT 900)
endfunction()

foreach(ues 1 2 3 7 47 48)
  _firmware_program(barrier_bcast_${ues} rcce_check ${ues} barrier bcast)
  _firmware_program(locks_split_${ues} rcce_check ${ues} errors recv_test locks comm_split)
  _firmware_program(gory_${ues} gory_check ${ues})
endforeach()
# All distances from UE 0 and all pairs need all cores.
_firmware_program(sizes rcce_check 48 sizes)
_firmware_program(all_pairs rcce_check 48 all_pairs)
_firmware_program(interrupts interrupts 2)
