// SPDX-License-Identifier: Apache-2.0
// All Verilated routers, with the assertions of their source, for tests. An assertion that fails
// ends the process with Verilator's message.
#pragma once

#include <vector>

#include "rtl_stubs/wrap/router_set.h"

namespace rc::rtl {

const std::vector<RouterSet>& checked_routers();

}  // namespace rc::rtl
