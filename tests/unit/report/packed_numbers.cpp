// SPDX-License-Identifier: Apache-2.0
#include "sim/report/packed_numbers.h"

#include <gtest/gtest.h>

namespace rc::sim::report {
namespace {

std::string packed(std::initializer_list<std::uint64_t> numbers) {
  PackedNumbers all;
  all.add(numbers);
  return all.base64();
}

TEST(PackedNumbers, AreSevenBitsAByteInBase64) {
  EXPECT_EQ(packed({}), "");
  EXPECT_EQ(packed({0}), "AA==");                                     // 00
  EXPECT_EQ(packed({1, 127}), "AX8=");                                // 01 7f
  EXPECT_EQ(packed({127, 128}), "f4AB");                              // 7f 80 01
  EXPECT_EQ(packed({300, 1, 62}), "rAIBPg==");                        // ac 02 01 3e
  EXPECT_EQ(packed({(std::uint64_t{1} << 53) - 1}), "/////////w8=");  // ff seven times, 0f
}

}  // namespace
}  // namespace rc::sim::report
