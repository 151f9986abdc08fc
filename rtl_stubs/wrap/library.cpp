// SPDX-License-Identifier: Apache-2.0
// What the simulator finds in the library of RTL (sim/run/interconnect/rtl_library.h). The caller owns
// what it gets. Both sides are compiled from the same headers; kernel::InputError passes through.
#include "rtl_stubs/wrap/rtl_dcm.h"
#include "rtl_stubs/wrap/rtl_router.h"

extern "C" {

rc::noc::RouterIf* rc_rtl_router(const rc::noc::NocParams& params, unsigned x, unsigned y) {
  return rc::rtl::make_router(params, x, y).release();
}

rc::ipsc::DcmIf* rc_rtl_dcm(unsigned node, const rc::ipsc::DcmParams& params) {
  return rc::rtl::make_dcm(node, params).release();
}

}  // extern "C"
