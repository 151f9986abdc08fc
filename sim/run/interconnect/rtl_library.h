// SPDX-License-Identifier: Apache-2.0
// Routers and direct-connect modules in SystemVerilog, Verilated: a library that is loaded at the first
// call (rtl_stubs/wrap/library.cpp).
//
// Errors: kernel::InputError if the library was not built, or has no RTL for these parameters.
#pragma once

#include <memory>

#include "hw_model/ipsc/dcm_if.h"
#include "hw_model/noc/params.h"
#include "hw_model/noc/router/router_if.h"

namespace rc::sim::run {

std::unique_ptr<noc::RouterIf> make_rtl_router(const noc::NocParams& params, unsigned x,
                                               unsigned y);
std::unique_ptr<ipsc::DcmIf> make_rtl_dcm(unsigned node, const ipsc::DcmParams& params);

}  // namespace rc::sim::run
