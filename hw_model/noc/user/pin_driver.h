// SPDX-License-Identifier: Apache-2.0
// The ends of a network that is known by its pins only (rc_network.h): hands it packets flit by
// flit, takes flits, and checks each of them against the packet that was sent.
//
// Every flit's data is a pattern made of its packet and its index, so that an altered flit is
// found in every run. There is an injection queue for each end point and class.
//
// Errors: kernel::InputError for a table that is no network or cannot serve this machine;
// kernel::MachineError, one line with end point, class and cycle, for a flit that was altered,
// misrouted, doubled, lost or swapped, for a delivery before min_latency, for packets that no
// longer move, and for a packet that does not arrive while others move.
//
// How long a packet may take follows from what is before it: each flit that was inside when it was
// offered may take min_latency cycles, and may let one flit of every other end point pass. To that
// come kStuckCycles. Time in which an end does not take is not counted.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "hw_model/noc/pin_statistics.h"
#include "hw_model/noc/user/rc_network.h"

namespace rc::noc {

class PinDriver {
 public:
  struct Setup {
    std::uint32_t classes = 2, cols = 1, rows = 1;
    std::vector<rc_network_place> places;
    std::uint64_t seed = 1;
  };
  struct Packet {
    std::uint32_t source = 0, destination = 0, message_class = 0, flits = 1;
    std::uint64_t id = 0;
    std::uint64_t offered = 0;  // cycle in which the head was first at the pins
    std::uint64_t ahead = 0;    // flits that were inside then
    std::uint64_t begun = 0;    // cycle in which its head went in
    std::uint64_t taken = 0;    // ... and in which its tail came out
    std::uint32_t sequence = 0;
    std::uint32_t arrived = 0;  // flits
    std::uint32_t entered = 0;  // flits
  };
  using Delivery = std::function<void(const Packet&)>;
  static constexpr std::uint64_t kStuckCycles = 100'000;

  // `api` outlives the driver.
  PinDriver(const rc_network_api& api, Setup setup);
  ~PinDriver();
  PinDriver(const PinDriver&) = delete;
  PinDriver& operator=(const PinDriver&) = delete;

  const rc_network_api& api() const { return api_; }
  std::uint32_t end_points() const { return static_cast<std::uint32_t>(setup_.places.size()); }
  std::uint32_t classes() const { return setup_.classes; }

  void on_delivery(Delivery delivery) { delivery_ = std::move(delivery); }
  // Queues a packet of so many flits of the network.
  void send(std::uint32_t source, std::uint32_t destination, std::uint32_t message_class,
            std::uint32_t flits, std::uint64_t id);
  // Whether the end takes what comes; every end does from the start.
  void set_ready(std::uint32_t end_point, std::uint32_t message_class, bool ready) {
    ready_[port(end_point, message_class)] = ready;
  }
  bool ready(std::uint32_t end_point, std::uint32_t message_class) const {
    return ready_[port(end_point, message_class)] != 0;
  }

  // Simulates cycle `cycle`, and before it what the network needs of the cycles since the last one.
  void cycle(std::uint64_t cycle);
  // Forgets all packets and resets the network.
  void reset();
  // Offers other flits and looks whether that changes what the network drives in this cycle.
  // kernel::MachineError if it does.
  void probe_paths();

  std::uint64_t inside() const { return packets_inside_; }  // packets sent and not delivered
  std::uint64_t flits_inside() const { return flits_in_ - flits_out_; }
  std::uint64_t flits_in() const { return flits_in_; }
  std::uint64_t flits_out() const { return flits_out_; }
  std::uint64_t queued_packets() const { return queued_; }  // whose tail has not entered
  std::size_t queued(std::uint32_t end_point, std::uint32_t message_class) const {
    return queues_[port(end_point, message_class)].size();
  }
  // The oldest packet that has not arrived, in words.
  std::string oldest() const;
  PinStatistics statistics() const;
  void set_stuck_cycles(std::uint64_t cycles) { stuck_cycles_ = cycles; }
  // From now on no cycle is left out, for comparison.
  void clock_every_cycle() { drain_ = ~std::uint64_t{0}; }

 private:
  // Packets of one source, destination and class, in order of sequence.
  struct Stream {
    std::uint32_t next_sequence = 0;
    std::vector<std::uint32_t> packets;  // slots
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::size_t port(std::uint32_t end_point, std::uint32_t message_class) const {
    return end_point * setup_.classes + message_class;
  }
  std::size_t stream(std::uint32_t source, std::uint32_t destination, std::uint32_t k) const {
    return (static_cast<std::size_t>(source) * end_points() + destination) * setup_.classes + k;
  }
  void forget();
  void quiet();
  void evaluate();
  void edge();
  void offer(std::size_t at);
  void step();
  void watch();
  void take(std::size_t at);
  std::uint32_t packet_of(const rc_flit& flit, std::size_t at);
  void finish(std::uint32_t slot);
  void deliver(Stream& all, std::uint32_t slot);
  // The data of flit `index` of a packet.
  void make_data(const Packet& packet, std::uint32_t index, std::uint8_t* data) const;
  void check_data(const rc_flit& flit, const Packet& packet, std::size_t at) const;
  [[noreturn]] void wrong(std::size_t at, const std::string& what) const;
  std::string state_of(const Packet& packet) const;
  static std::string name_of(const Packet& packet);

  const rc_network_api& api_;
  Setup setup_;
  void* network_ = nullptr;
  std::vector<std::uint8_t> in_valid_, in_ready_, out_valid_, ready_;
  std::vector<rc_flit> in_flit_, out_flit_;
  std::vector<std::deque<std::uint32_t>> queues_;  // by port: slots; the first is being sent
  std::vector<std::uint32_t> open_;                // by port: the packet that is coming out
  std::vector<Stream> streams_;
  std::vector<Packet> packets_;
  std::vector<std::uint32_t> free_;
  std::vector<PairLatency> pairs_;
  std::vector<PortCounters> ports_;
  std::uint64_t cycle_ = 0, last_move_ = 0, stuck_cycles_ = kStuckCycles, drain_ = 0;
  std::uint64_t last_refusal_ = 0;  // the last cycle in which an end did not take
  std::uint64_t next_look_ = 0;     // the cycle in which watch() looks at the packets' ages
  std::uint64_t empty_for_ = 0;     // cycles that were clocked since it became empty
  std::uint64_t packets_inside_ = 0, queued_ = 0, flits_in_ = 0, flits_out_ = 0;
  std::uint64_t clocked_ = 0, residence_ = 0, most_inside_ = 0;
  Delivery delivery_;
};

}  // namespace rc::noc
