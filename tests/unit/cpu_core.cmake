rc_test(cpu_core_test
  SOURCES
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_core_blocks.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_core_exceptions.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_core_random.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_core_timing.cpp
  LIBS rc_cpu
  LABEL unit)
