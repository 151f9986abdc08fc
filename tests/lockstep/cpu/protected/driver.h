// SPDX-License-Identifier: Apache-2.0
// The code that runs the cases of an image one after the other and logs each exception.
#pragma once

#include <cstdint>
#include <vector>

namespace rc::test::protected_mode {

// For kDriver. Starts at its first byte in flat 32-bit protected mode, after a triple fault at byte
// kAfterTripleFault, and ends with -1 in kLeft and XCHG BX,BX, at which Bochs stops, again and again.
std::vector<std::uint8_t> driver();
inline constexpr std::uint32_t kAfterTripleFault = 16;
// Where a gate leads to for a vector.
std::uint32_t stub(unsigned vector);
// 64 KB that end at 4 GB: from the reset vector to the driver. `bytes`: of all that ends there; it begins
// with kDriverBytes for kDriver, and then come the records.
std::vector<std::uint8_t> reset_page(std::uint32_t bytes);

}  // namespace rc::test::protected_mode
