// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/router/router_params.h"

#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/flit.h"

namespace rc::noc {
namespace {

constexpr unsigned kMaxDepth = 64, kMaxShared = 128, kMaxStage = 16, kMaxIterations = 16;

void in_range(const char* name, unsigned value, unsigned least, unsigned most) {
  if (value >= least && value <= most) return;
  throw kernel::InputError("router: " + std::string(name) + " = " + std::to_string(value) +
                           ": expected " + std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace

RouterParams scc_router(const VcPlan& vcs, unsigned vc_depth, unsigned pipeline) {
  in_range("pipeline", pipeline, 1, 4);
  RouterParams router;
  router.vcs = vcs;
  router.vc_depth = vc_depth;
  router.before = pipeline == 4 ? 2 : pipeline == 1 ? 0 : 1;
  router.traverse = pipeline >= 3 ? 1 : 0;
  return router;
}

RouterParams two_stage_router(const VcPlan& vcs, unsigned vc_depth) {
  RouterParams router;
  router.vcs = vcs;
  router.vc_depth = vc_depth;
  router.flow = FlowControl::wormhole;
  router.combined = false;
  router.before = router.credit = 0;
  router.vc = router.traverse = 1;
  router.vc_allocator = router.switch_allocator = AllocatorKind::islip;
  router.arbiter = ArbiterKind::round_robin;
  return router;
}

void check_router(const RouterParams& params, unsigned radix) {
  in_range("vcs", params.vcs.vcs, 1, kMaxVcs);
  in_range("classes", params.vcs.classes, 1, 2);
  if (params.vcs.vcs % params.vcs.classes != 0) {
    throw kernel::InputError(
        "router: vcs = " + std::to_string(params.vcs.vcs) +
        ": expected a multiple of classes = " + std::to_string(params.vcs.classes));
  }
  in_range("vc_depth", params.vc_depth, 1, kMaxDepth);
  in_range("shared_slots", params.shared_slots, 0, kMaxShared);
  for (const auto& [name, cycles] : {std::pair{"before", params.before},
                                     {"route", params.route},
                                     {"traverse", params.traverse},
                                     {"credit", params.credit},
                                     {"inject_step", params.inject_step}}) {
    in_range(name, cycles, 0, kMaxStage);
  }
  in_range(params.combined ? "vc of combined allocation" : "vc", params.vc, params.combined ? 0 : 1,
           params.combined ? 0 : kMaxStage);
  in_range("iterations", params.iterations, 1, kMaxIterations);
  in_range("input_speedup", params.input_speedup, 1, params.vcs.vcs);
  in_range("output_speedup", params.output_speedup, 1, 8);
  if (params.combined) {
    if (params.speculative) {
      throw kernel::InputError(
          "router: combined allocation has nothing to speculate on: "
          "expected two stages");
    }
    if (params.hold_switch)
      throw kernel::InputError("router: combined allocation holds no switch: expected two stages");
    if (params.vc_allocator != AllocatorKind::separable_input ||
        params.switch_allocator != AllocatorKind::separable_input || params.iterations != 1 ||
        params.input_speedup != 1 || params.output_speedup != 1) {
      throw kernel::InputError(
          "router: combined allocation is separable, input first, of one "
          "iteration and without speed-up: expected two stages");
    }
  }
  for (const auto& [name, speedup] : {std::pair{"input_speedup", params.input_speedup},
                                      {"output_speedup", params.output_speedup}}) {
    if (radix * speedup <= kMaxRadix) continue;
    throw kernel::InputError("router: " + std::string(name) + " = " + std::to_string(speedup) +
                             " with " + std::to_string(radix) + " ports: expected at most " +
                             std::to_string(kMaxRadix) + " ports of the crossbar a side");
  }
}

}  // namespace rc::noc
