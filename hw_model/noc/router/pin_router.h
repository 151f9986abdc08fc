// SPDX-License-Identifier: Apache-2.0
// A router of any number of ports by its pins: what a stepped network puts in the place of its own
// routers (SteppedNetwork::replace_routers()), as RTL is.
//
// In a cycle first take() and credit() drive the pins, then tick() is the rising edge that samples
// them, and from then on freed() and sent() tell what the router drives. A flit sampled at t leaves
// at t + before + traverse or later; RouterParams has both. A slot whose credit is driven at t was
// read at t.
//
// Source: the pins of rc_router (rtl_stubs/router); docs/router.md, "At the pins".
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "hw_model/noc/flit.h"
#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

struct PinFlit {
  std::uint64_t payload = 0;  // the router does not look at it
  EndId destination = 0;
  std::uint16_t length = 1;  // flits in the packet
  std::uint8_t vc = 0, message_class = 0;
  bool head = false, tail = false;
};

// The two sides of a port, by VC; all zero where the port is one side alone.
struct PortInput {
  VcMask filled = 0;  // hold a flit
  VcMask routed = 0;  // their front packet owns a VC of an output
  std::array<std::uint8_t, kMaxVcs> held{};
  bool operator==(const PortInput&) const = default;
};
struct PortOutput {
  VcMask owned = 0;                             // of the input behind it, by a packet
  std::array<std::uint8_t, kMaxVcs> credits{};  // own slots that are free there
  bool operator==(const PortOutput&) const = default;
};

class PinRouter {
 public:
  virtual ~PinRouter() = default;
  virtual void take(unsigned in_port, const PinFlit& flit) = 0;
  virtual void credit(unsigned out_port, unsigned vc) = 0;
  virtual void tick() = 0;
  virtual VcMask freed(unsigned in_port) const = 0;
  // kernel::MachineError for a flit that has no meaning.
  virtual bool sent(unsigned out_port, PinFlit& flit) const = 0;
  // Without a flit inside: ticking it without input would change nothing.
  virtual bool idle() const = 0;
  // What it holds after its last tick.
  virtual void tell(unsigned port, PortInput& input, PortOutput& output) const = 0;
};

using MakePinRouter = std::function<std::unique_ptr<PinRouter>(RouterId)>;

}  // namespace rc::noc
