// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/next_output.h"

#include <bit>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::noc {

NextOutput::NextOutput(std::string what, const Topology& topology, const VcPlan& plan,
                       std::unique_ptr<Routing> relation)
    : what_(std::move(what)), graph_(topology.graph), plan_(plan), relation_(std::move(relation)) {}

// Of `vcs`, on which the packet reaches `router`.
VcMask NextOutput::part(VcMask vcs, RouterId router, unsigned in_port, const Head& head) const {
  const auto first = static_cast<unsigned>(std::countr_zero(vcs));
  Head then = head;
  Choices choices;
  relation_->route(router, in_port, first, then, choices);
  if (choices.size() != 1)
    throw kernel::InputError(what_ + ": " + std::to_string(choices.size()) + " ways from " +
                             graph_.name(router) + ", expected a relation with one");
  const auto each = static_cast<unsigned>(std::popcount(vcs)) / graph_.outputs(router);
  if (each == 0)
    throw kernel::InputError(what_ + ": " + std::to_string(std::popcount(vcs)) +
                             " VCs on a way, expected one for each of the " +
                             std::to_string(graph_.outputs(router)) + " outputs of " +
                             graph_.name(router));
  return static_cast<VcMask>(((1u << each) - 1) << (first + choices[0].port * each));
}

void NextOutput::route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
                       Choices& choices) const {
  Choices ways;
  relation_->route(at, in_port, in_vc, head, ways);
  choices.clear();
  for (const Choice& way : ways) {
    const Link& link = graph_.out(at, way.port);
    VcMask vcs = way.vcs;
    if (link.kind == Link::Kind::channel) {
      const Channel& channel = graph_.channel(link.id);
      vcs = part(vcs, channel.to, channel.in_port, head);
    }
    choices.add(way.port, vcs, way.escape);
  }
}

VcMask NextOutput::first_vcs(const Head& head, VcMask all) const {
  const End& end = graph_.end(head.source);
  return part(all, end.in_router, end.in_port, head);
}

std::vector<VcMask> NextOutput::groups() const {
  std::vector<VcMask> groups;
  for (unsigned vc = 0; vc < plan_.vcs / plan_.classes; ++vc)
    groups.push_back(static_cast<VcMask>(1u << vc));
  return groups;
}

}  // namespace rc::noc
