// SPDX-License-Identifier: Apache-2.0
// One chip on many networks: which ones, and what the same programs take on each.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

inline constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

struct Network {
  // Which networks are the first one again, by other means: they must have its times.
  enum class Again : std::uint8_t { no, graph, pins };
  std::string name;
  machine::Machine machine;
  Again again = Again::no;
};

struct Candidates {
  std::vector<Network> networks;
  std::vector<std::string> left_out;  // "NAME: why", a line each
};

// The mesh of the model first, as "model". Then what the user named, or else other topologies of the
// model for as many tiles, as "model-TOPOLOGY", and the examples in SystemVerilog by their folders'
// names. All but the examples have the machine's routers and wires; the examples are there only if
// these are the SCC's. Topologies that do not fit the machine are left out. kernel::InputError for a
// topology of the user's that cannot be.
Candidates networks_for(const machine::Machine& machine);

// What a program took or got on every network.
struct NetworkFigure {
  std::string program, at;  // its row is PROGRAM/AT/NETWORK, or PROGRAM/NETWORK without `at`
  std::string unit;
  std::vector<double> by_network;
};

struct NetworkStudy {
  machine::Machine machine;
  std::vector<Network> networks = {};
  std::vector<std::string> left_out = {};
  std::vector<int> sizes;                  // of messages, in bytes
  std::vector<NetworkFigure> times = {};   // by program; triad is a rate
  std::vector<NetworkFigure> energy = {};  // of all routers and links; where flits are counted
  std::vector<double> routers_mm2 = {};    // by network; unknown for examples

  // All of a program, by size of message.
  std::vector<const NetworkFigure*> of(const std::string& program) const;
};

// Plans and runs all of it.
NetworkStudy study_networks(ExperimentContext& context);

}  // namespace rc::sim::experiments
