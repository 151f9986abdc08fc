# Complete exchange by every implementation: the program looks at every block that arrives. Block
# sizes lie about the edges of protocol and cache lines; none is a case too.
foreach(how naive linear stable pairwise_F pairwise_F_unsynchronised pairwise_U standard_F standard_U)
  foreach(nodes 2 4 8 32)
    add_test(NAME firmware_program.exchange_${how}_${nodes}
             COMMAND rockcreek-sim run ${CMAKE_BINARY_DIR}/firmware/apps/ipsc_exchange.elf
                     --machine ipsc860 --ues ${nodes} --set software.jitter_us=22
                     -- ${how} 1 20 0 2 0 1 7 64 100 101 1000)
    set_tests_properties(firmware_program.exchange_${how}_${nodes} PROPERTIES
      LABELS firmware TIMEOUT 900)
  endforeach()
endforeach()
