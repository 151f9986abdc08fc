// SPDX-License-Identifier: Apache-2.0
// The names that a program has for a value: of local variables, parameters and globals that can be seen
// from a frame of its stack.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/machine/elf_image.h"
#include "sim/symbols/call_stack.h"
#include "sim/symbols/debug_info.h"

namespace rc::sim::symbols {

// "sent", "ready[2]", "*flag": the first variable of `type`, an array of it or a pointer to it that holds
// `words`, of which a value of the type consists. Empty: there is none, or the compiler has kept it in
// registers.
std::string variable_with(std::span<const std::uint32_t> words, std::string_view type,
                          const Frame& frame, const machine::ElfImage& elf, const DebugInfo& info,
                          const ReadWord& memory);

}  // namespace rc::sim::symbols
