// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/topology/seats.h"

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::noc {
namespace {

// Ports that further end points may take.
class FreePorts {
 public:
  explicit FreePorts(const Graph& graph) : graph_(graph) {
    for (RouterId router = 0; router < graph.routers(); ++router) {
      inputs_.push_back(graph.inputs(router));
      outputs_.push_back(graph.outputs(router));
    }
  }

  void take(End& end, const std::optional<unsigned>& wanted) {
    if (wanted && free(end, *wanted)) {
      end.in_port = end.out_port = static_cast<PortId>(*wanted);
      taken_.push_back(end);
      return;
    }
    end.in_port = port(inputs_[end.in_router]++, end.in_router);
    end.out_port = port(outputs_[end.out_router]++, end.out_router);
  }

 private:
  PortId port(unsigned number, RouterId router) const {
    if (number < kMaxRadix) return static_cast<PortId>(number);
    throw kernel::InputError("topology: " + graph_.name(router) + " has " +
                             std::to_string(kMaxRadix) +
                             " ports a side, expected one more for an end point");
  }
  bool free(const End& end, unsigned port) const {
    if (port >= graph_.inputs(end.in_router) || port >= graph_.outputs(end.out_router))
      return false;
    for (const End& other : taken_) {
      if (other.in_port == port &&
          (other.in_router == end.in_router || other.out_router == end.out_router)) {
        return false;
      }
    }
    return graph_.in(end.in_router, port).kind == Link::Kind::none &&
           graph_.out(end.out_router, port).kind == Link::Kind::none;
  }

  const Graph& graph_;
  std::vector<unsigned> inputs_, outputs_;  // by router, those given so far included
  std::vector<End> taken_;                  // of the wanted ones
};

const End& own_end(const Topology& topology, const Seat& seat) {
  const std::span<const End> ends = topology.graph.ends();
  if (seat.at < ends.size()) return ends[seat.at];
  throw kernel::InputError("topology " + kernel::shown(topology.family) + ": no end point " +
                           std::to_string(seat.at) + ", expected 0 to " +
                           std::to_string(ends.size() - 1));
}

}  // namespace

Topology with_seats(const Topology& topology, std::span<const Seat> seats) {
  const Graph& graph = topology.graph;
  FreePorts ports(graph);
  std::vector<bool> taken(graph.ends().size());
  std::vector<End> ends;
  for (const Seat& seat : seats) {
    End end = own_end(topology, seat);
    if (seat.beside) {
      ports.take(end, seat.port);
    } else if (taken[seat.at]) {
      throw kernel::InputError("topology " + kernel::shown(topology.family) + ": end point " +
                               std::to_string(seat.at) + " is taken twice");
    } else {
      taken[seat.at] = true;
    }
    ends.push_back(end);
  }
  Topology result = topology;
  result.graph = graph.with({graph.channels().begin(), graph.channels().end()}, std::move(ends));
  return result;
}

}  // namespace rc::noc
