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

}  // namespace rc::scc
