// SPDX-License-Identifier: Apache-2.0
// Dimension order on a mesh that also takes channels between routers that are further apart in one
// dimension.
//
// A packet finishes a dimension before the next one, goes only towards its digit and never past
// it: of all such ways the one with the fewest channels. So along a dimension and direction each
// channel starts where the last one ended or further on: channels are taken in a fixed order, and
// one VC group is free of deadlock. (Going past the digit and back would join both directions of a
// row in circles.)
#pragma once

#include <vector>

#include "hw_model/noc/routing/way.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

class ExpressWay final : public Way {
 public:
  explicit ExpressWay(const Topology& topology);
  WayStep next(RouterId at, RouterId target, std::uint32_t hash) const override;

 private:
  std::size_t entry(RouterId at, unsigned dimension, unsigned digit) const {
    return at * row_ + first_[dimension] + digit;
  }

  const Topology& topology_;
  std::vector<std::size_t> first_;  // by dimension, of its digits in a router's row
  std::size_t row_ = 0;
  std::vector<PortId> port_;  // by router, dimension and digit to reach
};

// A channel other than those between neighbours, along one dimension.
bool has_express(const Topology& topology);

}  // namespace rc::noc
