// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/fly.h"

namespace rc::noc {

FlyWay::FlyWay(const Topology& topology) : topology_(topology), wide_(topology.shape.sizes[1]) {
  const unsigned k = topology.shape.radix;
  for (std::size_t weight = wide_ / k; weight > 0; weight /= k) {
    for (std::size_t place = 0; place < wide_; ++place) {
      tag_.push_back(static_cast<PortId>(place / weight % k));
    }
  }
  tag_.resize(tag_.size() + wide_, kNoPort);  // no way leads on from the last stage
}

}  // namespace rc::noc
