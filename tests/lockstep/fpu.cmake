rc_test(lockstep_fpu_native
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/fpu_native.cpp
          ${CMAKE_SOURCE_DIR}/tests/support/x87_values.cpp
  LIBS rc_cpu LABEL lockstep)
