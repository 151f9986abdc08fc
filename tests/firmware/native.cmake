# Native runs: programs that check themselves, on the host. Exit status 0 is right.
function(_native name program)
  add_test(NAME native.${name} COMMAND rockcreek-sim run --native ${program} --max-time 300 ${ARGN})
  set_tests_properties(native.${name} PROPERTIES LABELS firmware TIMEOUT 400)
endfunction()

foreach(ues 1 2 3 12 47 48)
  foreach(program conformance conformance_gory conformance_rwth rcce_check gory_check heat sort
          matmul stencil share ep)
    _native(${program}_${ues} ${program} --ues ${ues})
  endforeach()
  _native(storm_${ues} ircce_check --ues ${ues} -- storm 10000 ${ues})
endforeach()
# Libraries that differ in their flags or in their shared memory.
foreach(ues 1 3 12)
  foreach(program conformance_bigflags conformance_singlebitflags conformance_gory_bigflags
          conformance_gory_singlebitflags conformance_rwth_bigflags conformance_rwth_singlebitflags
          conformance_shmcache share_shmcache cg)
    _native(${program}_${ues} ${program} --ues ${ues})
  endforeach()
endforeach()
foreach(kind "" _gory _bigflags _singlebitflags)
  _native(conformance_power${kind} conformance_power${kind} --ues 48)
endforeach()
foreach(program ircce_check ircce_check_bigflags ircce_check_singlebitflags)
  _native(${program}_storm ${program} --ues 48 -- storm 10000 1)
  foreach(section mixed lists errors atomic any collectives)
    _native(${program}_${section} ${program} --ues 12 -- ${section})
  endforeach()
endforeach()
# Two tiles as far apart as there are, with both cores of one.
_native(far conformance --cores 0,1,47)
_native(broadcast broadcast --ues 48 -- cube bytes=1,100,8193,100000 root=0,47 rounds=2)
_native(broadcast_gory broadcast_gory --ues 48 -- oc_bcast bytes=1,100,8193,100000 root=0,47 rounds=2)

rc_test(native_test SOURCES native.cpp LABEL firmware)
target_compile_definitions(native_test PRIVATE
  ROCKCREEK_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
  ROCKCREEK_SIM="$<TARGET_FILE:rockcreek-sim>"
  FIRMWARE_APPS="${CMAKE_BINARY_DIR}/firmware/apps")
add_dependencies(native_test rockcreek)
