// SPDX-License-Identifier: Apache-2.0
// Checks the boot block, runs the constructors, calls main(): on a machine with the SCC's map. On
// any other one elsewhere.cpp does so.
#include <stdlib.h>
#include <unistd.h>

#include "firmware/boot/memory_layout.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/processor.h"

extern "C" {
using Constructor = void (*)();
extern Constructor __init_array_start[];
extern Constructor __init_array_end[];
int main(int argc, char** argv, char** environment);

[[noreturn]] void boot_start();
[[noreturn]] void boot_elsewhere(int status_if_bad);
}

// boot_elsewhere() calls it; named here, too, so that the linker takes its object at the same place
// for every program, and code and data lie where they lay.
asm(".globl _exit");

namespace {

constexpr int kBadBootBlock = 126;  // exit status, as a shell's "cannot execute"

bool boot_block_ok() {
  return hal::boot_word(SCC_BOOT_WORD_MAGIC) == SCC_BOOT_MAGIC &&
         hal::boot_word(SCC_BOOT_WORD_MEMORY_END) >= FW_MAPPED_END;
}

}  // namespace

void boot_start() {
  if (!boot_block_ok()) boot_elsewhere(kBadBootBlock);
  for (Constructor* c = __init_array_start; c != __init_array_end; ++c) (*c)();
  exit(main(hal::argument_count(), hal::arguments(), environ));
}
