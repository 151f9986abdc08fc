// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/targets.h"

#include "hw_model/kernel/error.h"

namespace rc::noc {

Targets::Targets(const Graph& graph) : index_(graph.routers()) {
  std::vector<bool> seen(graph.routers());
  for (const End& end : graph.ends()) {
    if (seen[end.out_router]) continue;
    seen[end.out_router] = true;
    index_[end.out_router] = static_cast<std::uint32_t>(routers_.size());
    routers_.push_back(end.out_router);
  }
}

void Targets::require_ways(const std::string& what, const Graph& graph,
                           const std::function<bool(RouterId, std::size_t)>& reaches) const {
  std::vector<bool> seen(graph.routers());
  for (const End& end : graph.ends()) {
    if (seen[end.in_router]) continue;
    seen[end.in_router] = true;
    for (std::size_t target = 0; target < size(); ++target) {
      if (reaches(end.in_router, target)) continue;
      throw kernel::InputError(what + ": no way from " + graph.name(end.in_router) + " to " +
                               graph.name(routers_[target]));
    }
  }
}

}  // namespace rc::noc
