// SPDX-License-Identifier: Apache-2.0
// The bytes of one access: as a rule 1, 2, 4 or 8, or a line. For these sizes a copy is one move;
// memcpy() and memcmp() of a size known only at run time are string instructions or calls, which
// take longer than all the rest of a hit in L2.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace rc::kernel {

// At most kMax bytes.
template <std::uint32_t kMax = 32>
void copy_bytes(void* to, const void* from, std::uint32_t bytes) {
  switch (bytes) {
    case 1:
      std::memcpy(to, from, 1);
      break;
    case 2:
      std::memcpy(to, from, 2);
      break;
    case 4:
      std::memcpy(to, from, 4);
      break;
    case 8:
      std::memcpy(to, from, 8);
      break;
    case 32:
      if constexpr (kMax >= 32) std::memcpy(to, from, 32);
      break;
    default:
      std::memcpy(to, from, std::min(bytes, kMax));
  }
}

// The largest naturally aligned word at `address` of at most `bytes` (and 8).
inline std::uint32_t word_bytes(std::uint32_t address, std::uint32_t bytes) {
  const std::uint32_t lowest_bits = address | 8;
  return std::min(lowest_bits & -lowest_bits, std::bit_floor(bytes));
}

inline bool same_bytes(const void* a, const void* b, std::uint32_t bytes) {
  switch (bytes) {
    case 1:
      return std::memcmp(a, b, 1) == 0;
    case 4:
      return std::memcmp(a, b, 4) == 0;
    case 8:
      return std::memcmp(a, b, 8) == 0;
    case 32:
      return std::memcmp(a, b, 32) == 0;
    default:
      return std::memcmp(a, b, bytes) == 0;
  }
}

}  // namespace rc::kernel
