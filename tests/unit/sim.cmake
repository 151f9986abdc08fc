rc_test(sim_base_test
  SOURCES sim_core_list.cpp sim_elf.cpp sim_files.cpp sim_host_services.cpp sim_parameters.cpp
          sim_processes.cpp sim_result.cpp
  LIBS rc_sim_base
  LABEL unit)

rc_test(arrows_test SOURCES arrows.cpp LABEL unit)
target_compile_definitions(arrows_test PRIVATE ROCKCREEK_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
