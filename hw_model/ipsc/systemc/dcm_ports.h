// SPDX-License-Identifier: Apache-2.0
// The pins of a direct-connect module in SystemC: what every module of a PinCube has, ours or the user's
// own.
//
// A module is sensitive to the rising edge of `clock`, one a bit time: it samples what its neighbours
// drove since the edge before, and drives what they sample at the next one (dcm_if.h). What a circuit is
// on these pins: pins.h.
#pragma once

#include <ostream>
#include <string>
#include <systemc>

#include "hw_model/ipsc/pins.h"

namespace rc::ipsc {

inline std::ostream& operator<<(std::ostream& out, const Forward& line) {
  if (!line.busy) return out << "free";
  out << unsigned{line.probe.source} << " to ";
  return line.probe.to_host ? out << "the host" : out << unsigned{line.probe.destination};
}

inline void sc_trace(sc_core::sc_trace_file* file, const Forward& line, const std::string& name) {
  sc_core::sc_trace(file, line.busy, name + ".busy");
  sc_core::sc_trace(file, line.probe.source, name + ".source");
  sc_core::sc_trace(file, line.probe.destination, name + ".destination");
  sc_core::sc_trace(file, line.probe.to_host, name + ".to_host");
}

class DcmPorts : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  /// By line: dimensions 0 to 6, the host's channel, the node, its second way in (kBufferLine).
  sc_core::sc_vector<sc_core::sc_in<Forward>> forward_in{"forward_in", kLines};
  sc_core::sc_vector<sc_core::sc_in<bool>> acknowledge_in{"acknowledge_in", kLines};
  sc_core::sc_vector<sc_core::sc_out<Forward>> forward_out{"forward_out", kLines};
  sc_core::sc_vector<sc_core::sc_out<bool>> acknowledge_out{"acknowledge_out", kLines};

 protected:
  explicit DcmPorts(const sc_core::sc_module_name& name) : sc_module(name) {}
};

}  // namespace rc::ipsc
