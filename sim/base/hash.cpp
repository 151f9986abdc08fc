// SPDX-License-Identifier: Apache-2.0
#include "sim/base/hash.h"

#include <fmt/format.h>

#include <cstdint>

namespace rc::sim::base {

std::string hash_of(std::string_view bytes) {
  using Word = unsigned __int128;
  constexpr Word kPrime = (Word{1} << 88) + 0x13B;
  Word hash = (Word{0x6C62272E07BB0142} << 64) + 0x62B821756295C58D;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * kPrime;
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(hash >> 64),
                     static_cast<std::uint64_t>(hash));
}

}  // namespace rc::sim::base
