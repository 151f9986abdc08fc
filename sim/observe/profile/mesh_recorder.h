// SPDX-License-Identifier: Apache-2.0
// What went over each link of an SCC's mesh, over time, from the messages that entered it, and how
// many were in its buffers. Bins double their width when there are too many.
//
// Source: XY routing, as the SCC's routers do it (docs/router.md). Inaccuracy: a message counts on
// all its links at the instant it enters.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/kernel/time.h"
#include "hw_model/noc/packet.h"
#include "hw_model/scc/message/message.h"

namespace rc::sim::observe {

/// f(x, y, port) for each link that a message takes.
template <class F>
void each_hop(const scc::Message& message, F&& f) {
  unsigned x = message.source.x, y = message.source.y;
  while (x != message.destination.x) {
    const bool east = message.destination.x > x;
    f(x, y, east ? noc::kEast : noc::kWest);
    east ? ++x : --x;
  }
  while (y != message.destination.y) {
    const bool north = message.destination.y > y;
    f(x, y, north ? noc::kNorth : noc::kSouth);
    north ? ++y : --y;
  }
  f(x, y, message.destination.port);
}

class MeshRecorder {
 public:
  static constexpr std::size_t kMaxBins = 1024;

  // Without links it only counts packets.
  MeshRecorder(unsigned cols, unsigned rows, bool links = true)
      : cols_(cols), with_links_(links), links_(std::size_t{cols} * rows) {}

  void entered(kernel::Picos time, const scc::Message& message);
  void left(kernel::Picos time);

  // Flits that left router (x, y) by each port, by bin.
  using ByPort = std::array<std::vector<std::uint32_t>, noc::kPorts>;
  const ByPort& router(unsigned x, unsigned y) const { return links_[x + cols_ * y]; }
  // f(x, y, port, flits by bin) for every link that carried something.
  template <class F>
  void each_link(F&& f) const {
    for (unsigned router = 0; router < links_.size(); ++router) {
      for (unsigned port = 0; port < noc::kPorts; ++port) {
        if (!links_[router][port].empty())
          f(router % cols_, router / cols_, port, links_[router][port]);
      }
    }
  }
  // Packets in the mesh, on average, by bin, to a thousandth; up to the last one that entered or
  // left.
  std::vector<double> inside() const;
  bool with_links() const { return with_links_; }
  std::uint64_t bin_ps() const { return width_; }
  std::size_t bins() const { return bins_; }

 private:
  void count(unsigned x, unsigned y, unsigned port, std::size_t bin, std::uint32_t flits);
  void widen();
  void stay_until(kernel::Picos time);

  unsigned cols_;
  bool with_links_;
  std::vector<ByPort> links_;
  std::uint64_t width_ = 1'000'000;
  std::size_t bins_ = 0;
  std::vector<std::uint64_t> stays_;  // picoseconds of all packets, by bin
  std::uint64_t packets_ = 0;         // inside since `since_`
  kernel::Picos since_{0};
};

}  // namespace rc::sim::observe
