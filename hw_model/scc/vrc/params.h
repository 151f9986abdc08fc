// SPDX-License-Identifier: Apache-2.0
// Parameters of the voltage regulator controller.
#pragma once

#include <cstdint>

#include "hw_model/arch/scc_map.h"

namespace rc::scc {

struct VrcParams {
  double ramp_us = 16500;
  std::uint32_t clock_khz = 650;
  std::uint32_t default_vid = 0xB0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("ramp_us", ramp_us, {0, 1e6}, "us",
            "a change of voltage: 8.8 million cycles at 533 MHz, RCCE V2.0 header comment, SCC "
            "facts 2.7; for any step (derived: RCCE waits as long for each)");
    v.field("clock_khz", clock_khz, {1, 1e6}, "kHz",
            "RPC clock, sccKit sccBmc, SCC facts 2.7; that a command takes one cycle is assumed");
    v.field("default_vid", default_vid, {0x70, 0xD0}, "6.25 mV",
            "voltage of all tiles at reset: 1.1 V, RCCE V2.0 RC_DEFAULT_VOLTAGE_LEVEL");
  }
};

}  // namespace rc::scc
