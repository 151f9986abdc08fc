// SPDX-License-Identifier: Apache-2.0
// The debug information of an ELF file, held open (libdw). A file without any, or that cannot be
// read, has nothing; nothing here fails.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct Dwarf;
struct Elf;
struct Dwarf_CFI_s;

namespace rc::sim::symbols {

struct Parameter {
  std::string name;
  std::uint32_t offset = 0;  // from the first one's, in bytes: i386 passes all on the stack
};

// A function that the compiler has put into the one that calls it, and the line of that call.
struct Inlined {
  std::string function;
  std::string file;  // empty: unknown
  unsigned line = 0;
};

struct Place {
  std::string file;              // of the line, as the debug information names it; empty: unknown
  unsigned line = 0;             // from 1
  std::string unit;              // the source that was compiled
  std::vector<Inlined> inlined;  // that the instruction belongs to, innermost first
  std::vector<Parameter> parameters;  // of the function, if its interface is the standard one
  std::string returns;                // the type of its value; empty: none, or one without a name
};

// Whether what was compiled is a library of ours.
bool is_library(const std::string& unit);

class DebugInfo {
 public:
  explicit DebugInfo(const std::string& elf_file);
  // `elf`: what a file holds; it outlives this.
  explicit DebugInfo(std::span<const char> elf);
  ~DebugInfo();
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;

  // Each row of the line tables, in the file's order: the line of the code from `address` on, as far
  // as the next row; one that `ends` a piece of code has none.
  struct Row {
    std::uint32_t address = 0;
    std::string_view file;
    unsigned line = 0;
    bool ends = false;
  };
  void each_row(const std::function<void(const Row&)>& visit) const;
  // The source that code at `address` was compiled from; empty: unknown.
  std::string unit(std::uint32_t address) const;
  // Of the instruction at `address`.
  Place place(std::uint32_t address) const;
  // Call frame information: .debug_frame, .eh_frame, as far as there are both. They live as long as this.
  std::vector<Dwarf_CFI_s*> frame_tables() const;
  // libdw's own; nullptr: there is none.
  Dwarf* dwarf() const { return dwarf_; }

 private:
  int descriptor_ = -1;
  Elf* elf_ = nullptr;  // of what is no file
  Dwarf* dwarf_ = nullptr;
  mutable Dwarf_CFI_s* eh_frame_ = nullptr;  // made when it is first asked for
};

}  // namespace rc::sim::symbols
