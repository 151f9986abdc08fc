// SPDX-License-Identifier: Apache-2.0
// Shortest ways among the states of a packet: where it is and, for up*/down*, what it may still do.
#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/noc/graph/graph.h"

namespace rc::noc {

// A packet takes output `port` and is in state `to` then.
struct Move {
  std::uint32_t to = 0;
  PortId port = 0;
};
using Moves = std::vector<std::vector<Move>>;  // by state, in the order of preference

class ShortestMoves {
 public:
  // `targets`: the states of each target. Takes time and memory for targets x states: a byte each,
  // or two where some way has more than 254 moves.
  ShortestMoves(const Moves& moves, const std::vector<std::vector<std::uint32_t>>& targets);

  bool reaches(std::uint32_t state, std::size_t target) const {
    return wide_.empty() ? narrow_[target * states_ + state] != kFar<std::uint8_t>
                         : wide_[target * states_ + state] != kFar<std::uint16_t>;
  }
  // Calls `visit(port)` for each move that begins a shortest way, until it returns false.
  template <class Visit>
  void next(std::uint32_t state, std::size_t target, Visit visit) const {
    if (wide_.empty()) {
      next(narrow_.data() + target * states_, state, visit);
    } else {
      next(wide_.data() + target * states_, state, visit);
    }
  }

 private:
  template <class Distance>
  static constexpr Distance kFar = static_cast<Distance>(~Distance{0});

  template <class Distance, class Visit>
  void next(const Distance* distance, std::uint32_t state, Visit visit) const {
    const Distance here = distance[state];
    for (std::uint32_t i = first_[state]; i < first_[state + 1]; ++i) {
      const Distance there = distance[moves_[i].to];
      if (there < here && !visit(moves_[i].port)) return;
    }
  }
  // False if a distance does not fit.
  template <class Distance>
  bool fill(const std::vector<std::vector<std::uint32_t>>& targets,
            std::vector<Distance>& distances) const;

  std::size_t states_;
  std::vector<std::uint32_t> first_, before_first_;  // by state, of its moves and predecessors
  std::vector<Move> moves_;
  std::vector<std::uint32_t> before_;
  std::vector<std::uint8_t> narrow_;  // distances by target and state; one of the two is empty
  std::vector<std::uint16_t> wide_;
};

}  // namespace rc::noc
