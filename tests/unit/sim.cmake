rc_test(sim_base_test
  SOURCES sim_elf.cpp sim_files.cpp sim_parameters.cpp
  LIBS rc_sim_base
  LABEL unit)
