// SPDX-License-Identifier: Apache-2.0
// SystemC's time and the models' own.
#pragma once

#include <systemc>

#include "hw_model/kernel/time.h"

namespace rc::systemc {

inline kernel::Picos now() { return {sc_core::sc_time_stamp().value()}; }
inline sc_core::sc_time to_sc(kernel::Picos time) {
  return sc_core::sc_time::from_value(time.value);
}

}  // namespace rc::systemc
