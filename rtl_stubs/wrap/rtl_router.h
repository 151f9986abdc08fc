// SPDX-License-Identifier: Apache-2.0
// Verilated routers (rtl_stubs/router) as RouterIf.
//
// Verilator fixes the parameters of a router; rtl_stubs/CMakeLists.txt lists the sets that exist.
// The routers here are built for speed, without assertions. checked_routers.h has more sets, with
// assertions, for tests.
//
// Usage: noc::MeshNetwork network(params, end_points, rtl::make_router);
#pragma once

#include <memory>
#include <vector>

#include "hw_model/noc/params.h"
#include "hw_model/noc/router/router_if.h"
#include "rtl_stubs/wrap/router_set.h"

namespace rc::rtl {

// A noc::RouterFactory. kernel::InputError, naming the sets that exist, for parameters that no
// Verilated router has: another number of VCs, classes, slots or stages, a torus, adaptive routing.
// As in the model, a packet has at most vc_depth flits.
std::unique_ptr<noc::RouterIf> make_router(const noc::NocParams& params, unsigned x, unsigned y);

// The parameter sets that make_router() has.
const std::vector<RouterSet>& fast_routers();

}  // namespace rc::rtl
