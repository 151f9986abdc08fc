// SPDX-License-Identifier: Apache-2.0
// The direct-connect module of one node: a 9-port circuit switch. Ports 0 to 6 are the channels to
// the neighbours across each dimension, 7 is the host channel (node 0), 8 is the node itself.
//
// A probe that has come in requests the port of the lowest dimension in which the destination
// differs (e-cube). It gets the port if that is free; else it waits, and keeps the channels it has
// taken so far. A port that becomes free goes to one of the waiting probes, by order of arrival (at
// equal times the lowest source first), or by lowest source. One circuit at a time holds a port.
// Circuits that meet in a node but share no channel do not affect each other. With node_circuits =
// 2 a probe for the node whose port is taken gets the buffer line, if that is free.
//
// Pins: pins.h.
// Cycles (bit times), from pin to pin: probe_cycles for a probe, acknowledge_cycles back,
// pass_cycles for the release; 1 each where the port towards the source is the node's. A port stays
// down for one cycle between two circuits.
//
// Source: ICASE 91-4 sections 2, 2.3 and 4; the iPSC/2's module is the same (footnote there).
// Inaccuracy: the probe's bits are not sent one by one, so a wait begins at the whole probe.
#pragma once

#include <string>

#include "hw_model/ipsc/dcm_if.h"
#include "hw_model/ipsc/params.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/param.h"
#include "hw_model/kernel/text.h"

namespace rc::ipsc {

// The port by which a probe at node `here` leaves.
unsigned route(const Probe& probe, unsigned here);

// kernel::InputError for parameters that a module cannot have.
inline void check(const DcmParams& params) {
  if (params.arbitration != "lowest" && params.arbitration != "arrival") {
    throw kernel::InputError("dcm.arbitration = '" + kernel::shown(params.arbitration) +
                             "': expected 'arrival' or 'lowest'");
  }
  kernel::check_ranges(params, "dcm.");
  if (params.probe_cycles < params.pass_cycles) {
    throw kernel::InputError("dcm.probe_cycles = " + std::to_string(params.probe_cycles) +
                             ": expected dcm.pass_cycles = " + std::to_string(params.pass_cycles) +
                             " or more");
  }
}

class Dcm : public DcmIf {
 public:
  // Checks `params`.
  Dcm(unsigned here, const DcmParams& params);

  void reset() override;
  const DcmPins& tick(kernel::Cycle now, const DcmPins& in) override;
  kernel::Cycle wake() const override { return wake_; }

 private:
  enum class Phase : std::uint8_t { idle, probing, waiting, connected };

  struct Input {
    Phase phase = Phase::idle;
    Probe probe;
    std::uint8_t output = 0;          // waiting, connected
    kernel::Cycle due = kNoWake;      // probing: the probe is here
    kernel::Cycle arrival = 0;        // waiting since
    bool armed = false;               // connected: the last circuit's acknowledgement is gone
    kernel::Cycle answer = kNoWake;   // connected: the acknowledgement goes back
    kernel::Cycle release = kNoWake;  // of the circuit before, out by `released`
    std::uint8_t released = 0;
  };
  struct Output {
    bool taken = false;
    kernel::Cycle free_since = 0;
  };

  void sense(Input& input, unsigned port, kernel::Cycle now, const DcmPins& in);
  void grant(unsigned line, kernel::Cycle now);
  bool may_leave(const Input& input) const;
  void answer(Input& input, unsigned port, kernel::Cycle now, const DcmPins& in);
  bool before(const Input& a, const Input& b) const;
  kernel::Cycle delay(unsigned port, std::uint32_t cycles) const {
    return port == kNodePort ? 0 : cycles - 1;
  }

  unsigned here_;
  DcmParams params_;
  bool lowest_first_;
  std::array<Input, kPorts> inputs_;
  std::array<Output, kLines> outputs_;
  DcmPins out_;
  kernel::Cycle wake_ = kNoWake;
};

}  // namespace rc::ipsc
