// SPDX-License-Identifier: Apache-2.0
// Which function of a program holds an address: messages, backtraces and profiles ask here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rc::sim::machine {

// Begins the second name of a library's function, by which libraries call it
// (firmware/cmake/private_names.sh).
inline constexpr std::string_view kPrivatePrefix = "__rc_";

struct ElfSymbol {
  std::uint32_t address = 0;
  std::uint32_t size = 0;  // bytes; 0: unknown, as that of a label in assembly
  std::string name;        // demangled
};

// A name of C++ as its author wrote it; any other as it is.
std::string demangled(const char* name);

class SymbolTable {
 public:
  // The end of the code that an address belongs to: a segment's.
  struct Extent {
    std::uint32_t begin = 0, end = 0;
  };

  SymbolTable() = default;
  // A label reaches to the next symbol or the end of its code. Names that begin with ".L" are marks
  // within a function and are left out.
  SymbolTable(std::vector<ElfSymbol> symbols, const std::vector<Extent>& code);

  // The function around an address, else the label before it; null: there is neither. Of functions
  // that overlap the one that begins last.
  const ElfSymbol* at(std::uint32_t address) const;
  // "name+0x12", or "0x00012345" where no symbol covers the address.
  std::string locate(std::uint32_t address) const;

  std::size_t size() const { return symbols_.size(); }
  auto begin() const { return symbols_.begin(); }  // by address
  auto end() const { return symbols_.end(); }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  void cover(std::uint32_t begin, std::uint32_t end, std::size_t symbol);

  std::vector<ElfSymbol> symbols_;
  std::map<std::uint32_t, std::size_t>
      covered_;  // from an address on: index of the symbol, or kNone
};

}  // namespace rc::sim::machine
