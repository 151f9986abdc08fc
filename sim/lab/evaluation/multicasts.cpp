// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/multicasts.h"

namespace rc::sim::lab {

void Multicasts::add(const noc::PacketRecord& copy) {
  const std::uint64_t which = (std::uint64_t{copy.source} << 48) + copy.tag;
  if (++arrived_[which] < copy.copies) return;
  arrived_.erase(which);
  last_.add(copy.latency());
}

}  // namespace rc::sim::lab
