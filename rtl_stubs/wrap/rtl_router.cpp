// SPDX-License-Identifier: Apache-2.0
#include "rtl_stubs/wrap/rtl_router.h"

#include <fast_routers_models.h>

#include <string>

#include "hw_model/kernel/error.h"
#include "rtl_stubs/wrap/verilated_router.h"

namespace rc::rtl {

const std::vector<RouterSet>& fast_routers() {
  static const std::vector<RouterSet> sets{
#define RC_ROUTER_SET RC_VERILATED_SET
#include <fast_routers.inc>
#undef RC_ROUTER_SET
  };
  return sets;
}

std::unique_ptr<noc::RouterIf> make_router(const noc::NocParams& params, unsigned x, unsigned y) {
  for (const RouterSet& set : fast_routers()) {
    if (set.fits(params)) return set.make(x, y);
  }
  std::string known;
  for (const RouterSet& set : fast_routers()) known += (known.empty() ? "" : "; ") + set.text();
  throw kernel::InputError("no RTL router with noc." + describe(params) + ": Verilated ones are " +
                           known);
}

}  // namespace rc::rtl
