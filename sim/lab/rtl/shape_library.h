// SPDX-License-Identifier: Apache-2.0
// Builds the routers of a shape with Verilator, once (sim/lab/user/verilated_library.h), and says before
// how long that takes.
#pragma once

#include <string>
#include <vector>

#include "rtl_stubs/shape/rc_shape.h"
#include "sim/lab/rtl/shape.h"

namespace rc::sim::lab {

// The sources of rc_router, the package first.
std::vector<std::string> router_sources();

// Seconds on one core that a build may take, by ports and VCs; docs/router.md has the measurements.
unsigned build_seconds(const RouterShape& shape);

// kernel::InputError: no Verilator, or a build that fails. What it gives lives until the process ends.
const rc_shape_api& load_shape(const RouterShape& shape,
                               const std::vector<std::string>& sources = router_sources());

}  // namespace rc::sim::lab
