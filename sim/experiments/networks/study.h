// SPDX-License-Identifier: Apache-2.0
// One chip on many networks: which ones, and what the same programs take on each.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

inline constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

struct Network {
  std::string name;
  machine::Machine machine;
};

// The mesh of the model first, as "model". Then what the user named, or else other topologies of the
// model for as many tiles, as "model-TOPOLOGY", and the examples in SystemVerilog by their folders'
// names. Topologies that this number of tiles does not fit are left out, and so are the examples where
// parameters of routers are not the SCC's.
std::vector<Network> networks_for(const machine::Machine& machine);

// What a program took or got on every network.
struct NetworkFigure {
  std::string program, at;  // its row is PROGRAM/AT/NETWORK, or PROGRAM/NETWORK without `at`
  std::string unit;
  std::vector<double> by_network;
};

struct NetworkStudy {
  machine::Machine machine;
  std::vector<Network> networks = {};
  std::vector<int> sizes;                  // of messages, in bytes
  std::vector<NetworkFigure> times = {};   // by program; triad is a rate
  std::vector<NetworkFigure> energy = {};  // of all routers and links; unknown for some examples
  std::vector<double> routers_mm2 = {};    // by network; unknown for examples

  // All of a program, by size of message.
  std::vector<const NetworkFigure*> of(const std::string& program) const;
};

// Plans and runs all of it.
NetworkStudy study_networks(ExperimentContext& context);

}  // namespace rc::sim::experiments
