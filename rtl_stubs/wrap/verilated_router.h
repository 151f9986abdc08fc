// SPDX-License-Identifier: Apache-2.0
// A Verilated rc_router behind the interface of every router.
//
// One tick is one rising clock edge. The flits inside are counted at the pins: a router without a
// flit is idle and needs no clock edge. Only its output registers would change, and nothing samples
// them then.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <memory>

#include "hw_model/noc/router/round_robin.h"
#include "hw_model/noc/router/router_if.h"
#include "rtl_stubs/wrap/clock.h"
#include "rtl_stubs/wrap/pins.h"
#include "rtl_stubs/wrap/registers.h"

namespace rc::rtl {

// `Model` is the class Verilator made of rc_router with NumVcs = vcs, Depth = depth, PayloadW = 8 *
// payload_bytes.
template <class Model, unsigned vcs, unsigned depth, unsigned payload_bytes>
class VerilatedRouter final : public noc::RouterIf {
 public:
  VerilatedRouter(unsigned x, unsigned y) {
    model_.x_i = static_cast<CData>(x);
    model_.y_i = static_cast<CData>(y);
    model_.route_table_i = 0;
    start_clock(model_);
    VerilatedRouter::reset();
  }
  ~VerilatedRouter() override { model_.final(); }

  void reset() override {
    model_.rst_ni = 0;
    model_.flit_valid_i = 0;
    set_credits(model_.credit_i, {}, vcs);
    clock_edge(model_);
    model_.rst_ni = 1;
    flits_ = 0;
  }

  void tick(const noc::RouterPins& in, noc::RouterPins& out) override {
    model_.flit_valid_i = in.flit_valid;
    noc::for_each_bit(in.flit_valid, [&](unsigned port) {
      ++flits_;
      const noc::Flit& flit = in.flit[port];
      set_bits(model_.header_i, port * header::kBits, header::kBits, pack_header(flit));
      std::memcpy(payload_at(model_.payload_i, port), flit.payload.data(), payload_bytes);
    });
    set_credits(model_.credit_i, in.credit, vcs);

    clock_edge(model_);

    out.flit_valid = model_.flit_valid_o;
    noc::for_each_bit(out.flit_valid, [&](unsigned port) {
      --flits_;
      noc::Flit& flit = out.flit[port];
      unpack_header(get_bits(model_.header_o, port * header::kBits, header::kBits), flit);
      flit.payload.fill(0);
      std::memcpy(flit.payload.data(), payload_at(model_.payload_o, port), payload_bytes);
    });
    get_credits(model_.credit_o, out.credit, vcs);
  }

  bool idle() const override { return flits_ == 0; }
  bool tell(noc::RouterState& state) const override {
    tell_registers(*model_.rootp, vcs, depth, state);
    return true;
  }

 private:
  template <class Port>
  static char* payload_at(Port& port, unsigned index) {
    static_assert(sizeof(Port) >= noc::kPorts * payload_bytes);
    return reinterpret_cast<char*>(&port) + index * payload_bytes;
  }

  Model model_;
  unsigned flits_ = 0;
};

}  // namespace rc::rtl
