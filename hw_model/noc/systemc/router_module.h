// SPDX-License-Identifier: Apache-2.0
// A router of router_if.h as a SystemC module: the C++ cycle model, or Verilated RTL.
#pragma once

#include <memory>
#include <utility>

#include "hw_model/noc/router/router_if.h"
#include "hw_model/noc/systemc/router_ports.h"

namespace rc::noc {

class RouterModule : public RouterPorts {
 public:
  RouterModule(const sc_core::sc_module_name& name, std::unique_ptr<RouterIf> router)
      : RouterPorts(name), router_(std::move(router)) {
    SC_HAS_PROCESS(RouterModule);
    SC_METHOD(edge);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  void edge() {
    RouterPins in, out;
    for (unsigned port = 0; port < kPorts; ++port) {
      const LinkFlit& link = flit_in[port].read();
      if (link.valid) {
        in.flit_valid |= static_cast<std::uint8_t>(1u << port);
        in.flit[port] = link.flit;
      }
      in.credit[port] = credit_in[port].read();
    }
    router_->tick(in, out);
    for (unsigned port = 0; port < kPorts; ++port) {
      const bool valid = (out.flit_valid >> port & 1) != 0;
      flit_out[port].write(valid ? LinkFlit{true, out.flit[port]} : LinkFlit());
      credit_out[port].write(out.credit[port]);
    }
  }

  std::unique_ptr<RouterIf> router_;
};

}  // namespace rc::noc
