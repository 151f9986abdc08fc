// SPDX-License-Identifier: Apache-2.0
// What left each output of a stepped network of any topology, over time, in mesh cycles. Bins double
// their width when there are too many.
#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/noc/network/flit_observer.h"

namespace rc::sim::observe {

class ChannelRecorder final : public noc::FlitObserver {
 public:
  static constexpr std::size_t kMaxBins = 1024;

  void came(const noc::PassingFlit&) override {}
  void left(const noc::PassingFlit& flit) override;
  void ticked(std::uint64_t) override {}

  /// Flits by bin; empty if there were none.
  std::vector<std::uint32_t> load(noc::RouterId router, unsigned port) const;
  std::uint64_t bin_cycles() const { return width_; }
  std::size_t bins() const { return bins_; }

 private:
  std::vector<std::vector<std::vector<std::uint32_t>>> loads_;  // by router and port
  std::uint64_t width_ = 256;
  std::size_t bins_ = 0;
};

}  // namespace rc::sim::observe
