// SPDX-License-Identifier: Apache-2.0
// What the decoder keeps of earlier instructions changes no result: it depends on address and
// bytes.
#include "hw_model/cpu/decode/decoder.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "tests/support/random.h"

namespace rc::cpu {
namespace {

using Bytes = std::array<std::uint8_t, kMaxInstructionBytes>;

void expect_equal(const Decoded& a, const Decoded& b) {
  EXPECT_EQ(std::memcmp(&a.op, &b.op, sizeof a.op), 0);
  EXPECT_EQ(a.flags_read, b.flags_read);
  EXPECT_EQ(a.flags_killed, b.flags_killed);
  EXPECT_EQ(a.may_fault, b.may_fault);
  EXPECT_EQ(a.ends_block, b.ends_block);
  EXPECT_EQ(a.address16, b.address16);
}

// Decodes something else at addresses that share a place with `eip`.
void forget(std::uint32_t eip) {
  const std::uint8_t nop = 0x90;
  Decoded decoded;
  for (std::uint32_t bit = 0x1000; bit != 0; bit <<= 1) decode(eip ^ bit, &nop, 1, decoded);
}

TEST(Decoder, TheSameBytesAgainGiveTheSame) {
  test::Random random(1);
  Bytes bytes{};
  unsigned known = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t eip = 0x1000 + random.below(4);
    // Often only one byte differs from what was there.
    if (random.chance(30)) {
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
    } else {
      bytes[random.below(4)] = static_cast<std::uint8_t>(random.below(256));
    }
    const std::uint32_t count = 1 + random.below(kMaxInstructionBytes);
    Decoded first, again, fresh;
    const bool enough = decode(eip, bytes.data(), count, first);
    ASSERT_EQ(decode(eip, bytes.data(), count, again), enough);
    forget(eip);
    ASSERT_EQ(decode(eip, bytes.data(), count, fresh), enough);
    if (!enough) continue;
    ++known;
    expect_equal(first, fresh);
    expect_equal(again, fresh);
    EXPECT_EQ(first.op.eip, eip);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(known, 10'000u);
}

}  // namespace
}  // namespace rc::cpu
