// SPDX-License-Identifier: Apache-2.0
// The routers from which end points receive: only they are targets of a table.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hw_model/noc/graph/graph.h"

namespace rc::noc {

class Targets {
 public:
  explicit Targets(const Graph& graph);

  std::size_t size() const { return routers_.size(); }
  RouterId router(std::size_t index) const { return routers_[index]; }
  std::uint32_t index(RouterId router) const { return index_[router]; }

  // kernel::InputError, beginning with `what`, for the first router with an end point that sends
  // and the first target for which `reaches(router, index)` is false.
  void require_ways(const std::string& what, const Graph& graph,
                    const std::function<bool(RouterId, std::size_t)>& reaches) const;

 private:
  std::vector<RouterId> routers_;
  std::vector<std::uint32_t> index_;  // by router; of no meaning where it is no target
};

}  // namespace rc::noc
