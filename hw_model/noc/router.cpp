#include "hw_model/noc/router.h"

#include <bit>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::noc {
namespace {

// The first set bit of `bits` at or after `from`, going round. `bits` is not 0.
unsigned round_robin(unsigned bits, unsigned from) {
  const unsigned above = bits >> from << from;
  return static_cast<unsigned>(std::countr_zero(above != 0 ? above : bits));
}

RouteFunction route_of(const std::string& name) {
  if (name == "xy") return route_xy;
  if (name == "yx") return route_yx;
  throw kernel::InputError("noc.routing = \"" + name + "\": expected xy or yx");
}

void check(const char* name, std::uint32_t value, std::uint32_t least, std::uint32_t most) {
  if (value >= least && value <= most) return;
  throw kernel::InputError(std::string("noc.") + name + " = " + std::to_string(value) +
                           ": expected " + std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace

Router::Router(const NocParams& params, unsigned x, unsigned y)
    : params_(params), x_(x), y_(y), route_(route_of(params.routing)) {
  check("vcs", params.vcs, 1, kMaxVcs);
  check("message_classes", params.message_classes, 1, 2);
  check("vc_depth", params.vc_depth, 1, kMaxDepth);
  check("pipeline", params.pipeline, 2, 4);
  if (params.vcs % params.message_classes != 0) {
    throw kernel::InputError("noc.vcs = " + std::to_string(params.vcs) +
                             ": expected a multiple of noc.message_classes");
  }
  class_vcs_ = params.vcs / params.message_classes;
  input_register_ = params.pipeline == 4;
  switch_register_ = params.pipeline >= 3;
  reset();
}

void Router::reset() {
  in_ = {};
  out_ = {};
  for (OutputPort& out : out_) out.credits.fill(static_cast<std::uint8_t>(params_.vc_depth));
  busy_flits_ = 0;
  arriving_ = leaving_ = waiting_ = 0;
}

unsigned Router::buffered(unsigned port, unsigned vc) const {
  const InputPort& in = in_[port];
  return in.vc[vc].count + (in.arriving_valid && in.arriving.vc == vc ? 1u : 0u);
}

void Router::tick(const RouterPins& in, RouterPins& out) {
  out.flit_valid = 0;
  out.credit.fill(0);

  // Switch register to output pins.
  for (unsigned ports = leaving_; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    out.flit[port] = out_[port].leaving;
    out.flit_valid |= static_cast<std::uint8_t>(1u << port);
    --busy_flits_;
  }
  leaving_ = 0;

  if (waiting_ != 0) allocate(out);

  // Input register to FIFO, pins to input register. After allocation: it saw the state before.
  for (unsigned ports = arriving_; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    accept(port, in_[port].arriving);
    in_[port].arriving_valid = false;
  }
  arriving_ = 0;
  for (unsigned ports = in.flit_valid; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    ++busy_flits_;
    if (input_register_) {
      in_[port].arriving = in.flit[port];
      in_[port].arriving_valid = true;
      arriving_ |= static_cast<std::uint8_t>(1u << port);
    } else {
      accept(port, in.flit[port]);
    }
  }
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned vcs = in.credit[port]; vcs != 0; vcs &= vcs - 1) {
      ++out_[port].credits[static_cast<unsigned>(std::countr_zero(vcs))];
    }
  }
}

void Router::accept(unsigned port, const Flit& flit) {
  InputVc& vc = in_[port].vc[flit.vc];
  vc.fifo[(vc.head + vc.count) % kMaxDepth] = flit;
  ++vc.count;
  in_[port].waiting |= static_cast<std::uint16_t>(1u << flit.vc);
  waiting_ |= static_cast<std::uint8_t>(1u << port);
}

// The next output VC of the class, in round-robin order, that is free and has room for the packet.
int Router::free_vc(const OutputPort& out, unsigned message_class, unsigned length) const {
  const unsigned first = message_class * class_vcs_;
  for (unsigned i = 0; i < class_vcs_; ++i) {
    const unsigned vc = first + (out.next_vc[message_class] + i) % class_vcs_;
    if ((out.owned >> vc & 1) == 0 && out.credits[vc] >= length) return static_cast<int>(vc);
  }
  return -1;
}

bool Router::offer_of(unsigned port, Offer& offer) const {
  const InputPort& in = in_[port];
  unsigned left = in.waiting;
  while (left != 0) {
    const unsigned index = round_robin(left, in.next);
    const InputVc& vc = in.vc[index];
    if (vc.routed) {
      if (out_[vc.out_port].credits[vc.out_vc] != 0) {
        offer = {static_cast<std::uint8_t>(index), vc.out_port, vc.out_vc};
        return true;
      }
    } else {
      const Flit& head = vc.fifo[vc.head];
      const std::uint8_t out_port = route_(x_, y_, head);
      const int out_vc = free_vc(out_[out_port], head.message_class, head.length);
      if (out_vc >= 0) {
        offer = {static_cast<std::uint8_t>(index), out_port, static_cast<std::uint8_t>(out_vc)};
        return true;
      }
    }
    left &= ~(1u << index);
  }
  return false;
}

void Router::allocate(RouterPins& out) {
  std::array<Offer, kPorts> offers;
  std::array<std::uint8_t, kPorts> wanted{};  // per output: inputs that offer for it
  unsigned outputs = 0;
  for (unsigned ports = waiting_; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    if (!offer_of(port, offers[port])) continue;
    wanted[offers[port].out_port] |= static_cast<std::uint8_t>(1u << port);
    outputs |= 1u << offers[port].out_port;
  }
  for (; outputs != 0; outputs &= outputs - 1) {
    const auto output = static_cast<unsigned>(std::countr_zero(outputs));
    const unsigned input = round_robin(wanted[output], out_[output].next_input);
    out_[output].next_input = static_cast<std::uint8_t>((input + 1) % kPorts);
    grant(input, offers[input], out);
  }
}

void Router::grant(unsigned port, const Offer& offer, RouterPins& out) {
  InputPort& in = in_[port];
  InputVc& vc = in.vc[offer.vc];
  OutputPort& output = out_[offer.out_port];
  Flit flit = vc.fifo[vc.head];
  vc.head = static_cast<std::uint8_t>((vc.head + 1) % kMaxDepth);
  --vc.count;
  in.next = static_cast<std::uint8_t>((offer.vc + 1) % params_.vcs);
  if (flit.head) {
    vc.out_port = offer.out_port;
    vc.out_vc = offer.out_vc;
    vc.routed = true;
    output.owned |= static_cast<std::uint16_t>(1u << offer.out_vc);
    output.next_vc[flit.message_class] =
        static_cast<std::uint8_t>((offer.out_vc % class_vcs_ + 1) % class_vcs_);
  }
  if (flit.tail) {
    vc.routed = false;
    output.owned &= static_cast<std::uint16_t>(~(1u << offer.out_vc));
  }
  if (vc.count == 0) {
    in.waiting &= static_cast<std::uint16_t>(~(1u << offer.vc));
    if (in.waiting == 0) waiting_ &= static_cast<std::uint8_t>(~(1u << port));
  }
  out.credit[port] |= static_cast<std::uint16_t>(1u << offer.vc);
  --output.credits[offer.out_vc];
  flit.vc = offer.out_vc;
  if (switch_register_) {
    output.leaving = flit;
    leaving_ |= static_cast<std::uint8_t>(1u << offer.out_port);
  } else {
    out.flit[offer.out_port] = flit;
    out.flit_valid |= static_cast<std::uint8_t>(1u << offer.out_port);
    --busy_flits_;
  }
}

}  // namespace rc::noc
