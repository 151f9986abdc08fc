// SPDX-License-Identifier: Apache-2.0
// What the phases of a conformance test share: a network, its traffic, and the watch over it.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "hw_model/kernel/random.h"
#include "hw_model/noc/user/pin_driver.h"
#include "sim/lab/user/check.h"

namespace rc::sim::lab {

class CheckBench {
 public:
  struct Traffic {
    double rate = 0.1;    // flits for each end point and cycle
    int only = -1;        // of this class; -1: of all
    bool stalls = false;  // ends take in bursts
    bool probe = false;   // looks for paths from in to out now and then
  };

  CheckBench(const rc_network_api& api, const NetworkShape& shape, const NetworkCheck& options);

  noc::PinDriver& driver() { return driver_; }
  std::uint64_t delivered() const { return delivered_; }
  void on_delivery(noc::PinDriver::Delivery delivery) { observer_ = std::move(delivery); }
  void reseed(std::uint64_t seed) { random_ = kernel::Random(seed); }
  void reset();

  void send(std::uint32_t from, std::uint32_t to, std::uint32_t message_class, std::uint32_t flits);
  void take(std::uint32_t message_class, bool ready);
  void take_all();
  // Random pairs, classes and lengths.
  void random(std::uint64_t cycles, const Traffic& traffic);
  // Every end point sends long packets as fast as it can to the one `distance` further, all round,
  // which closes circles of waiting packets that random pairs seldom close.
  void all_by_distance(std::uint32_t distance, std::uint64_t cycles, bool stalls);
  // Until everything has arrived; MachineError after `most` cycles, in which even a congested
  // network has let something out.
  void drain(std::uint64_t most);
  void drain() { drain(most_cycles()); }
  // The packets of a class that have not arrived in that time; 0 ends it early.
  std::uint64_t run_until_empty(std::uint32_t message_class);
  // Notes the latency of every packet that arrives from now on.
  void record_latencies(std::vector<std::uint64_t>& latencies);
  // The requests that were answered.
  std::uint64_t requests_and_responses(std::uint64_t cycles);
  // All send to end point 0, for longer if the mean source has not sent enough packets to show who
  // sends none: packets of the slowest source, which it is, and the mean.
  static constexpr std::uint64_t kEnoughPackets = 16;
  std::tuple<std::uint64_t, std::uint32_t, double> all_to_one(std::uint64_t cycles);
  void bursts_with_gaps(unsigned bursts);

 private:
  // So many packets wait at a source at most: its queue is not what is tested.
  static constexpr std::size_t kMaxQueued = 4;

  // In which a network is empty that lets a flit out now and then. As PinDriver's bound for a packet:
  // each flit before it takes min_latency cycles, and lets one of every other end point pass.
  std::uint64_t most_cycles() const {
    const std::uint64_t flits =
        driver_.flits_inside() + driver_.queued_packets() * driver_.api().max_flits;
    return 20 * options_.stuck_cycles + flits * driver_.api().min_latency * driver_.end_points();
  }
  void step() { driver_.cycle(++cycle_); }
  std::uint32_t other(std::uint32_t end_point);
  std::uint32_t length();
  void send_random(const Traffic& traffic);

  NetworkCheck options_;
  noc::PinDriver driver_;
  kernel::Random random_;
  noc::PinDriver::Delivery observer_;
  std::uint64_t cycle_ = 0, sent_ = 0, delivered_ = 0;
  std::vector<std::uint64_t> inside_;  // by class
};

}  // namespace rc::sim::lab
