// SPDX-License-Identifier: Apache-2.0
// Verilated direct-connect modules (rtl_stubs/dcm), an ipsc::MakeDcm.
#pragma once

#include <memory>

#include "hw_model/ipsc/dcm_if.h"

namespace rc::rtl {

// Built for speed. kernel::InputError for parameters that no module can have.
std::unique_ptr<ipsc::DcmIf> make_dcm(unsigned node, const ipsc::DcmParams& params);

// With the assertions of the source, for tests: one that fails ends the process with Verilator's
// message.
std::unique_ptr<ipsc::DcmIf> make_checked_dcm(unsigned node, const ipsc::DcmParams& params);

}  // namespace rc::rtl
