// SPDX-License-Identifier: Apache-2.0
// The interface of a direct-connect module: the C++ model (dcm.h) and the RTL implement it.
#pragma once

#include <functional>
#include <memory>

#include "hw_model/ipsc/params.h"
#include "hw_model/ipsc/pins.h"
#include "hw_model/kernel/time.h"

namespace rc::ipsc {

class DcmIf {
 public:
  virtual ~DcmIf() = default;
  virtual void reset() = 0;
  // Clock edge `now`: samples the inputs as they were before it. An edge before wake() at which the
  // inputs are those of the last edge may be left out: it changes nothing.
  virtual const DcmPins& tick(kernel::Cycle now, const DcmPins& in) = 0;
  virtual kernel::Cycle wake() const = 0;
};

using MakeDcm = std::function<std::unique_ptr<DcmIf>(unsigned node, const DcmParams&)>;

inline constexpr kernel::Cycle kNoWake = ~kernel::Cycle{0};

}  // namespace rc::ipsc
