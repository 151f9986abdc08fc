// SPDX-License-Identifier: Apache-2.0
// A flit, which a link carries in one mesh cycle, and the pins of a router in one cycle. Routers
// look at the header only.
//
// Source: SCC mesh, 16-byte links with 144-bit flits (16 B data + 2 B side band), 8 VCs in two
// message classes, credit flow control, virtual cut-through (SCC facts 2.1).
#pragma once

#include <array>
#include <cstdint>

namespace rc::noc {

inline constexpr unsigned kPorts = 5;
enum Port : std::uint8_t { kNorth, kEast, kSouth, kWest, kLocal };
inline constexpr unsigned kMaxVcs = 16;
inline constexpr unsigned kMaxMessageClasses = 2;
inline constexpr unsigned kMaxPacketFlits = 16;  // a packet must fit a VC

struct FlitHeader {
  std::uint8_t vc = 0;
  bool head = false;
  bool tail = false;
  std::uint8_t dst_x = 0, dst_y = 0;  // valid in every flit, used in the head
  std::uint8_t dst_port = kLocal;     // port by which the packet leaves its last router (memory
                                      // controllers and the system interface are on edge ports)
  std::uint8_t message_class = 0;     // 0 request, 1 response
  std::uint8_t length = 1;            // flits in the packet, for virtual cut-through

  template <class Archive>
  void archive(Archive& archive) {
    archive(vc, head, tail, dst_x, dst_y, dst_port, message_class, length);
    archive.expect(vc < kMaxVcs && dst_port < kPorts && message_class < kMaxMessageClasses &&
                   length - 1u < kMaxPacketFlits);
  }
};

struct Flit : FlitHeader {
  std::array<std::uint8_t, 16> payload{};

  template <class Archive>
  void archive(Archive& archive) {
    FlitHeader::archive(archive);
    archive(payload);
  }
};

// One mesh cycle at one side of a router. A flit is valid where its bit in `flit_valid` is set;
// `credit[p]` has bit v set if the neighbour at port p frees one slot of VC v.
struct RouterPins {
  std::uint8_t flit_valid = 0;
  std::array<Flit, kPorts> flit{};
  std::array<std::uint16_t, kPorts> credit{};

  template <class Archive>
  void archive(Archive& archive) {
    archive(flit_valid, flit, credit);
    archive.expect(flit_valid >> kPorts == 0);
  }
};

}  // namespace rc::noc
