// The direct-connect module as its neighbours see it, so that another implementation can take its
// place.
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
  // Clock edge `now`: samples the inputs as they stood before it. Edges at which inputs are as at
  // the last one and which lie before wake() may be left out: they change nothing.
  virtual const DcmPins& tick(kernel::Cycle now, const DcmPins& in) = 0;
  virtual kernel::Cycle wake() const = 0;
};

using MakeDcm = std::function<std::unique_ptr<DcmIf>(unsigned node, const DcmParams&)>;

inline constexpr kernel::Cycle kNoWake = ~kernel::Cycle{0};

}  // namespace rc::ipsc
