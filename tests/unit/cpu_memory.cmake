rc_test(cpu_memory_test
  SOURCES
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_memory_cache.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_memory_code.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_memory_cycles.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_memory_instruments.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_memory_paging.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cpu_memory_random.cpp
  LIBS rc_cpu
  LABEL unit)
