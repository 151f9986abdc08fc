// The direct-connect module of one node: a 9-port circuit switch. Ports 0 to 6 are the channels to
// the neighbours across each dimension, 7 is the host channel (node 0), 8 is the node itself.
//
// A probe that has come in asks for the port of the lowest dimension in which the destination
// differs (e-cube). A free port is his; else he waits, holding what he came by. A port that comes
// free goes to one of those waiting, by order of arrival (at one instant the lowest source first),
// or by lowest source. Ports are shared one at a time; the module is not: circuits that meet in a
// node but share no channel do not notice each other.
//
// Cycles (bit times), from pin to pin: probe_cycles for a probe, acknowledge_cycles back,
// pass_cycles for the release; 1 each where the port towards the source is the node's. A port stays
// down for one cycle between two circuits.
//
// Source: ICASE 91-4 sections 2, 2.3 and 4; the iPSC/2's module is the same (footnote there).
// Inaccuracy: the probe's bits are not sent one by one, so a wait begins at the whole probe.
#pragma once

#include "hw_model/ipsc/dcm_if.h"
#include "hw_model/ipsc/params.h"

namespace rc::ipsc {

// Which port a probe at node `here` leaves by.
unsigned route(const Probe& probe, unsigned here);

// kernel::InputError for parameters no module can have.
void check(const DcmParams& params);

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
  void grant(unsigned port, kernel::Cycle now);
  void answer(Input& input, unsigned port, kernel::Cycle now, const DcmPins& in);
  bool before(const Input& a, const Input& b) const;
  kernel::Cycle delay(unsigned port, std::uint32_t cycles) const {
    return port == kNodePort ? 0 : cycles - 1;
  }

  unsigned here_;
  DcmParams params_;
  bool lowest_first_;
  std::array<Input, kPorts> inputs_;
  std::array<Output, kPorts> outputs_;
  DcmPins out_;
  kernel::Cycle wake_ = kNoWake;
};

}  // namespace rc::ipsc
