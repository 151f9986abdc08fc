// SPDX-License-Identifier: Apache-2.0
// Whether a network carries the load that it is offered, by a sequential test of the backlog of its
// sources. docs/noc.md ("Stable or saturated") says what is tested and why.
//
// In a network at or beyond its limit the delay at the busiest place is a random walk that the
// arrivals alone drive: of variance v t after t cycles, v = (variance of the flits offered in a
// cycle) / (square of the flits that the place carries). Its mean over the time, less that of the
// best of 33 to 64 parts of the time, is above 0.10 sqrt(v t) 995 times of 1,000: counted over
// 20,000 walks. So a mean that stays below is of no such network: it is stable. A network is
// saturated if the wait of a source grows by more than the share kShare of the time, and in
// proportion to it.
//
// A place that takes a flit in S cycles has v S times as large: `stable` counts on the least S that
// can be, `saturated` on the greatest. And only a walk of many steps is one: `stable` waits
// until the slowest place could have sent kFlits flits, and each source kBursts bursts. (Single
// queues at their limit were called stable 41 times of 300 after 32 flits, 11 times after 128; as
// eight sources with S = 1, 8 times of 200.)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/traffic/traffic_driver.h"
#include "sim/lab/evaluation/noc_setup.h"

namespace rc::sim::lab {

enum class Verdict : std::uint8_t { undecided, stable, saturated };
const char* name_of(Verdict verdict);

class StabilityTest {
 public:
  // Of the packets that a source offers, the share that a saturated network leaves behind.
  static constexpr double kShare = 0.005;
  static constexpr double kFlits = 128, kBursts = 32;

  // What each sender offers: each end point, or each of its traffic classes in a row.
  explicit StabilityTest(std::vector<noc::OfferedLoad> sources, unsigned traffic_classes = 1,
                         const Capacity& capacity = {});

  // A packet has arrived, in order of delivery.
  void add(const noc::PacketRecord& packet) {
    if (packet.delivered >= block_end_) open_blocks(packet.delivered);
    const std::uint64_t latency = packet.latency();
    Sum* const block = &sums_[blocks_ * sources_.size() * 2];
    const std::size_t source = packet.source * classes_ + packet.traffic_class,
                      destination = packet.destination * classes_ + packet.traffic_class;
    for (Sum* sum : {block + 2 * source, block + 2 * destination + 1}) {
      ++sum->packets;
      sum->latency += latency;
    }
  }

  // The cycle in which it wants to look next. They are some percent of the time apart, so that an
  // endless run has few of them.
  std::uint64_t next_look() const { return next_look_; }
  // By source: cycles for which its next packet has been waiting; and the age of the oldest packet
  // that has not arrived.
  void look(std::uint64_t cycle, const std::vector<std::uint64_t>& lateness,
            std::uint64_t oldest_age);
  Verdict verdict() const { return verdict_; }
  std::uint64_t decided_at() const { return decided_at_; }  // cycle; 0: undecided

 private:
  static constexpr std::size_t kBlocks = 64;  // at most, of equal length
  struct Sum {
    std::uint64_t packets = 0, latency = 0;
  };
  struct Look {
    std::uint64_t cycle = 0;
    std::vector<std::uint64_t> lateness;
  };

  void open_blocks(std::uint64_t cycle);
  bool stable(const Look& now, std::uint64_t oldest_age) const;
  bool saturated(const Look& before, const Look& now) const;
  bool quiet(std::uint64_t cycle) const;
  // Mean latency of a source (0) or destination (1) in all blocks, above that in its best block.
  double excess(std::size_t end, unsigned side) const;

  std::vector<noc::OfferedLoad> sources_;
  std::size_t classes_;
  double slowest_;                    // cycles a flit
  double rate_ = 0, dispersion_ = 1;  // of all sources: flits a cycle; the least
  double variance_ = 1;               // of the delay at one place, a cycle: the least
  double first_verdict_ = 0;          // cycle
  std::vector<Sum> sums_;             // by block, end point, and source or destination
  std::size_t blocks_ = 0;            // the one now
  std::uint64_t block_cycles_ = 64, block_end_ = 64;
  std::vector<Look> looks_;  // the last ones
  std::uint64_t next_look_ = 1024;
  Verdict verdict_ = Verdict::undecided;
  std::uint64_t decided_at_ = 0;
};

}  // namespace rc::sim::lab
