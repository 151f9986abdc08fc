// SPDX-License-Identifier: Apache-2.0
// The pins of a mesh router in SystemC: what every router of a PinMesh has, ours or the user's own.
//
// A router is sensitive to the rising edge of `clock`: it samples what its neighbours drove since the
// edge before, and drives what they sample at the next one (router_if.h). Source: docs/router.md.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>
#include <tuple>

#include "hw_model/noc/flit.h"

namespace rc::noc {

/// A flit on a link in one cycle, or none.
struct LinkFlit {
  bool valid = false;
  Flit flit{};

  bool operator==(const LinkFlit& other) const {
    const auto key = [](const LinkFlit& link) {
      const Flit& f = link.flit;
      return std::tie(link.valid, f.vc, f.head, f.tail, f.dst_x, f.dst_y, f.dst_port,
                      f.message_class, f.length, f.payload);
    };
    return key(*this) == key(other);
  }
};

inline std::ostream& operator<<(std::ostream& out, const LinkFlit& link) {
  return link.valid ? out << "VC " << unsigned{link.flit.vc} : out << "none";
}

inline void sc_trace(sc_core::sc_trace_file* file, const LinkFlit& link, const std::string& name) {
  sc_core::sc_trace(file, link.valid, name + ".valid");
  sc_core::sc_trace(file, link.flit.vc, name + ".vc");
}

/// Credits on a link in one cycle: VCs as bits.
using LinkCredits = std::uint16_t;

class RouterPorts : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  /// By port: north, east, south, west, local.
  sc_core::sc_vector<sc_core::sc_in<LinkFlit>> flit_in{"flit_in", kPorts};
  sc_core::sc_vector<sc_core::sc_out<LinkCredits>> credit_out{"credit_out", kPorts};
  sc_core::sc_vector<sc_core::sc_out<LinkFlit>> flit_out{"flit_out", kPorts};
  sc_core::sc_vector<sc_core::sc_in<LinkCredits>> credit_in{"credit_in", kPorts};

 protected:
  explicit RouterPorts(const sc_core::sc_module_name& name) : sc_module(name) {}
};

}  // namespace rc::noc
