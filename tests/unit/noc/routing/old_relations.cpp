// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/noc/routing/old_relations.h"

#include "hw_model/noc/router/route_computation.h"

namespace rc::noc::test {

struct OldRelation::Routers {
  NocParams params;
  std::vector<RouteComputation> all;
};

OldRelation::OldRelation(const std::string& topology, const std::string& routing, unsigned cols,
                         unsigned rows, unsigned vcs, unsigned classes)
    : routers_(std::make_unique<Routers>()) {
  NocParams& params = routers_->params;
  params.topology = topology;
  params.routing = routing;
  params.cols = cols;
  params.rows = rows;
  params.vcs = vcs;
  params.message_classes = classes;
  for (unsigned y = 0; y < rows; ++y) {
    for (unsigned x = 0; x < cols; ++x) routers_->all.emplace_back(params, x, y);
  }
}

OldRelation::~OldRelation() = default;

OldAnswer OldRelation::operator()(const OldQuestion& question) const {
  FlitHeader head;
  head.dst_x = static_cast<std::uint8_t>(question.to_x);
  head.dst_y = static_cast<std::uint8_t>(question.to_y);
  head.message_class = static_cast<std::uint8_t>(question.message_class);
  const Routes routes = routers_->all[question.x + routers_->params.cols * question.y](
      question.in_port, question.in_vc, head);
  return {{routes.port.begin(), routes.port.begin() + routes.count}, routes.vcs};
}

}  // namespace rc::noc::test
