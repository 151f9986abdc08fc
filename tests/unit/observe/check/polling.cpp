// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/check/polling.h"

#include <gtest/gtest.h>

namespace {

using rc::sim::observe::Polling;

constexpr std::uint32_t kEip = 0x1000;

void load(Polling& polling, unsigned core, std::uint64_t place, unsigned bytes, bool cached,
          std::uint32_t eip = kEip) {
  rc::cpu::CoreAccess access;
  access.eip = eip;
  access.bytes = static_cast<std::uint8_t>(bytes);
  access.cached = cached;
  polling.loaded(core, place, access);
}

TEST(Polling, IsReadingAgainWhatWasFetchedAnew) {
  Polling polling;
  load(polling, 0, 0x40, 1, false);
  EXPECT_FALSE(polling.polls(kEip, 0x40));
  load(polling, 0, 0x40, 1, true);
  EXPECT_FALSE(polling.polls(kEip, 0x40));
  load(polling, 1, 0x40, 1, false);
  EXPECT_FALSE(polling.polls(kEip, 0x40));
  load(polling, 0, 0x40, 1, false);
  EXPECT_TRUE(polling.polls(kEip, 0x40));
}

TEST(Polling, EndsWithAStore) {
  Polling polling;
  load(polling, 0, 0x40, 1, false);
  polling.stored(0);
  load(polling, 0, 0x40, 1, false);
  EXPECT_FALSE(polling.polls(kEip, 0x40));
}

TEST(Polling, SeveralFlagsInTurn) {
  Polling polling;
  for (int round = 0; round < 2; ++round)
    for (unsigned flag = 0; flag < 32; ++flag) load(polling, 0, 0x40 + flag, 1, false);
  EXPECT_TRUE(polling.polls(kEip, 0x40));
}

TEST(Polling, IsNoCopy) {
  for (const unsigned bytes : {1u, 4u, 8u}) {
    Polling polling;
    for (int round = 0; round < 3; ++round) {
      for (unsigned at = 0; at < 64; at += bytes) load(polling, 0, 0x40 + at, bytes, at % 32 != 0);
      polling.stored(0);
    }
    EXPECT_FALSE(polling.polls(kEip, 0x40)) << bytes;
  }
}

TEST(Polling, IsNoUnrolledCopy) {
  Polling polling;
  for (int round = 0; round < 3; ++round) {
    for (unsigned at = 0; at < 64; at += 4)
      load(polling, 0, 0x40 + at, 4, at % 32 != 0, kEip + at % 32);
    polling.stored(0);
  }
  for (unsigned at = 0; at < 32; at += 4) EXPECT_FALSE(polling.polls(kEip + at, 0x40)) << at;
}

TEST(Polling, ACopyPollsOneLine) {
  Polling polling;
  for (int round = 0; round < 2; ++round)
    for (unsigned at = 0; at < 32; at += 4) load(polling, 0, 0x40 + at, 4, at % 32 != 0);
  EXPECT_TRUE(polling.polls(kEip, 0x40));
  EXPECT_FALSE(polling.polls(kEip, 0x60));
}

}  // namespace
