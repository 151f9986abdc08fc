// SPDX-License-Identifier: Apache-2.0
// Verilated routers of a shape as noc::PinRouter.
#pragma once

#include "hw_model/noc/network/stepped_network.h"
#include "sim/lab/rtl/shape.h"
#include "sim/lab/rtl/shape_library.h"

namespace rc::sim::lab {

// Makes the routers of this network's graph; the first call builds their shape of `sources` if it was
// never built. kernel::InputError for what the RTL does not have.
noc::MakePinRouter rtl_routers(const noc::Graph& graph, const noc::RouterParams& router,
                               noc::WayTables tables,
                               const std::vector<std::string>& sources = router_sources());

}  // namespace rc::sim::lab
