// SPDX-License-Identifier: Apache-2.0
// The picture of a coherence protocol, drawn from its table: the states of one core's copy of a
// line, an arrow for each change by an own action (solid) and by another core's (dashed), and below
// it what each arrow stands for.
#pragma once

#include <string>
#include <vector>

#include "hw_model/coherent/protocol/protocol.h"

namespace rc::sim::report {

// An arrow: by its actions a copy goes from one state to another.
struct ProtocolEdge {
  struct Cause {
    coherent::Pair before;  // own and other, as in the table
    coherent::Action action;
    coherent::Messages messages;
  };
  coherent::State from, to;
  bool by_other;  // another core acts: `from` and `to` are of the table's other state
  std::vector<Cause> causes;
};

// Every transition of the table is a cause of one edge of its own core; if it changes the other
// core's copy, of one more. In order of state, own ones first.
std::vector<ProtocolEdge> protocol_edges(const coherent::Protocol& protocol);

std::string svg_protocol(const coherent::Protocol& protocol);

}  // namespace rc::sim::report
