// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/symbol_table.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

namespace rc::sim::machine {
namespace {

// Only the second name has a size: the known one stays and gets it. `symbols` are in the order of
// addresses.
void drop_private_names(std::vector<ElfSymbol>& symbols) {
  for (auto at = symbols.begin(); at != symbols.end();) {
    const auto behind = std::find_if(
        at, symbols.end(), [&](const ElfSymbol& each) { return each.address != at->address; });
    for (auto own = at; own != behind; ++own) {
      if (!own->name.starts_with(kPrivatePrefix)) continue;
      const auto known = std::find_if(at, behind, [&](const ElfSymbol& each) {
        return each.name == std::string_view(own->name).substr(kPrivatePrefix.size());
      });
      if (known == behind) continue;
      known->size = own->size;
      own->name.clear();
    }
    at = behind;
  }
  std::erase_if(symbols, [](const ElfSymbol& each) { return each.name.empty(); });
}

}  // namespace

std::string demangled(const char* name) {
  // The demangler takes any string for an encoded type; and no reader needs longer names than this.
  if (!std::string_view(name).starts_with("_Z") || std::strlen(name) > 500) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

SymbolTable::SymbolTable(std::vector<ElfSymbol> symbols, const std::vector<Extent>& code)
    : symbols_(std::move(symbols)) {
  std::erase_if(symbols_, [](const ElfSymbol& each) { return each.name.starts_with(".L"); });
  std::ranges::stable_sort(symbols_, {}, &ElfSymbol::address);
  drop_private_names(symbols_);
  const auto end_of_label = [&](std::uint32_t address) {
    std::uint32_t end = address;
    for (const Extent& each : code)
      if (each.begin <= address && address < each.end) end = each.end;
    const auto next = std::ranges::upper_bound(symbols_, address, {}, &ElfSymbol::address);
    return next == symbols_.end() ? end : std::min(end, next->address);
  };
  // Functions after labels: they count where both are.
  for (const bool labels : {true, false}) {
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      const std::uint32_t begin = symbols_[i].address, size = symbols_[i].size;
      if (labels != (size == 0)) continue;
      const std::uint32_t room = ~begin;  // up to the last address
      cover(begin, size == 0 ? end_of_label(begin) : begin + std::min(size, room), i);
    }
  }
}

void SymbolTable::cover(std::uint32_t begin, std::uint32_t end, std::size_t symbol) {
  if (begin >= end) return;
  const auto behind = covered_.upper_bound(end);
  const std::size_t then = behind == covered_.begin() ? kNone : std::prev(behind)->second;
  covered_.erase(covered_.lower_bound(begin), behind);
  covered_[begin] = symbol;
  covered_[end] = then;
}

const ElfSymbol* SymbolTable::at(std::uint32_t address) const {
  const auto behind = covered_.upper_bound(address);
  if (behind == covered_.begin()) return nullptr;
  const std::size_t found = std::prev(behind)->second;
  return found == kNone ? nullptr : &symbols_[found];
}

std::string SymbolTable::locate(std::uint32_t address) const {
  const ElfSymbol* const symbol = at(address);
  if (!symbol) return fmt::format("{:#010x}", address);
  const std::uint32_t offset = address - symbol->address;
  return offset == 0 ? symbol->name : fmt::format("{}+{:#x}", symbol->name, offset);
}

}  // namespace rc::sim::machine
