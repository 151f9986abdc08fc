// SPDX-License-Identifier: Apache-2.0
// What all relations share: the last router of a packet, and its VC groups.
#pragma once

#include <utility>

#include "hw_model/noc/routing/vc_groups.h"

namespace rc::noc {

class Relation : public Routing {
 public:
  std::vector<VcMask> groups() const final { return groups_.groups(); }
  bool tells_ends_apart() const override { return false; }

 protected:
  Relation(const Topology& topology, VcGroups groups)
      : topology_(topology), groups_(std::move(groups)) {}

  const Graph& graph() const { return topology_.graph; }
  RouterId last_router(const Head& head) const { return graph().end(head.destination).out_router; }
  VcMask mask(const Head& head, unsigned group) const {
    return groups_.mask(head.message_class, group);
  }
  VcMask all(const Head& head) const { return groups_.all(head.message_class); }

  // Empties `choices`. True at the last router, with the only choice there.
  bool arrived(RouterId at, const Head& head, Choices& choices) const {
    choices.clear();
    const End& end = graph().end(head.destination);
    if (at != end.out_router) return false;
    choices.add(end.out_port, all(head));
    return true;
  }
  // The packet came over a channel, on a VC of `group`.
  bool came_on(RouterId at, unsigned in_port, unsigned in_vc, const Head& head,
               unsigned group) const {
    return (mask(head, group) >> in_vc & 1) != 0 &&
           graph().in(at, in_port).kind == Link::Kind::channel;
  }

 private:
  const Topology& topology_;
  VcGroups groups_;
};

}  // namespace rc::noc
