// SPDX-License-Identifier: Apache-2.0
// A router of the stepped network as stages and policies. Today's router of the SCC is one setting
// (scc_router()), the default input-queued router of BookSim 2 another (two_stage_router()).
//
// Stages of a flit that is sampled at t: it is in its VC at t + before. A head asks for a VC from
// t + before + route on. Combined: the same grant gives it the switch. Else it asks for the switch
// `vc` cycles after the grant of its VC; body flits from t + before on. A flit granted at g is
// sampled by the next router at g + 1 + traverse + wire + cycles_per_flit - 1. The slot that it
// leaves counts upstream from g + 1 + credit + wire on, at an end point from g + 1 + wire.
//
// Sources: docs/router.md for the SCC; Dally and Towles, chapters 16 to 19; BookSim 2's
// input-queued router for the delays of two_stage_router().
#pragma once

#include <cstdint>

#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

enum class FlowControl : std::uint8_t { cut_through, wormhole };
enum class AllocatorKind : std::uint8_t {
  separable_input,   // each input picks one, then each output
  separable_output,  // each output picks one, then each input
  islip,             // as separable_output by round robin, pointers move past what was accepted
  wavefront,         // along diagonals, from one that moves on after each grant
  maximum            // as many grants as there can be (augmenting paths): the bound, not hardware
};
enum class ArbiterKind : std::uint8_t { least_recently_served, round_robin, oldest };
// Which packets go before others, whatever the arbiters say; these decide among equals.
enum class Priority : std::uint8_t {
  none,
  by_class,    // of the traffic class with the greater priority
  age,         // that were created first
  network_age  // that left their source first
};
enum class Reallocation : std::uint8_t {
  tail,  // a VC goes to the next packet when the tail of the one before has been sent
  empty  // when its buffer is empty as well: the credit of the tail is back
};

struct RouterParams {
  VcPlan vcs;
  unsigned vc_depth = 8;      // slots of each VC, to 64
  unsigned shared_slots = 0;  // of a port, for all its VCs, beside vc_depth slots of each
  FlowControl flow = FlowControl::cut_through;
  Reallocation reallocate = Reallocation::tail;
  bool combined = true;      // VC and switch in one grant
  bool speculative = false;  // two stages: heads ask for the switch with the VC
  bool hold_switch = false;  // two stages: a packet keeps the switch while its flits wait in a row
  unsigned before = 2, route = 0, vc = 0, traverse = 1, credit = 1;  // cycles
  AllocatorKind vc_allocator = AllocatorKind::separable_input;
  AllocatorKind switch_allocator = AllocatorKind::separable_input;
  unsigned iterations = 1;  // of separable allocators and iSLIP
  ArbiterKind arbiter = ArbiterKind::least_recently_served;
  Priority priority = Priority::none;
  unsigned input_speedup = 1, output_speedup = 1;  // crossbar ports a port
  unsigned inject_step = 0;  // cycles between the source's queue and its channel: 1 in BookSim

  // Whether some packets go before others.
  bool ranks() const { return priority != Priority::none || arbiter == ArbiterKind::oldest; }
  // Cycles from router to router for a head that waits for nothing, without the wire.
  unsigned hop() const {
    const unsigned switched = combined || speculative ? 0 : vc;
    return before + route + switched + 1 + traverse;
  }
  // Cycles from the grant of a slot's flit to the next: fewer slots than these limit a VC.
  unsigned credit_loop(unsigned wire) const {
    return before + 1 + traverse + wire + 1 + credit + wire;
  }
};

// The router of docs/router.md with `pipeline` cycles a hop, 1 to 4.
RouterParams scc_router(const VcPlan& vcs, unsigned vc_depth, unsigned pipeline);
// Three cycles a hop beside the wire; iSLIP of one iteration for VCs and switch; wormhole.
RouterParams two_stage_router(const VcPlan& vcs, unsigned vc_depth);

// kernel::InputError, one line, for a router that cannot exist, or not with `radix` ports.
void check_router(const RouterParams& params, unsigned radix);

}  // namespace rc::noc
