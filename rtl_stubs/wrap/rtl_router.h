// Verilated routers (rtl_stubs/router) as RouterIf.
//
// A router's parameters are fixed when Verilator makes C++ of it; the sets that exist are listed in
// rtl_stubs/CMakeLists.txt. Those here are built for speed; the same and more, with the assertions
// of the source compiled in, are in checked_routers.h for tests.
//
// Usage: noc::MeshNetwork network(params, end_points, rtl::make_router);
#pragma once

#include <memory>

#include "hw_model/noc/mesh_network.h"
#include "hw_model/noc/params.h"
#include "hw_model/noc/router_if.h"

namespace rc::rtl {

// Flits of the longest packet that these routers carry (rc_router_pkg.sv); the model's carry
// noc::kMaxPacketFlits.
inline constexpr unsigned kMaxPacketFlits = 4;

// A noc::RouterFactory. kernel::InputError, naming the sets that exist, for parameters that no
// Verilated router has: another number of VCs, classes, slots or stages, a torus, adaptive routing.
std::unique_ptr<noc::RouterIf> make_router(const noc::NocParams& params, unsigned x, unsigned y);

}  // namespace rc::rtl
