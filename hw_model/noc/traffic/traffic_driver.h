// SPDX-License-Identifier: Apache-2.0
// A network under traffic: hands each sender's packets to its network interface one at a time, when
// the one before has left, and reports when each was delivered.
//
// A packet that is due earlier waits at its source; that wait is part of its latency. Waiting
// packets take no memory: the traffic source makes the next packet only when the one before was
// handed over.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hw_model/noc/network/event_network.h"
#include "hw_model/noc/traffic/traffic_source.h"

namespace rc::noc {

// A packet that has arrived.
struct PacketRecord {
  std::uint64_t created = 0;    // cycle in which it was ready at its source
  std::uint64_t entered = 0;    // cycle in which its head went into the first router
  std::uint64_t delivered = 0;  // cycle in which its tail left the last one
  std::uint16_t source = 0, destination = 0;
  std::uint16_t flits = 1;
  std::uint8_t message_class = 0;
  std::uint8_t traffic_class = 0;
  PacketKind kind = PacketKind::alone;
  std::uint64_t tag = 0;     // Demand::tag
  std::uint16_t copies = 1;  // Demand::copies
  std::uint16_t left = 0;    // of a packet that forks: deliveries to come, this one included

  std::uint64_t latency() const { return delivered - created; }
  std::uint64_t network_latency() const { return delivered - entered; }
};

// An end point at every router's local port, in order of nodes.
std::vector<EndPoint> local_end_points(const NocParams& params);

class TrafficDriver {
 public:
  using Observer = std::function<void(const PacketRecord&)>;

  // A network of as many end points as `nodes`, and of as many traffic classes as `traffic`, which
  // must outlive the driver.
  TrafficDriver(std::unique_ptr<Network> network, std::size_t nodes, TrafficSource& traffic);
  TrafficDriver(const NocParams& params, TrafficSource& traffic,
                const NetworkFactory& factory = make_event_network);

  void on_delivery(Observer observer) { observer_ = std::move(observer); }

  // Simulates until `cycle`, that one included, or until everything has been sent and has arrived
  // and the network is idle. Cycles in which there is nothing to do are left out.
  void run_until(std::uint64_t cycle);
  // The same, but ends with the last delivery, when credits may still be under way.
  void run_until_arrived(std::uint64_t cycle);
  // From now on no packet enters; those inside can leave.
  void stop_injecting();
  bool finished() const;
  bool arrived() const;  // nothing is to be sent, and no packet is under way
  // The next cycle that is not left out.
  std::uint64_t next_activity() const;

  std::uint64_t cycle() const { return cycle_; }
  // Creation cycle of the oldest packet that has not arrived, wherever it is (or will be).
  std::uint64_t oldest_outstanding() const;
  // By sender (TrafficSource::traffic_classes()): cycles for which its next packet has been waiting.
  std::vector<std::uint64_t> lateness() const;
  const Network& network() const { return *network_; }

 private:
  static constexpr std::uint64_t kNever = TrafficSource::kNever;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Sender {
    Demand demand;                  // the next packet; its cycle is kNever after the last
    std::uint32_t sending = kNone;  // slot of the packet in the network interface
  };

  void step(std::uint64_t latest);
  void serve(std::uint32_t sender);
  void start(std::uint32_t sender);
  void fetch(std::uint32_t sender);
  void deliver(const Packet& packet);
  // The next packet of a closed source may be another one by now.
  void look_again(std::uint32_t sender);

  TrafficSource& traffic_;
  unsigned classes_;      // of traffic
  bool closed_;           // the source waits for deliveries
  bool stopped_ = false;  // injecting
  std::unique_ptr<Network> network_;
  Observer observer_;
  std::uint64_t cycle_ = 0;
  std::vector<Sender> senders_;
  std::vector<std::uint64_t> due_;   // by sender: the next cycle that must serve it
  std::vector<PacketRecord> slots_;  // packets in the network; created = 0 in a free one
  std::vector<std::uint32_t> free_slots_;
  Packet packet_;  // reused for every injection: only what differs is written
};

}  // namespace rc::noc
