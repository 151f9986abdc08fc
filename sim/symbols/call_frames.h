// SPDX-License-Identifier: Apache-2.0
// One step up a stack of calls: the caller's registers, by call frame information (DWARF 5, section
// 6.4). Of the expressions it may contain those are evaluated that compilers write for i386.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "sim/symbols/debug_info.h"

namespace rc::sim::symbols {

// Numbered as in the i386 processor supplement: eax, ecx, edx, ebx, esp, ebp, esi, edi.
struct Registers {
  std::array<std::uint32_t, 8> general{};
  std::uint32_t eip = 0;

  static constexpr unsigned kEsp = 4;
};

// A word of the stopped core's memory; nothing where none is mapped.
using ReadWord = std::function<std::optional<std::uint32_t>(std::uint32_t address)>;

struct Caller {
  Registers registers;
  std::uint32_t arguments = 0;  // address of the callee's first argument
};

// `at`: an address within the instruction whose frame it is. Nothing where there is no information,
// or it needs memory that is not there.
std::optional<Caller> caller_of(const DebugInfo& info, const Registers& callee, std::uint32_t at,
                                const ReadWord& memory);

}  // namespace rc::sim::symbols
