// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/mesh_recorder.h"

#include <algorithm>
#include <cmath>

#include "sim/observe/profile/halve.h"

namespace rc::sim::observe {

void MeshRecorder::entered(kernel::Picos time, const scc::Message& message) {
  stay_until(time);
  ++packets_;
  const std::size_t bin = time.value / width_;
  bins_ = std::max(bins_, bin + 1);
  if (!with_links_) return;
  const std::uint32_t flits = scc::flit_count(message);
  each_hop(message, [&](unsigned x, unsigned y, unsigned port) { count(x, y, port, bin, flits); });
}

void MeshRecorder::left(kernel::Picos time) {
  stay_until(time);
  if (packets_ != 0) --packets_;  // else it entered before the snapshot that the run began with
}

void MeshRecorder::stay_until(kernel::Picos time) {
  while (time.value / width_ >= kMaxBins) widen();
  stays_.resize(std::max<std::size_t>(stays_.size(), time.value / width_ + 1));
  for (std::uint64_t from = since_.value; packets_ != 0 && from < time.value;) {
    const std::uint64_t bin = from / width_, to = std::min(time.value, (bin + 1) * width_);
    stays_[bin] += packets_ * (to - from);
    from = to;
  }
  since_ = time;
}

std::vector<double> MeshRecorder::inside() const {
  std::vector<double> mean;
  for (const std::uint64_t stay : stays_)
    mean.push_back(std::round(1e3 * static_cast<double>(stay) / static_cast<double>(width_)) / 1e3);
  return mean;
}

void MeshRecorder::count(unsigned x, unsigned y, unsigned port, std::size_t bin,
                         std::uint32_t flits) {
  std::vector<std::uint32_t>& counts = links_[x + cols_ * y][port];
  if (bin >= counts.size()) counts.resize(bin + 1);
  counts[bin] += flits;
}

void MeshRecorder::widen() {
  width_ *= 2;
  bins_ = (bins_ + 1) / 2;
  for (ByPort& router : links_)
    for (std::vector<std::uint32_t>& bins : router) halve(bins);
  halve(stays_);
}

}  // namespace rc::sim::observe
