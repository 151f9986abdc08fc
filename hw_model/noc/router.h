// The SCC-like router, cycle by cycle: five ports, virtual channels in message classes, credits,
// virtual cut-through. docs/router.md describes the stages; the SystemVerilog twin follows it.
//
//   edge t        input pins are sampled into the input register
//   edge t+1      written into the FIFO of the flit's VC            (pipeline 4)
//   edge t+2      allocation: VC and switch in one step, FIFO read   (t+1 with pipeline 3)
//   edge t+3      switch traversal, output register = output pins
//   edge t+4      the next router samples
// With pipeline 2 the input register and the switch register are both left out.
//
// Allocation, separable, input first: each input port offers one of its VCs that could move (round
// robin), each output port takes one of the inputs that offer for it (round robin). A head moves if
// its class has an output VC that is free and whose downstream buffer holds the whole packet
// (virtual cut-through), the next such VC in round-robin order; a body flit moves if it has a
// credit. Pointers move only when something was granted, so an idle router has no changing state.
//
// Source: SCC facts 2.1 (Salihundam et al., JSSC 46(4) 2011: 4 cycles per hop, VC flow control,
// route pre-computation). Inaccuracy: the chip's wrapped wave-front allocator is not published in
// enough detail; the separable one stands in for it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/noc/params.h"
#include "hw_model/noc/router_if.h"
#include "hw_model/noc/routing.h"

namespace rc::noc {

class Router final : public RouterIf {
 public:
  // kernel::InputError for parameters that no router can have.
  Router(const NocParams& params, unsigned x, unsigned y);

  void reset() override;
  void tick(const RouterPins& in, RouterPins& out) override;
  bool idle() const override { return busy_flits_ == 0; }
  void skip(std::uint64_t) override {}

  // Credits this router holds for output VC `vc` of `port` (for conservation checks).
  unsigned credits(unsigned port, unsigned vc) const { return out_[port].credits[vc]; }
  // Flits in the buffers of input VC `vc` of `port`, the input register included.
  unsigned buffered(unsigned port, unsigned vc) const;
  // Flits anywhere in the router.
  unsigned flits() const { return busy_flits_; }

 private:
  static constexpr unsigned kMaxDepth = 16;

  struct InputVc {
    std::array<Flit, kMaxDepth> fifo;
    std::uint8_t head = 0, count = 0;
    std::uint8_t out_port = 0, out_vc = 0;
    bool routed = false;  // the packet at the front has its output VC
  };
  struct InputPort {
    std::array<InputVc, kMaxVcs> vc;
    std::uint16_t waiting = 0;  // VCs with a flit in the FIFO
    std::uint8_t next = 0;      // round robin over VCs
    Flit arriving;              // input register (pipeline 4)
    bool arriving_valid = false;
  };
  struct OutputPort {
    std::array<std::uint8_t, kMaxVcs> credits{};
    std::uint16_t owned = 0;                // VCs held by a packet
    std::uint8_t next_input = 0;            // round robin over inputs
    std::array<std::uint8_t, 2> next_vc{};  // per class: round robin over output VCs
    Flit leaving;                           // switch register (pipeline 3 and 4)
    bool leaving_valid = false;
  };

  struct Offer {
    std::uint8_t vc, out_port, out_vc;
  };

  bool offer_of(unsigned port, Offer& offer) const;
  int free_vc(const OutputPort& out, unsigned message_class, unsigned length) const;
  void allocate(RouterPins& out);
  void grant(unsigned port, const Offer& offer, RouterPins& out);
  void accept(unsigned port, const Flit& flit);

  NocParams params_;
  unsigned x_, y_;
  RouteFunction route_;
  unsigned class_vcs_;
  bool input_register_, switch_register_;
  unsigned busy_flits_ = 0;
  std::uint8_t arriving_ = 0, leaving_ = 0, waiting_ = 0;  // ports, as bits
  std::array<InputPort, kPorts> in_;
  std::array<OutputPort, kPorts> out_;
};

}  // namespace rc::noc
