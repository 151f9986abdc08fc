# The cross compiler and the flags that every object of the machine is built with. The host project
# knows C++ only; firmware is compiled by the rules in rules.cmake.
find_program(FIRMWARE_CXX i686-linux-gnu-g++ REQUIRED)
find_program(FIRMWARE_CC i686-linux-gnu-gcc REQUIRED)
find_program(FIRMWARE_AR i686-linux-gnu-ar REQUIRED)
find_program(FIRMWARE_RANLIB i686-linux-gnu-ranlib REQUIRED)
find_program(FIRMWARE_AS i686-linux-gnu-as REQUIRED)
find_program(FIRMWARE_OBJDUMP i686-linux-gnu-objdump REQUIRED)
find_program(FIRMWARE_OBJCOPY i686-linux-gnu-objcopy REQUIRED)

set(FIRMWARE_OPTIMISATION -O2 CACHE STRING
    "Optimisation of the firmware; the host's build type does not change it")

# The core is an i586: no cmov, no SSE, no landing pads, no multi-byte nop. And nobody is on Linux
# here, whatever the compiler predefines: newlib would turn to 64-bit files.
set(firmware_machine_flags
    -U__linux__ -U__gnu_linux__ -march=pentium -mtune=pentium
    -ffreestanding -fno-pic -no-pie -fcf-protection=none
    -fno-asynchronous-unwind-tables -fno-stack-protector -ffunction-sections -fdata-sections)

execute_process(COMMAND ${FIRMWARE_CC} -print-file-name=include
                OUTPUT_VARIABLE firmware_cc_include OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${FIRMWARE_CC} -dumpversion
                OUTPUT_VARIABLE firmware_cc_version OUTPUT_STRIP_TRAILING_WHITESPACE)
find_path(FIRMWARE_CXX_INCLUDE cstdint PATHS /usr/i686-linux-gnu/include/c++/${firmware_cc_version}
          NO_DEFAULT_PATH REQUIRED)
