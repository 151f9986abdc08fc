// SPDX-License-Identifier: Apache-2.0
// The relation of a Way: one choice at every router.
#pragma once

#include <memory>

#include "hw_model/noc/routing/relation.h"
#include "hw_model/noc/routing/way.h"

namespace rc::noc {

class OneWay final : public Relation {
 public:
  bool sees_input() const override { return false; }
  OneWay(const Topology& topology, VcGroups groups, std::unique_ptr<Way> way)
      : Relation(topology, std::move(groups)), way_(std::move(way)) {}

  void route(RouterId at, unsigned, unsigned, Head& head, Choices& choices) const override {
    if (arrived(at, head, choices)) return;
    const WayStep hop = way_->next(at, last_router(head), head.hash);
    if (hop.port != kNoPort) choices.add(hop.port, mask(head, hop.group));
  }
  unsigned hash_values() const override { return way_->hash_values(); }

 private:
  std::unique_ptr<Way> way_;
};

}  // namespace rc::noc
