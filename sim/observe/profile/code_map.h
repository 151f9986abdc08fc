// SPDX-License-Identifier: Apache-2.0
// Where in a program an address is: function by the ELF file's symbols, file and line by its DWARF
// line tables (libdw). A program without either has neither; nothing here fails.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/machine/symbol_table.h"
#include "sim/symbols/debug_info.h"

namespace rc::sim::observe {

struct SourceLine {
  std::string file;  // as the debug information names it; empty: unknown
  unsigned line = 0;
};

class CodeMap {
 public:
  // `symbols` as in ElfImage; the lines come from `info`, which need not outlive this. `program` is the name in a run of
  // several programs; empty: of one.
  CodeMap(const symbols::DebugInfo& info, machine::SymbolTable symbols, std::string program = "");

  // The name of the function that holds `address`; "0x..." where none does.
  std::string function(std::uint32_t address) const;
  // The same, with the program in a run of several: "work of worker.elf".
  std::string full_name(std::uint32_t address) const;
  const std::string& program() const { return program_; }
  // Its first address; `address` where none does.
  std::uint32_t entry(std::uint32_t address) const;
  SourceLine line(std::uint32_t address) const;
  // First addresses of all functions that a library offers by the start of their names.
  std::vector<std::uint32_t> library_calls(bool nx) const;
  // First addresses of the program's own functions, as far as it has debug information.
  const std::vector<std::uint32_t>& own_functions() const { return own_functions_; }

 private:
  struct Row {
    std::uint32_t file = 0;
    unsigned line = 0;  // 0: no code of the tables
  };
  std::string program_;
  machine::SymbolTable symbols_;
  std::vector<std::uint32_t> own_functions_;
  std::vector<std::string> files_;
  std::map<std::uint32_t, Row> rows_;  // valid up to the next
};

}  // namespace rc::sim::observe
