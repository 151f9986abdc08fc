rc_test(elf_fuzz_test SOURCES elf_mutations.cpp LIBS rc_sim_base LABEL unit)
