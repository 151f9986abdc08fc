// SPDX-License-Identifier: Apache-2.0
// Next-hop-output queueing: any relation of one choice, on the VCs of the output that comes next.
//
// The VCs that the relation allows on a channel are split into as many equal parts as the router at
// its other end has outputs, and a packet takes those of the output by which it will leave there. So
// packets for different outputs never wait behind each other; VCs beyond equal parts stay unused. The
// source sends likewise. Source: BookSim 2, commit 28f4329, `noq` in src/routers/iq_router.cpp.
#pragma once

#include <memory>
#include <string>

#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

class NextOutput final : public Routing {
 public:
  // `topology` must outlive it. route() and first_vcs() throw kernel::InputError, beginning with
  // `what`, where the relation has several choices or fewer VCs than the next router has outputs; the
  // deadlock check walks to all of them.
  NextOutput(std::string what, const Topology& topology, const VcPlan& plan,
             std::unique_ptr<Routing> relation);

  void start(Head& head, const Congestion& congestion) const override {
    relation_->start(head, congestion);
  }
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
  VcMask first_vcs(const Head& head, VcMask all) const override;
  std::vector<VcMask> groups() const override;  // each VC
  bool two_phases() const override { return relation_->two_phases(); }
  bool has_escape() const override { return relation_->has_escape(); }
  unsigned hash_values() const override { return relation_->hash_values(); }
  bool sees_input() const override { return relation_->sees_input(); }
  // The last router has an output for each.
  bool tells_ends_apart() const override { return true; }

 private:
  VcMask part(VcMask vcs, RouterId router, unsigned in_port, const Head& head) const;

  std::string what_;
  const Graph& graph_;
  VcPlan plan_;
  std::unique_ptr<Routing> relation_;
};

}  // namespace rc::noc
