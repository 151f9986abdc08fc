# The instruction set against trusted CPUs. The `slow` variants run more random cases of the same.
find_package(PkgConfig REQUIRED)
pkg_check_modules(unicorn REQUIRED IMPORTED_TARGET unicorn)
find_package(Zydis REQUIRED)

set(support ${CMAKE_SOURCE_DIR}/tests/support)
add_library(rc_oracle STATIC
  ${support}/isa_blocks.cpp
  ${support}/isa_cases.cpp
  ${support}/isa_flags.cpp
  ${support}/isa_forms.cpp
  ${support}/isa_system_cases.cpp
  ${support}/oracle.cpp
  ${support}/oracle_bench.cpp
  ${support}/oracle_boot.cpp
  ${support}/oracle_iss.cpp
  ${support}/oracle_native.cpp
  ${support}/oracle_unicorn.cpp
  ${support}/x87_compare.cpp
  ${support}/x87_values.cpp)
target_link_libraries(rc_oracle PUBLIC rc_cpu rc_options PRIVATE PkgConfig::unicorn Zydis::Zydis)

rc_test(lockstep_isa_forms SOURCES ${CMAKE_CURRENT_LIST_DIR}/isa_forms.cpp LIBS rc_oracle LABEL lockstep)
rc_test(lockstep_isa_blocks SOURCES ${CMAKE_CURRENT_LIST_DIR}/isa_blocks.cpp LIBS rc_oracle LABEL lockstep)
rc_test(lockstep_isa_system SOURCES ${CMAKE_CURRENT_LIST_DIR}/isa_system.cpp LIBS rc_oracle LABEL lockstep)
rc_test(lockstep_isa_coverage SOURCES ${CMAKE_CURRENT_LIST_DIR}/isa_coverage.cpp LIBS rc_oracle LABEL lockstep)
rc_test(lockstep_fpu_native SOURCES ${CMAKE_CURRENT_LIST_DIR}/fpu_native.cpp LIBS rc_oracle LABEL lockstep)

foreach(test forms blocks)
  add_test(NAME lockstep_isa_${test}_slow COMMAND lockstep_isa_${test})
  set_tests_properties(lockstep_isa_${test}_slow PROPERTIES LABELS slow TIMEOUT 3600)
endforeach()
set_tests_properties(lockstep_isa_forms_slow PROPERTIES ENVIRONMENT ROCKCREEK_LOCKSTEP_CASES=2000)
set_tests_properties(lockstep_isa_blocks_slow PROPERTIES ENVIRONMENT ROCKCREEK_LOCKSTEP_CASES=2000000)

find_library(mpfr_library mpfr REQUIRED)
rc_test(lockstep_fpu_transcendental
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/fpu_transcendental.cpp
  LIBS rc_oracle ${mpfr_library} gmp LABEL lockstep)
