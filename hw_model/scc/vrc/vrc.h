// SPDX-License-Identifier: Apache-2.0
// The voltage regulator controller (VRC; RCCE calls it RPC): one command register, eight voltage
// islands.
//
// Takes one command at a time. A command is accepted once the one before has been carried out, one
// cycle of the controller's clock later; only then is its writer acknowledged. The voltage then
// goes to its target in a straight line, in ramp_us whatever the step; a command for the voltage
// that is there already takes no time, so software waits for a voltage by writing the same command
// again.
//
// Sources: SCC facts 2.7 (RCCE V2.0, sccKit). The register is write-only, as on the chip.
// Inaccuracies: the shape of the ramp and its independence of the step are not published. Commands
// for voltages beyond RCCE's table and words without the command bit are refused with a
// kernel::MachineError.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/time.h"
#include "hw_model/scc/vrc/params.h"

namespace rc::scc {

// One change of an island's voltage.
struct Ramp {
  unsigned island = 0;
  kernel::Picos begin{0}, end{0};
  double from = 0, to = 0;  // V

  double volts(kernel::Picos at) const;  // from `begin` on
  template <class Archive>
  void archive(Archive& archive) {
    archive(island, begin, end, from, to);
  }
};

// The highest tile clock, in MHz, that `volts` carries; 0 below RCCE's table.
double frequency_cap(double volts);

class Vrc {
 public:
  // kernel::InputError for parameters outside their range.
  explicit Vrc(const VrcParams& params);

  // `word` reached the command register at `arrival`; calls in order of arrival. Returns when its
  // writer is acknowledged.
  kernel::Picos command(std::uint32_t word, kernel::Picos arrival);

  // When all commands so far will have been carried out.
  kernel::Picos busy_until() const { return busy_until_; }
  // The voltage at reset.
  double default_volts() const;
  // Changes commanded since the last call, in order of time.
  std::vector<Ramp>& ramps() { return ramps_; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(vid_, busy_until_, ramps_);
  }

 private:
  VrcParams params_;
  std::array<std::uint32_t, SCC_VOLTAGE_ISLANDS> vid_;  // after everything commanded so far
  kernel::Picos busy_until_{0};
  std::vector<Ramp> ramps_;
};

}  // namespace rc::scc
