// SPDX-License-Identifier: Apache-2.0
// Programs that use RCCE and never called RCCE_init: until then the library has no UEs, so what they
// call fails or waits for ever. NX needs no such call.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

/// The number of UEs, which RCCE_init sets (firmware/rcce/core.cpp); nullptr: the program does not use RCCE.
const machine::ElfSymbol* rcce_count(const machine::ElfImage& elf);

/// "UE 0, UE 3 and 5 more never called RCCE_init", behind `before`; empty without ranks.
std::string never_started(const std::string& unit, const std::vector<std::size_t>& ranks,
                          std::string_view before = "");

/// The same of the ranks that `asked` names, or
/// "UE 0 and UE 1 called RCCE_barrier in main (a.c:4) before RCCE_init"; empty: each of them began with
/// RCCE_init, or does not use RCCE.
std::string forgotten_start(const StoppedMachine& machine,
                            const std::function<bool(std::size_t rank)>& asked,
                            std::string_view before = "");

}  // namespace rc::sim::run
