// Every Verilated router there is, with its assertions, for tests: an assertion of the source that
// fails ends the process with Verilator's message.
#pragma once

#include <vector>

#include "rtl_stubs/wrap/router_set.h"

namespace rc::rtl {

const std::vector<RouterSet>& checked_routers();

}  // namespace rc::rtl
