// SPDX-License-Identifier: Apache-2.0
// Firmware images: statically linked ELF32 executables for i386, read by a parser that trusts
// nothing in the file. Everything wrong with an image is a kernel::InputError of one line: file,
// what is wrong, what was expected.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/host/image.h"
#include "sim/machine/symbol_table.h"

namespace rc::sim::machine {

struct ElfSegment {
  std::uint32_t address = 0;       // core physical address
  std::uint32_t memory_bytes = 0;  // what `bytes` leaves of it is zero
  bool executable = false;
  std::vector<std::uint8_t> bytes;
};

// A place that the program has marked (firmware/marks/RC_marks.h).
struct ProgramMark {
  enum class Kind : std::uint8_t { point, begin, end };  // of a region, the latter two

  std::uint32_t address = 0;  // of an instruction of its own
  Kind kind = Kind::point;
  std::string name;
};

struct ElfImage {
  std::uint32_t entry = 0;
  std::vector<ElfSegment> segments;  // by address, not overlapping
  std::uint32_t stack = 0;           // lowest address and
  std::uint32_t stack_bytes = 0;     // size of section .stack; 0: there is none
  std::uint32_t page_tables = 0;     // section .page_tables: the directory is first; 0: none
  std::uint32_t memory_end = 0;      // of what the program may use; 0: all that the machine has
  SymbolTable symbols;               // of code; empty for a stripped image
  SymbolTable variables;             // of data, likewise
  std::vector<ProgramMark> marks;    // by address
  std::string program;               // for locate(), in a run of several programs; empty: of one

  // As SymbolTable's; with a `program`, "name+0x12 of program".
  std::string locate(std::uint32_t address) const;
  // Whether a function's name begins with `prefix`.
  bool has_code_of(std::string_view prefix) const;
};

// `file` is the name for error messages; a core's private memory ends at `memory_bytes`.
ElfImage parse_elf(std::span<const std::uint8_t> data, const std::string& file,
                   std::uint64_t memory_bytes);
ElfImage load_elf(const std::string& file, std::uint64_t memory_bytes);

// What the machine loads; `name` is the program's.
host::Image to_image(const ElfImage& elf, const std::string& name);

}  // namespace rc::sim::machine
