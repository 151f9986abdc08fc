// SPDX-License-Identifier: Apache-2.0
// Where NX has what a program posted, and what of it (nx::Request, firmware/nx/kernel/kernel.h): offsets, bits
// of the first word, and the states in which it is not finished.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

inline constexpr std::uint32_t kNxType = 4, kNxBuffer = 8, kNxLength = 12, kNxNode = 16,
                               kNxRequestBytes = 28;
inline constexpr unsigned kNxSends = 8, kNxSpecial = 24;
inline constexpr std::uint32_t kNxPosted = 1, kNxBusy = 2;

// Of a variable of the program of `rank`; nothing if it has none of this name.
std::optional<std::uint32_t> address_of(const StoppedMachine& machine, std::size_t rank,
                                        std::string_view variable);
// NX's first request; nothing if the program has none.
std::optional<std::uint32_t> first_nx_request(const StoppedMachine& machine, std::size_t rank);
// The one that programs know by this number; 1 is the first.
std::optional<std::uint32_t> nx_request(const StoppedMachine& machine, std::size_t rank,
                                        std::uint32_t id);

}  // namespace rc::sim::run
