// SPDX-License-Identifier: Apache-2.0
// What an expression of debug information computes (DWARF 5, section 2.5), of the operations that
// compilers write to find callers, arguments and variables. Sums are of 64 bits: whose words are of 32 takes the
// lower half.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "sim/symbols/call_frames.h"

namespace rc::sim::symbols {

struct DwarfContext {
  // Both give nothing where they know nothing.
  std::function<std::optional<std::uint64_t>(unsigned number)> value_of_register;
  std::function<std::optional<std::uint64_t>(std::uint64_t address)> word;
  std::uint64_t cfa = 0;  // canonical frame address; also the base of a function's variables
};

// Of a core with these registers, in a frame whose base is `cfa`. It refers to both arguments.
DwarfContext context_of(const Registers& registers, const ReadWord& memory, std::uint64_t cfa = 0);

// An address or a value; nothing for what is not of these kinds.
std::optional<std::uint64_t> evaluate(std::span<const Dwarf_Op> ops, const DwarfContext& context);

}  // namespace rc::sim::symbols
