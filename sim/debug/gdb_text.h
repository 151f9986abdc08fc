// SPDX-License-Identifier: Apache-2.0
// What packets of GDB's remote protocol are made of: hexadecimal numbers and separators.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rc::sim::debug {

inline constexpr const char* kWrong = "E01";
inline constexpr std::uint32_t kMaxMemory = 4096;  // bytes, of a packet and of a watchpoint

// Takes a hexadecimal number from the front.
inline std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

inline std::optional<std::uint32_t> take_word(std::string_view& text) {
  const auto value = take_number(text);
  if (!value || *value > 0xffffffff) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

inline bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// Of what is numbered from 1.
inline std::optional<unsigned> index_of(std::string_view text, std::size_t count) {
  const auto number = take_word(text);
  if (!number || !text.empty() || *number == 0 || *number > count) return std::nullopt;
  return *number - 1;
}

}  // namespace rc::sim::debug
