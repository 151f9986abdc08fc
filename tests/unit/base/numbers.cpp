// SPDX-License-Identifier: Apache-2.0
#include "sim/base/numbers.h"

#include <gtest/gtest.h>

namespace {

using rc::sim::base::parse_picos;
using rc::sim::base::parse_real;
using rc::sim::base::parse_whole;
using rc::sim::base::Radix;

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

TEST(Numbers, WholeNumbersUpToTheLimit) {
  EXPECT_EQ(parse_whole("0"), 0u);
  EXPECT_EQ(parse_whole("007"), 7u);
  EXPECT_EQ(parse_whole("18446744073709551615"), kMax);
  EXPECT_EQ(parse_whole("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parse_whole("47", 47), 47u);
  EXPECT_EQ(parse_whole("48", 47), std::nullopt);
}

TEST(Numbers, AWholeNumberIsTheWholeText) {
  for (const char* text : {"", " 1", "1 ", "+1", "-1", "-0", "1.0", "1e3", "1u", "0x", "0x10", "a"})
    EXPECT_EQ(parse_whole(text), std::nullopt) << text;
}

TEST(Numbers, HexadecimalWhereItIsAllowed) {
  EXPECT_EQ(parse_whole("0x1F", kMax, Radix::decimal_or_0x), 31u);
  EXPECT_EQ(parse_whole("0Xffffffffffffffff", kMax, Radix::decimal_or_0x), kMax);
  EXPECT_EQ(parse_whole("010", kMax, Radix::decimal_or_0x), 10u);
  EXPECT_EQ(parse_whole("0x30", 47, Radix::decimal_or_0x), std::nullopt);
  for (const char* text : {"0x", "0x0x1", "0x-1", "0xg", "1f", "x1", "0x10000000000000000"})
    EXPECT_EQ(parse_whole(text, kMax, Radix::decimal_or_0x), std::nullopt) << text;
}

TEST(Numbers, OctalWhereCHasIt) {
  EXPECT_EQ(parse_whole("0", kMax, Radix::as_in_c), 0u);
  EXPECT_EQ(parse_whole("010", kMax, Radix::as_in_c), 8u);
  EXPECT_EQ(parse_whole("10", kMax, Radix::as_in_c), 10u);
  EXPECT_EQ(parse_whole("0x10", kMax, Radix::as_in_c), 16u);
  EXPECT_EQ(parse_whole("08", kMax, Radix::as_in_c), std::nullopt);
}

TEST(Numbers, RealNumbersAreFinite) {
  EXPECT_EQ(parse_real("0.25"), 0.25);
  EXPECT_EQ(parse_real("-3"), -3);
  EXPECT_EQ(parse_real("1e-3"), 1e-3);
  for (const char* text : {"", " 1", "1 ", "+1", "1,5", "nan", "inf", "-inf", "1e999", "1e", "0x1"})
    EXPECT_EQ(parse_real(text), std::nullopt) << text;
}

TEST(Numbers, TimesHaveAUnit) {
  EXPECT_EQ(parse_picos("5ps"), 5u);
  EXPECT_EQ(parse_picos("20us"), 20'000'000u);
  EXPECT_EQ(parse_picos("1.5ms"), 1'500'000'000u);
  EXPECT_EQ(parse_picos("0s"), 0u);
  for (const char* text : {"", "5", "us", "-1us", "1 us", "1e7s", "1min", "1us "})
    EXPECT_EQ(parse_picos(text), std::nullopt) << text;
}

}  // namespace
