// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/code_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace rc::sim::observe {
namespace {

// NX has no prefix of its own.
constexpr auto kNxCalls = std::to_array<std::string_view>(
    {"csend",     "crecv",     "crecvx",   "gsendx",  "isend",     "irecv",     "irecvx",
     "hsend",     "hsendx",    "hrecv",    "hrecvx",  "csendrecv", "isendrecv", "hsendrecv",
     "cprobe",    "cprobex",   "iprobe",   "iprobex", "msgwait",   "msgdone",   "msgmerge",
     "msgignore", "msgcancel", "flushmsg", "gsync",   "gdsum",     "gssum",     "gisum",
     "gdprod",    "gsprod",    "giprod",   "gdhigh",  "gshigh",    "gihigh",    "gdlow",
     "gslow",     "gilow",     "giand",    "gior",    "gixor",     "gland",     "glor",
     "glxor",     "gcol",      "gcolx",    "gopf",    "cread",     "cwrite",    "iowait"});

}  // namespace

CodeMap::CodeMap(const symbols::DebugInfo& info, machine::SymbolTable symbols, std::string program)
    : program_(std::move(program)), symbols_(std::move(symbols)) {
  for (const machine::ElfSymbol& each : symbols_) {
    const std::string unit = each.size == 0 ? "" : info.unit(each.address);
    if (!unit.empty() && !symbols::is_library(unit)) own_functions_.push_back(each.address);
  }
  std::map<std::string, std::uint32_t, std::less<>> known;
  info.each_row([&](const symbols::DebugInfo::Row& row) {
    if (row.ends) {
      rows_.try_emplace(row.address, Row{});
      return;
    }
    auto file = known.find(row.file);
    if (file == known.end()) {
      file = known.emplace(row.file, static_cast<std::uint32_t>(files_.size())).first;
      files_.emplace_back(row.file);
    }
    rows_[row.address] = {file->second, row.line};
  });
}

std::string CodeMap::function(std::uint32_t address) const {
  const machine::ElfSymbol* const found = symbols_.at(address);
  return found ? found->name : fmt::format("{:#010x}", address);
}

std::string CodeMap::full_name(std::uint32_t address) const {
  return program_.empty() ? function(address) : function(address) + " of " + program_;
}

std::uint32_t CodeMap::entry(std::uint32_t address) const {
  const machine::ElfSymbol* const found = symbols_.at(address);
  return found ? found->address : address;
}

SourceLine CodeMap::line(std::uint32_t address) const {
  const auto above = rows_.upper_bound(address);
  if (above == rows_.begin()) return {};
  const Row& row = std::prev(above)->second;
  return row.line == 0 ? SourceLine{} : SourceLine{files_[row.file], row.line};
}

std::vector<std::uint32_t> CodeMap::library_calls(bool nx) const {
  std::vector<std::uint32_t> found;
  for (const machine::ElfSymbol& each : symbols_) {
    // Names of C++ are demangled: RCCE_put(char*, ...).
    const std::string_view name = std::string_view(each.name).substr(0, each.name.find('('));
    const bool wanted = nx ? std::ranges::find(kNxCalls, name) != kNxCalls.end()
                           : name.starts_with("RCCE_") || name.starts_with("iRCCE_");
    // A program may have functions of such names.
    if (wanted && symbols::is_library(line(each.address).file)) found.push_back(each.address);
  }
  return found;
}

}  // namespace rc::sim::observe
