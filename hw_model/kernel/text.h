// SPDX-License-Identifier: Apache-2.0
// Text from outside, and numbers, as messages repeat them.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace rc::kernel {

// A number with as few digits as say exactly what it is: "3", "0.394", "1000000".
inline std::string decimal(double value) {
  char text[32];
  const bool plain = std::abs(value) < 1e15 && (value == 0 || std::abs(value) >= 1e-5);
  const auto end = plain ? std::to_chars(text, text + sizeof text, value, std::chars_format::fixed)
                         : std::to_chars(text, text + sizeof text, value);
  return {text, end.ptr};
}

namespace detail {

// The bytes of the UTF-8 character at the start of `text`; 0 for a control character (also of
// U+0080 to U+009F) and for what is not UTF-8.
inline std::size_t printable_bytes(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7F ? 1 : 0;
  const std::size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || bytes > text.size()) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  return byte(0) == 0xC2 && byte(1) < 0xA0 ? 0 : bytes;
}

inline std::string escaped(char byte) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return {'\\', 'x', kDigits[value >> 4], kDigits[value & 15]};
}

}  // namespace detail

inline constexpr std::size_t kMaxWordShown = 80;
inline constexpr std::size_t kMaxPathShown = 400;

// A word or path of the user, a line of a file or of the firmware, as an error line repeats it. A
// terminal obeys nothing in it: control characters, and bytes that are not UTF-8, become "\x1b".
// What has more than `most` characters loses its middle.
inline std::string shown(std::string_view text, std::size_t most = kMaxWordShown) {
  constexpr std::string_view kGap = "...";
  std::string whole;
  if (text.size() > 8 * most) {  // a character has up to four bytes, and only the ends will show
    whole =
        std::string(text.substr(0, 4 * most)) + std::string(text.substr(text.size() - 4 * most));
    text = whole;
  }
  std::vector<std::string> characters;
  while (!text.empty()) {
    const std::size_t bytes = detail::printable_bytes(text);
    characters.push_back(bytes == 0 ? detail::escaped(text[0])
                                    : std::string(text.substr(0, bytes)));
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  const bool cut = characters.size() > most;
  const std::size_t head = cut ? (most - kGap.size() + 1) / 2 : characters.size();
  const std::size_t tail = cut ? (most - kGap.size()) / 2 : 0;
  std::string result;
  for (std::size_t i = 0; i < head; ++i) result += characters[i];
  if (cut) result += kGap;
  for (std::size_t i = characters.size() - tail; i < characters.size(); ++i)
    result += characters[i];
  return result;
}

}  // namespace rc::kernel
