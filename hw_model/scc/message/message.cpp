// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/message/message.h"

#include <cstring>

namespace rc::scc {
namespace {

// Field positions in the 16 bytes of a header flit.
constexpr std::size_t kCommand = 0, kSource = 2, kSourcePort = 3, kAddress = 4, kMask = 9,
                      kBytes = 13, kTarget = 14;

}  // namespace

Message response_to(const Message& request, Command command) {
  Message response;
  answer(response, request, command);
  return response;
}

noc::Packet to_packet(const Message& message, const EndMap& ends) {
  noc::Packet packet;
  address(packet, message, ends);
  auto& header = packet.payload[0];
  const auto command = static_cast<std::uint16_t>(message.command);
  std::memcpy(&header[kCommand], &command, 2);
  header[kSource] = static_cast<std::uint8_t>(message.source.y << 4 | message.source.x);
  header[kSourcePort] = message.source.port;
  std::memcpy(&header[kAddress], &message.address, 5);
  std::memcpy(&header[kMask], &message.byte_mask, 4);
  header[kBytes] = message.bytes;
  header[kTarget] = static_cast<std::uint8_t>(message.subdestination << 4 | message.unit);
  for (unsigned done = 0, flit = 1; done < data_bytes(message.command); done += 16, ++flit) {
    std::memcpy(packet.payload[flit].data(), message.data.data() + done,
                data_bytes(message.command) - done < 16 ? data_bytes(message.command) - done : 16);
  }
  return packet;
}

Message from_packet(const noc::Packet& packet, const EndMap& ends) {
  const auto& header = packet.payload[0];
  Message message;
  std::uint16_t command = 0;
  std::memcpy(&command, &header[kCommand], 2);
  message.command = static_cast<Command>(command);
  message.source.x = header[kSource] & 15;
  message.source.y = header[kSource] >> 4;
  message.source.port = header[kSourcePort];
  message.destination = ends.place_of(packet.destination);
  std::memcpy(&message.address, &header[kAddress], 5);
  std::memcpy(&message.byte_mask, &header[kMask], 4);
  message.bytes = header[kBytes];
  message.subdestination = header[kTarget] >> 4;
  message.unit = header[kTarget] & 15;
  for (unsigned done = 0, flit = 1; done < data_bytes(message.command); done += 16, ++flit) {
    std::memcpy(message.data.data() + done, packet.payload[flit].data(),
                data_bytes(message.command) - done < 16 ? data_bytes(message.command) - done : 16);
  }
  return message;
}

}  // namespace rc::scc
