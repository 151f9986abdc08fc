# bench iss: the instruction-set core against plain Unicorn, on the same i586 code.
find_package(PkgConfig REQUIRED)
pkg_check_modules(unicorn REQUIRED IMPORTED_TARGET unicorn)
find_program(I686_CC i686-linux-gnu-gcc REQUIRED)
find_program(I686_OBJCOPY i686-linux-gnu-objcopy REQUIRED)

set(iss_guest ${CMAKE_CURRENT_BINARY_DIR}/iss_guest)
add_custom_command(
  OUTPUT ${iss_guest}.bin
  COMMAND ${I686_CC} -O2 -march=pentium -mtune=pentium -ffreestanding -fno-pic -no-pie
          -fcf-protection=none -fno-asynchronous-unwind-tables -fno-stack-protector
          -fno-toplevel-reorder -fno-tree-loop-distribute-patterns -nostdlib -static
          -Wl,--build-id=none,-Ttext=0x10000,-e,_start
          ${CMAKE_CURRENT_LIST_DIR}/iss_guest.c -o ${iss_guest}.elf
  COMMAND ${I686_OBJCOPY} -O binary -j .text ${iss_guest}.elf ${iss_guest}.bin
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/iss_guest.c
  VERBATIM)

add_library(rc_bench_iss STATIC ${CMAKE_CURRENT_LIST_DIR}/bench_iss.cpp ${iss_guest}.bin)
set_source_files_properties(
  ${CMAKE_CURRENT_LIST_DIR}/bench_iss.cpp PROPERTIES OBJECT_DEPENDS ${iss_guest}.bin)
target_compile_definitions(rc_bench_iss PRIVATE ISS_GUEST="${iss_guest}.bin")
target_link_libraries(rc_bench_iss PRIVATE rc_cpu benchmark::benchmark PkgConfig::unicorn)
