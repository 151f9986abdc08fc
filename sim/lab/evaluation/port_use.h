// SPDX-License-Identifier: Apache-2.0
// How busy the links and buffers of a network were during a measurement.
#pragma once

#include <vector>

#include "hw_model/noc/network/network.h"
#include "sim/lab/evaluation/evaluation.h"

namespace rc::sim::lab {

// All ports that lead somewhere, unused; none of a network without our routers.
std::vector<PortUse> list_ports(const NocSetup& setup, const noc::Network& network);
// Adds `sign` times the present counters of the network, after the tick of `cycle`. Those of
// buffers are modulo 2^64, but their sums are small.
void note_use(const NocSetup& setup, const noc::Network& network, std::uint64_t cycle, double sign,
              std::vector<PortUse>& ports);

}  // namespace rc::sim::lab
