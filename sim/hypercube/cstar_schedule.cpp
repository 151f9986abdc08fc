// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/cstar_schedule.h"

namespace rc::sim::hypercube {
namespace {

// transfer(node, step)
template <class TransferOf>
Schedule schedule_from(int dimension, int steps, TransferOf transfer) {
  Schedule schedule{dimension, {}};
  for (int step = 1; step <= steps; ++step)
    for (int node = 0; node < schedule.nodes(); ++node)
      if (const int to = transfer(node, step).to; to != cstar::kNobody)
        schedule.transmissions.push_back({step, node, to});
  return schedule;
}

}  // namespace

Schedule cstar_broadcast(cstar::Style style, int dimension, int source) {
  const cstar::Mesh mesh = cstar::mesh_of(dimension);
  return schedule_from(dimension, cstar::broadcast_steps(style, mesh), [&](int node, int step) {
    return cstar::broadcast_transfer(style, mesh, source, node, step);
  });
}

Schedule cstar_reduce(cstar::Style style, int dimension) {
  const cstar::Mesh mesh = cstar::mesh_of(dimension);
  return schedule_from(dimension, cstar::reduce_steps(style, mesh), [&](int node, int step) {
    return cstar::reduce_transfer(style, mesh, node, step);
  });
}

int links_held(const Schedule& schedule) {
  int links = 0;
  for (const Transmission& message : schedule.transmissions)
    links += static_cast<int>(ipsc::ecube_route(message.source, message.destination).size());
  return links;
}

}  // namespace rc::sim::hypercube
