// SPDX-License-Identifier: Apache-2.0
#include "sim/report/packed_numbers.h"

#include <algorithm>
#include <string_view>

namespace rc::sim::report {

void PackedNumbers::add(std::uint64_t number) {
  for (; number > 127; number >>= 7) bytes_ += static_cast<char>(number | 128);
  bytes_ += static_cast<char>(number);
}

std::string PackedNumbers::base64() const {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes_.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes_.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes_.size() - at);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (i < count ? static_cast<std::uint8_t>(bytes_[at + i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= count ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

}  // namespace rc::sim::report
