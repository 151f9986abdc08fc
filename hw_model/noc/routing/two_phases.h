// SPDX-License-Identifier: Apache-2.0
// Relations that go to a router between first: Valiant, ROMM, UGAL-L.
//
// Either phase follows the same Way in VC groups of its own: those of phase 0 are the lower ones. A
// packet that meets its last router in phase 0 leaves there, but for valiant-whole.
//
//   valiant         any router of the network
//   valiant-whole   as valiant; past its last router a packet goes on to the router between
//                   (BookSim 2's valiant on mesh and torus)
//   romm            a router within the box between source and destination: all ways are minimal
//   ugal            as valiant, or phase 1 at once where waiting x hops is not more on the shorter
//                   way
#pragma once

#include <memory>

#include "hw_model/noc/routing/grid.h"
#include "hw_model/noc/routing/relation.h"
#include "hw_model/noc/routing/way.h"

namespace rc::noc {

class TwoPhases : public Relation {
 public:
  bool sees_input() const override { return false; }
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const final;
  bool two_phases() const final { return true; }
  unsigned hash_values() const final { return way_->hash_values(); }

 protected:
  TwoPhases(const Topology& topology, VcGroups groups, std::unique_ptr<Way> way,
            bool goes_past = false)
      : Relation(topology, std::move(groups)), way_(std::move(way)), goes_past_(goes_past) {}

  const Way& way() const { return *way_; }
  RouterId any_router(const Head& head) const {
    return static_cast<RouterId>(std::uint64_t{head.hash} * graph().routers() >> 32);
  }

 private:
  std::unique_ptr<Way> way_;
  bool goes_past_;  // its last router, in phase 0
};

class Valiant final : public TwoPhases {
 public:
  Valiant(const Topology& topology, VcGroups groups, std::unique_ptr<Way> way,
          bool goes_past = false)
      : TwoPhases(topology, std::move(groups), std::move(way), goes_past) {}
  void start(Head& head, const Congestion& congestion) const override;
};

class Romm final : public TwoPhases {
 public:
  Romm(const Topology& topology, VcGroups groups, std::unique_ptr<Way> way)
      : TwoPhases(topology, std::move(groups), std::move(way)), grid_(topology) {}
  void start(Head& head, const Congestion& congestion) const override;

 private:
  Grid grid_;
};

class Ugal final : public TwoPhases {
 public:
  Ugal(const Topology& topology, VcGroups groups, std::unique_ptr<Way> way, double threshold)
      : TwoPhases(topology, std::move(groups), std::move(way)), threshold_(threshold) {}
  void start(Head& head, const Congestion& congestion) const override;

 private:
  unsigned hops(RouterId from, RouterId to, std::uint32_t hash) const;

  double threshold_;
};

}  // namespace rc::noc
