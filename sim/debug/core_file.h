// SPDX-License-Identifier: Apache-2.0
// A machine that has stopped, as an ELF core file of Linux on i386, which GDB opens: each UE or node
// is a thread with its registers, and the memory is that of the first thread, since a file has one
// address space.
//
// Sources: System V ABI, Intel386 supplement, chapter 5 (program headers); elf_prstatus, elf_prpsinfo
// and user_fpregs_struct of Linux (include/uapi/linux/elfcore.h, arch/x86/include/asm/user_32.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/debug/gdb_registers.h"

namespace rc::sim::debug {

/// Bytes of a page, in which memory is asked for.
inline constexpr std::uint32_t kCorePage = 4096;

struct CoreThread {
  int number = 0;  ///< GDB's LWP, from 1
  GdbRegisters registers{};
};

struct CoreContents {
  std::string program;              ///< a file's name; GDB is told of one up to 15 characters
  int signal = 0;                   ///< of Linux, which says why the run ended; 0: it ended well
  std::vector<CoreThread> threads;  ///< the first is the one that GDB chooses
  /// Reads the page at an address, a multiple of kCorePage; false: nothing is mapped there.
  std::function<bool(std::uint32_t address, std::uint8_t* page)> read;
  /// Whether the program's file has bytes for that page. GDB shows those where the core file has none,
  /// so such a page is written even if it holds zeros only.
  std::function<bool(std::uint32_t address)> in_program;
};

/// Pages of zeros take no room. kernel::InputError if the file cannot be written.
void write_core_file(const std::string& path, const CoreContents& contents);

}  // namespace rc::sim::debug
