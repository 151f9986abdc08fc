// SPDX-License-Identifier: Apache-2.0
// A topology with the end points that somebody wants: a selection of its own ones in any order, and
// more of them beside these, each by a port of its own.
#pragma once

#include <optional>
#include <span>

#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

struct Seat {
  EndId at = 0;         // an end point of the topology
  bool beside = false;  // at its routers, by a port of its own, instead of in its place
  // That port, if it is free on both sides; without, or if it is taken, the next after all others.
  std::optional<unsigned> port = std::nullopt;
};

// End point k of the result is seats[k]; end points without a seat are not there. Routers,
// channels and their ports stay. kernel::InputError: a seat at an end point that does not exist, two
// seats in one place, a router with too many ports.
Topology with_seats(const Topology& topology, std::span<const Seat> seats);

}  // namespace rc::noc
