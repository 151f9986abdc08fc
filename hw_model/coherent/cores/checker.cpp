// SPDX-License-Identifier: Apache-2.0
#include "hw_model/coherent/cores/checker.h"

#include <bit>
#include <cstdio>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::coherent {
namespace {

[[noreturn]] void fail(unsigned core, Line line, const std::string& what) {
  char address[32];
  const unsigned long long first = line * kLineBytes;
  std::snprintf(address, sizeof address, "0x%llx", first);
  throw kernel::MachineError("coherence violated: core " + std::to_string(core) + ", line " +
                             address + ": " + what);
}

}  // namespace

void Checker::holds(unsigned core, Line line, State state) {
  Entry& entry = lines_[line];
  const std::uint64_t bit = std::uint64_t{1} << core;
  if (state == State::invalid) {
    entry.holders &= ~bit;
    return;
  }
  entry.holders |= bit;
  if (sole(state) && entry.holders != bit)
    fail(core, line,
         std::string("has it in ") + letter(state) + " beside core " +
             std::to_string(std::countr_zero(entry.holders & ~bit)));
}

const Words& Checker::read(unsigned core, const Copy& copy) {
  Entry& entry = lines_[copy.line];
  ++reads_;
  if (copy.version != entry.version)
    fail(core, copy.line,
         "reads an old value: write " + std::to_string(copy.version) + " of " +
             std::to_string(entry.version));
  return entry.words;
}

Words& Checker::write(unsigned core, Copy& copy) {
  Entry& entry = lines_[copy.line];
  ++writes_;
  if (!sole(copy.state) || entry.holders != std::uint64_t{1} << core)
    fail(core, copy.line, "writes, and others hold it");
  if (copy.version != entry.version)
    fail(core, copy.line,
         "writes over an old value: write " + std::to_string(copy.version) + " of " +
             std::to_string(entry.version));
  copy.state = State::modified;
  copy.version = ++entry.version;
  return entry.words;
}

}  // namespace rc::coherent
