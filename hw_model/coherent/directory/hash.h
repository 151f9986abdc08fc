// SPDX-License-Identifier: Apache-2.0
// Which directory keeps a line: the XOR of the line number's groups of bits. Consecutive lines go
// to consecutive directories, and lines a power of two apart spread as well.
//
// Source: Ramos Garea and Hoefler (2013), section 1.1.1, says that hash functions over the address
// spread lines evenly, and not which; this one is assumed.
#pragma once

#include <bit>
#include <cstdint>

namespace rc::coherent {

// `count`: a power of two.
constexpr unsigned folded(std::uint64_t line, unsigned count) {
  const int bits = std::bit_width(count - 1);
  std::uint64_t fold = 0;
  for (; bits != 0 && line != 0; line >>= bits) fold ^= line & (count - 1);
  return static_cast<unsigned>(fold);
}

}  // namespace rc::coherent
