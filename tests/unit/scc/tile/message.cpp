// SPDX-License-Identifier: Apache-2.0
// Every kind of message through its packet and back.
#include "hw_model/scc/message/message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace rc::scc {
namespace {

// An end point at every port that a message can name.
EndMap everywhere() {
  std::vector<noc::EndPoint> places;
  for (std::uint8_t x = 0; x < 16; ++x)
    for (std::uint8_t y = 0; y < 16; ++y)
      for (std::uint8_t port = 0; port < noc::kPorts; ++port) places.push_back({x, y, port});
  return EndMap(places);
}

TEST(Message, SurvivesThePacket) {
  std::mt19937_64 random(3);
  const EndMap ends = everywhere();
  for (const Command command : {Command::read_line, Command::read, Command::write,
                                Command::write_line, Command::write_combined, Command::data_line,
                                Command::data, Command::acknowledge, Command::abort}) {
    for (int round = 0; round < 50; ++round) {
      Message message;
      message.command = command;
      message.source = {static_cast<std::uint8_t>(random() % 16),
                        static_cast<std::uint8_t>(random() % 16),
                        static_cast<std::uint8_t>(random() % 5)};
      message.destination = {static_cast<std::uint8_t>(random() % 16),
                             static_cast<std::uint8_t>(random() % 16),
                             static_cast<std::uint8_t>(random() % 5)};
      message.unit = random() % 2;
      message.subdestination = random() % 8;
      message.bytes = 1u << random() % 4;
      message.address = random() & ((std::uint64_t{1} << 34) - 1);
      message.byte_mask = static_cast<std::uint32_t>(random());
      const unsigned carried = (flit_count(message) - 1) * 16;
      for (unsigned i = 0;
           i < std::min(carried, command == Command::write || command == Command::data ? 8u : 32u);
           ++i) {
        message.data[i] = static_cast<std::uint8_t>(random());
      }
      const noc::Packet packet = to_packet(message, ends);
      EXPECT_EQ(packet.source, ends.end_at(message.source));
      EXPECT_EQ(packet.flits, flit_count(message));
      const Message back = from_packet(packet, ends);
      EXPECT_EQ(back.command, message.command);
      EXPECT_EQ(back.source, message.source);
      EXPECT_EQ(back.destination, message.destination);
      EXPECT_EQ(back.unit, message.unit);
      EXPECT_EQ(back.subdestination, message.subdestination);
      EXPECT_EQ(back.bytes, message.bytes);
      EXPECT_EQ(back.address, message.address);
      EXPECT_EQ(back.byte_mask, message.byte_mask);
      EXPECT_EQ(back.data, message.data);
    }
  }
}

}  // namespace
}  // namespace rc::scc
