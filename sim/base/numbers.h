// SPDX-License-Identifier: Apache-2.0
// Numbers in text: options, script commands, schedule files, tables. The whole text must be the
// number, in the "C" locale's form: no blanks, no '+', nothing before or after it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace rc::sim::base {

enum class Radix {
  decimal,
  decimal_or_0x,  // hexadecimal after 0x or 0X
  as_in_c,        // as decimal_or_0x, and octal after another leading 0
  hexadecimal     // with 0x or 0X before it or without
};

// A whole number from 0 to `most`; nothing if the text is not one.
std::optional<std::uint64_t> parse_whole(
    std::string_view text, std::uint64_t most = std::numeric_limits<std::uint64_t>::max(),
    Radix radix = Radix::decimal);

// A finite number, as in 12, -0.5 or 1e-3; nothing if the text is not one or does not fit a double.
std::optional<double> parse_real(std::string_view text);

// No time that is read is longer: 11 days, and far from where sums of times, or times counted in
// fractions of a cycle, would not fit 64 bits.
inline constexpr std::uint64_t kMaxPicos = 1'000'000'000'000'000'000;

// A time in picoseconds, up to kMaxPicos, from a number and a unit, as in 20us or 1.5ms: ps, ns, us, ms
// or s.
std::optional<std::uint64_t> parse_picos(std::string_view text);

// Bits that a number from 0 to `count` - 1 takes, one at least.
unsigned bits_for(std::uint64_t count);

}  // namespace rc::sim::base
