// SPDX-License-Identifier: Apache-2.0
// Bochs, which starts at the reset vector of a ROM and stops at XCHG BX,BX.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rc::test {

// Whether this computer has it.
bool has_bochs();
// A Pentium of 32 MB with `rom` below 4 GB; the memory at `from` when it has stopped. Throws if it did not.
std::vector<std::uint8_t> run_bochs(const std::vector<std::uint8_t>& rom, std::uint32_t from,
                                    std::uint32_t bytes);

}  // namespace rc::test
