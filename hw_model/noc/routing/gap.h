// SPDX-License-Identifier: Apache-2.0
// Whether a network has all channels of its structure, or some are broken.
#pragma once

#include <string>

#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

// Every router is the neighbour of every other one.
bool joined_to_all(const Topology& topology);

// The first channel that the structure has and the graph has not: "no channel from router 3 to
// router 4". Empty if there is none, or no structure.
std::string find_gap(const Topology& topology);

}  // namespace rc::noc
