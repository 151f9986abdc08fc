// SPDX-License-Identifier: Apache-2.0
// The framing of GDB's remote protocol.
#include "sim/debug/gdb_packets.h"

#include <gtest/gtest.h>

namespace rc::sim::debug {
namespace {

using Kind = GdbPackets::Item::Kind;

TEST(GdbPackets, WhatIsFramedIsRead) {
  for (const std::string text : {"", "g", "m1000,40", "a#b$c}d*e", "\3"}) {
    GdbPackets packets;
    const std::string frame = GdbPackets::frame(text);
    for (const char c : frame) {
      ASSERT_FALSE(packets.next()) << "before the end of " << frame;
      packets.feed({&c, 1});
    }
    const auto item = packets.next();
    ASSERT_TRUE(item) << frame;
    EXPECT_EQ(item->kind, Kind::packet);
    EXPECT_EQ(item->text, text);
    EXPECT_FALSE(packets.next());
  }
}

TEST(GdbPackets, ManyAtOnceWithAcknowledgementsBetween) {
  GdbPackets packets;
  packets.feed("++" + GdbPackets::frame("g") + "+" + GdbPackets::frame("?") + "\3-");
  EXPECT_EQ(packets.next()->text, "g");
  EXPECT_EQ(packets.next()->text, "?");
  EXPECT_TRUE(packets.interrupt_waits());
  EXPECT_EQ(packets.next()->kind, Kind::interrupt);
  EXPECT_EQ(packets.next()->kind, Kind::repeat);
  EXPECT_FALSE(packets.next());
}

TEST(GdbPackets, DamagedOnesAreTold) {
  GdbPackets packets;
  packets.feed("$g#00");
  EXPECT_EQ(packets.next()->kind, Kind::damaged);
  packets.feed("$g#zz");
  EXPECT_EQ(packets.next()->kind, Kind::damaged);
  packets.feed("$" + std::string(GdbPackets::kLongest + 1, 'x'));
  EXPECT_EQ(packets.next()->kind, Kind::damaged);
  packets.feed(GdbPackets::frame("g"));
  EXPECT_EQ(packets.next()->text, "g");
}

TEST(GdbPackets, AnInterruptIsSeenBehindAcknowledgements) {
  GdbPackets packets;
  packets.feed("++");
  EXPECT_FALSE(packets.interrupt_waits());
  packets.feed("+\3$g#67");
  EXPECT_TRUE(packets.interrupt_waits());
  packets.next();
  EXPECT_FALSE(packets.interrupt_waits());
}

TEST(GdbPackets, NothingIsKeptOfWhatIsNoPacket) {
  GdbPackets packets;
  for (int i = 0; i < 100; ++i) packets.feed(std::string(10'000, '+'));
  EXPECT_EQ(packets.waiting(), 0u);
  packets.feed(GdbPackets::frame("g") + std::string(10'000, '+'));
  EXPECT_EQ(packets.next()->text, "g");
  EXPECT_EQ(packets.waiting(), 0u);
}

TEST(GdbPackets, Hexadecimal) {
  EXPECT_EQ(to_hex(std::string("\0\x7f\xff", 3)), "007fff");
  EXPECT_EQ(from_hex("007fFF"), std::string("\0\x7f\xff", 3));
  EXPECT_FALSE(from_hex("0"));
  EXPECT_FALSE(from_hex("0g"));
}

}  // namespace
}  // namespace rc::sim::debug
