// SPDX-License-Identifier: Apache-2.0
#include <RcDcmChecked.h>

#include "rtl_stubs/wrap/rtl_dcm.h"
#include "rtl_stubs/wrap/verilated_dcm.h"

namespace rc::rtl {

std::unique_ptr<ipsc::DcmIf> make_checked_dcm(unsigned node, const ipsc::DcmParams& params) {
  return std::make_unique<VerilatedDcm<RcDcmChecked>>(node, params);
}

}  // namespace rc::rtl
