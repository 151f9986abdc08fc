// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/area.h"

namespace rc::scc {

double router_transistors(const AreaParams& params, const noc::NocParams& noc) {
  return params.router_base + params.router_slot * noc.vcs * noc.vc_depth +
         params.router_vc * noc.vcs + params.router_stage * (noc.pipeline - 1);
}

double router_mm2(const AreaParams& params, const noc::NocParams& noc) {
  const noc::NocParams scc;
  return params.router_mm2 * router_transistors(params, noc) / router_transistors(params, scc);
}

double router_mm2(const AreaParams& params, const noc::RouterParams& router, unsigned inputs,
                  unsigned outputs) {
  const unsigned slots = router.vcs.vcs * router.vc_depth + router.shared_slots;
  const double by_input = params.router_slot * slots + params.router_vc * router.vcs.vcs +
                          params.router_stage * (router.hop() - 1);
  const double transistors = params.router_base * inputs * outputs / (noc::kPorts * noc::kPorts) +
                             by_input * inputs / noc::kPorts;
  return params.router_mm2 * transistors / router_transistors(params, noc::NocParams());
}

}  // namespace rc::scc
