#include "sim/profile/mesh_recorder.h"

#include <algorithm>

namespace rc::sim {

void MeshRecorder::entered(kernel::Picos time, const tile::Message& message) {
  while (time.value / width_ >= kMostBins) widen();
  const std::size_t bin = time.value / width_;
  bins_ = std::max(bins_, bin + 1);
  const std::uint32_t flits = tile::flit_count(message);
  unsigned x = message.source.x, y = message.source.y;
  while (x != message.destination.x) {
    const bool east = message.destination.x > x;
    count(x, y, east ? noc::kEast : noc::kWest, bin, flits);
    east ? ++x : --x;
  }
  while (y != message.destination.y) {
    const bool north = message.destination.y > y;
    count(x, y, north ? noc::kNorth : noc::kSouth, bin, flits);
    north ? ++y : --y;
  }
  count(x, y, message.destination.port, bin, flits);
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
  for (ByPort& router : links_) {
    for (std::vector<std::uint32_t>& counts : router) {
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::uint32_t old = counts[i];
        if (i % 2 == 0)
          counts[i / 2] = old;
        else
          counts[i / 2] += old;
      }
      counts.resize((counts.size() + 1) / 2);
    }
  }
}

}  // namespace rc::sim
