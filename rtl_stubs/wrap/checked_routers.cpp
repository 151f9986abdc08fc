// SPDX-License-Identifier: Apache-2.0
#include "rtl_stubs/wrap/checked_routers.h"

#include <checked_routers_models.h>

#include "rtl_stubs/wrap/verilated_router.h"

namespace rc::rtl {

const std::vector<RouterSet>& checked_routers() {
  static const std::vector<RouterSet> sets{
#define RC_ROUTER_SET RC_VERILATED_SET
#include <checked_routers.inc>
#undef RC_ROUTER_SET
  };
  return sets;
}

}  // namespace rc::rtl
