// SPDX-License-Identifier: Apache-2.0
// The SCC-like router, cycle by cycle: five ports, virtual channels in message classes, credits,
// virtual cut-through. docs/router.md describes the stages; the RTL model (rc_router.sv) is equal.
//
// noc.pipeline = 4, a flit driven into the input pins during cycle t-1:
//   edge t        input pins are sampled into the input register
//   edge t+1      written into the FIFO of the flit's VC
//   edge t+2      allocation: VC and switch in one step; the FIFO is read into the switch register
//   edge t+3      switch traversal into the output register = output pins
//   edge t+4      the next router samples
// 3: no input register. 2: no switch register either, allocation reads into the output register.
// 1: the FIFO is written and read at the same edge.
// Credits arrive one edge after the FIFO was read and count from the next edge on, always.
//
// Source: SCC facts 2.1 (Salihundam et al., JSSC 46(4) 2011: 4 cycles per hop, VC flow control,
// route pre-computation). Inaccuracy: the chip's wrapped wave-front allocator is not published in
// enough detail; a separable one (allocator.h) replaces it.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/noc/params.h"
#include "hw_model/noc/router/allocator.h"
#include "hw_model/noc/router/input_unit.h"
#include "hw_model/noc/router/output_unit.h"
#include "hw_model/noc/router/router_if.h"

namespace rc::noc {

class Router final : public RouterIf {
 public:
  // kernel::InputError for parameters that no router can have.
  Router(const NocParams& params, unsigned x, unsigned y);

  void reset() override;
  void tick(const RouterPins& in, RouterPins& out) override;
  bool idle() const override { return flits_ == 0; }
  bool tell(RouterState& state) const override;
  void archive(kernel::Archive& archive) override;

  // Credits this router holds for output VC `vc` of `port` (for conservation checks).
  unsigned credits(unsigned port, unsigned vc) const { return outputs_[port].credits(vc); }

 private:
  // Flits between two stages, one per port.
  struct Registers {
    std::uint8_t valid = 0;
    std::array<Flit, kPorts> flit;

    template <class Archive>
    void archive(Archive& archive) {
      archive(valid, flit);
      archive.expect(valid >> kPorts == 0);
    }
  };

  void traverse_switch(RouterPins& out);
  void allocate(RouterPins& out);
  void write_buffers(std::uint8_t valid, const std::array<Flit, kPorts>& flits);

  std::uint8_t pipeline_, vcs_;
  std::uint8_t waiting_ = 0;  // input ports with a flit in a FIFO, as bits
  unsigned flits_ = 0;        // anywhere in the router
  Allocator allocator_;
  std::array<InputUnit, kPorts> inputs_;
  std::array<OutputUnit, kPorts> outputs_;
  Registers input_register_, switch_register_;
};

}  // namespace rc::noc
