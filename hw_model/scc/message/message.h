// SPDX-License-Identifier: Apache-2.0
// The messages that two agents of the chip exchange over the mesh, and their flits.
//
// Commands and header fields are those of the SCC's packets (sccKit sccDefines.h: 12-bit command,
// 8-bit route, 3-bit sub-destination, 34-bit address, byte enables, 64- or 256-bit data, 8-bit
// transaction id). A header takes one 16-byte flit; data follows in 16-byte flits: a line read is a
// one-flit request and a three-flit response.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "hw_model/arch/geometry_map.h"
#include "hw_model/kernel/access_bytes.h"
#include "hw_model/noc/packet.h"
#include "hw_model/scc/message/end_map.h"

namespace rc::scc {

enum class Command : std::uint16_t {
  read_line = 0x008,       // RDO: line fill
  read = 0x007,            // NCRD
  read_port = 0x006,       // NCIORD: the address is the port
  write = 0x022,           // NCWR
  write_port = 0x023,      // NCIOWR
  write_line = 0x02C,      // WBI
  write_combined = 0x122,  // WCWR
  data_line = 0x04F,       // DATACMP
  data = 0x04E,            // NCDATACMP
  acknowledge = 0x049,     // MEMCMP
  abort = 0x044,           // no such target
};

constexpr bool is_response(Command command) {
  return command == Command::data_line || command == Command::data ||
         command == Command::acknowledge || command == Command::abort;
}
constexpr bool is_port(Command command) {
  return command == Command::read_port || command == Command::write_port;
}
constexpr bool is_write(Command command) {
  return command == Command::write || command == Command::write_port ||
         command == Command::write_line || command == Command::write_combined;
}

struct Message {
  Command command = Command::read;
  noc::EndPoint source, destination;
  std::uint8_t unit = 0;            // requesting core of the source tile (echoed in the response)
  std::uint8_t subdestination = 0;  // SCC_SUBDEST_*
  std::uint8_t bytes = 0;           // 1, 2, 4, 8 or 32
  std::uint64_t address = 0;        // 34-bit system address
  std::uint32_t byte_mask = 0;      // write_combined only
  std::array<std::uint8_t, 32> data{};

  template <class Archive>
  void archive(Archive& archive) {
    archive(command, source, destination, unit, subdestination, bytes, address, byte_mask, data);
    archive.expect(bytes <= data.size() && unit < RC_MOST_CORES_PER_TILE);
  }
};

// Makes `response` the one to `request`, with data of zeros.
inline void answer(Message& response, const Message& request, Command command) {
  response.command = command;
  response.source = request.destination;
  response.destination = request.source;
  response.unit = request.unit;
  response.subdestination = request.subdestination;
  response.bytes = request.bytes;
  response.address = request.address;
  response.byte_mask = 0;
  response.data = {};
}
Message response_to(const Message& request, Command command);
// The bytes that a write brings, into those at its address: with write_combined those of its mask.
inline void write_bytes(const Message& request, std::uint8_t* to) {
  if (request.command != Command::write_combined) {
    kernel::copy_bytes(to, request.data.data(), request.bytes);
  } else if (request.byte_mask == ~0u && request.bytes == 32) {
    std::memcpy(to, request.data.data(), 32);
  } else {
    for (unsigned i = 0; i < request.bytes; ++i) {
      if (request.byte_mask >> i & 1) to[i] = request.data[i];
    }
  }
}

// Of its data on the mesh.
constexpr unsigned data_bytes(Command command) {
  switch (command) {
    case Command::write_line:
    case Command::write_combined:
    case Command::data_line:
      return 32;
    case Command::write:
    case Command::write_port:
    case Command::data:
      return 8;
    default:
      return 0;
  }
}
// Which VCs of the mesh it uses.
inline constexpr std::uint8_t kRequests = 0, kResponses = 1;
inline std::uint8_t message_class(Command command) {
  return is_response(command) ? kResponses : kRequests;
}
// Flits that `message` takes on the mesh.
inline unsigned flit_count(const Message& message) {
  return 1 + (data_bytes(message.command) + 15) / 16;
}
// Gives `packet` the end points, class and length that `message` has on the mesh of `ends`.
inline void address(noc::Packet& packet, const Message& message, const EndMap& ends) {
  packet.source = ends.end_at(message.source);
  packet.destination = ends.end_at(message.destination);
  packet.message_class = message_class(message.command);
  packet.flits = static_cast<std::uint8_t>(flit_count(message));
}
noc::Packet to_packet(const Message& message, const EndMap& ends);
Message from_packet(const noc::Packet& packet, const EndMap& ends);

}  // namespace rc::scc
