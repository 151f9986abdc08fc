rc_test(sim_base_test
  SOURCES sim_core_list.cpp sim_cubes.cpp sim_elf.cpp sim_exit_statuses.cpp sim_files.cpp sim_host_services.cpp sim_parameters.cpp
          sim_plot.cpp sim_processes.cpp sim_result.cpp
  LIBS rc_sim_base
  LABEL unit)

rc_test(sim_machine_test SOURCES sim_machine.cpp LIBS rc_sim LABEL unit)
rc_test(sim_noc_test SOURCES sim_noc.cpp LIBS rc_sim LABEL unit)

foreach(name arrows launcher)
  rc_test(${name}_test SOURCES ${name}.cpp LABEL unit)
  target_compile_definitions(${name}_test PRIVATE ROCKCREEK_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
endforeach()
