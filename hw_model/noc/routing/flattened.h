// SPDX-License-Identifier: Apache-2.0
// Flattened butterfly: one hop for each digit that differs, in the order of dimensions.
#pragma once

#include <vector>

#include "hw_model/noc/routing/way.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

class FlattenedWay final : public Way {
 public:
  explicit FlattenedWay(const Topology& topology);
  WayStep next(RouterId at, RouterId target, std::uint32_t hash) const override;

 private:
  const Topology& topology_;
  std::vector<std::size_t> first_;  // by dimension, of its digits in a router's row
  std::size_t row_ = 0;
  std::vector<PortId> port_;  // by router, dimension and digit
};

}  // namespace rc::noc
