// SPDX-License-Identifier: Apache-2.0
// The packets that the nodes of a network send, and when: generated, or read from a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rc::noc {

// What a packet is to its source: an exchange is a request and its reply.
enum class PacketKind : std::uint8_t { alone, request, reply };

struct Demand {
  std::uint64_t cycle = 0;        // in which the packet may leave its source; the first cycle is 1
  std::uint16_t destination = 0;  // end point
  std::uint16_t flits = 1;
  std::uint8_t message_class = 0;
  std::uint8_t traffic_class = 0;
  PacketKind kind = PacketKind::alone;
  // Cycle in which it was created, if it had to wait for others before `cycle`; 0: in `cycle`.
  std::uint64_t created = 0;
  std::uint64_t tag = 0;  // of the source's own use: comes back with the packet
  // Packets that together are one multicast, this one included.
  std::uint16_t copies = 1;
  // This packet is for all that destinations() says, and routers make its copies.
  bool forks = false;

  std::uint64_t born() const { return created != 0 ? created : cycle; }
};

struct PacketRecord;

// What a node offers in the long run.
struct OfferedLoad {
  double rate = 0;        // flits a cycle
  double dispersion = 1;  // variance of the flits of a long time, divided by their mean
  double period = 1;      // cycles from one burst to the next: a long time has many
};

class TrafficSource {
 public:
  virtual ~TrafficSource() = default;
  // Kinds of traffic, each with a queue of its own at every node: the senders of node n are
  // n * traffic_classes() and those after it. With one class a sender is a node.
  virtual unsigned traffic_classes() const { return 1; }
  // The next packet of `sender`, in order of cycles; nothing after its last. Called only when the
  // one before was handed over, so that a saturated network needs no memory for waiting packets.
  virtual std::optional<Demand> next(std::uint32_t sender) = 0;

  // Of the packet that next() gave last, if it forks: `Demand::copies` end points.
  virtual std::span<const std::uint16_t> destinations(std::uint32_t) const { return {}; }

  // Closed traffic, of one class: packets that wait for the arrival of others. next() may then be called again
  // before the packet was handed over, and gives the one that is first by now; taken() says that it
  // was. A packet whose time is not known has the cycle kNever.
  virtual bool closed() const { return false; }
  virtual void taken(std::uint32_t) {}
  // Called before next() and taken() of a packet that leaves in this cycle.
  virtual void now(std::uint64_t) {}
  // A packet has arrived, in its cycle. The nodes whose next packet may be another one by now; what
  // they send because of this leaves in later cycles.
  virtual const std::vector<std::uint32_t>& delivered(const PacketRecord& packet);
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  // By sender, of endless traffic; nothing of traffic that ends.
  virtual OfferedLoad offered(std::uint32_t) const { return {}; }
};

}  // namespace rc::noc
