// SPDX-License-Identifier: Apache-2.0
// When a node has packets to send: a random process of its own.
#pragma once

#include <cstdint>
#include <string>

#include "hw_model/kernel/random.h"
#include "hw_model/noc/traffic/arrival_gaps.h"

namespace rc::noc {

struct ArrivalSettings {
  // bernoulli: in every cycle with the same probability.
  // periodic: at equal distances, from a random cycle on.
  // bursts: Bernoulli while the node is on, nothing while it is off (BookSim's on_off).
  enum class Process : std::uint8_t { bernoulli, periodic, bursts };
  Process process = Process::bernoulli;
  // bursts: probabilities of a cycle that a node goes on or off.
  double begin = 0.1, end = 0.1;
};

// kernel::InputError, one line, for "bernoulli", "periodic", "bursts" with other probabilities than
// above 0 to 1, or another name.
ArrivalSettings::Process arrival_process(const std::string& name);
const char* name_of(ArrivalSettings::Process process);

// The arrivals of one node. All nodes of a rate share the tables.
class Arrivals {
 public:
  struct State {
    std::uint64_t cycle = 0;                  // of the last arrival
    std::uint64_t count = 0;                  // periodic: arrivals so far
    std::uint64_t phase = 0;                  // periodic: a fraction of 2^32 of a period
    std::uint64_t on_until = 0, on_from = 0;  // bursts: on in the cycles [on_from, on_until)
  };

  // `probability` of a packet in a cycle, in the long run. kernel::InputError if bursts would have
  // to send more than a packet a cycle.
  Arrivals(const ArrivalSettings& settings, double probability);

  State start(kernel::Random& random) const;
  // Moves on to the next arrival; state.cycle is its cycle, from 1.
  void advance(State& state, kernel::Random& random) const;
  // Variance of the packets of a long time, divided by their mean.
  double dispersion() const;
  // Mean cycles from one burst to the next; 1 where there are none.
  double period() const;

 private:
  void advance_burst(State& state, kernel::Random& random) const;

  ArrivalSettings settings_;
  double probability_, while_on_;
  ArrivalGaps gaps_, off_, on_;
};

}  // namespace rc::noc
