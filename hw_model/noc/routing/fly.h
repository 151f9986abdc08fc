// SPDX-License-Identifier: Apache-2.0
// k-ary n-fly: at each stage by a digit of the target, the highest first. There is one way only.
#pragma once

#include <vector>

#include "hw_model/noc/routing/way.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

class FlyWay final : public Way {
 public:
  explicit FlyWay(const Topology& topology);
  WayStep next(RouterId at, RouterId target, std::uint32_t) const override {
    return {tag_[topology_.digits[at][0] * wide_ + topology_.digits[target][1]], 0};
  }

 private:
  const Topology& topology_;
  std::size_t wide_;         // routers a stage
  std::vector<PortId> tag_;  // by stage and place of the target in the last one
};

}  // namespace rc::noc
