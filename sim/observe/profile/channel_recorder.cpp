// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/channel_recorder.h"

#include <algorithm>

#include "sim/observe/profile/halve.h"

namespace rc::sim::observe {

void ChannelRecorder::left(const noc::PassingFlit& flit) {
  while (flit.cycle / width_ >= kMaxBins) {
    width_ *= 2;
    bins_ = (bins_ + 1) / 2;
    for (auto& ports : loads_)
      for (std::vector<std::uint32_t>& each : ports) halve(each);
  }
  const std::size_t bin = flit.cycle / width_;
  bins_ = std::max(bins_, bin + 1);
  loads_.resize(std::max<std::size_t>(loads_.size(), flit.router + 1));
  auto& ports = loads_[flit.router];
  ports.resize(std::max<std::size_t>(ports.size(), flit.port + 1));
  std::vector<std::uint32_t>& load = ports[flit.port];
  load.resize(std::max(load.size(), bin + 1));
  ++load[bin];
}

std::vector<std::uint32_t> ChannelRecorder::load(noc::RouterId router, unsigned port) const {
  if (router >= loads_.size() || port >= loads_[router].size()) return {};
  return loads_[router][port];
}

}  // namespace rc::sim::observe
