// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/graph/graph.h"

#include <algorithm>

#include "hw_model/kernel/error.h"

namespace rc::noc {
namespace {

void limit(std::size_t count, std::size_t most, const char* what) {
  if (count <= most) return;
  throw kernel::InputError("topology: " + std::to_string(count) + " " + what +
                           ", expected at most " + std::to_string(most));
}

// One side, inputs or outputs, of all routers while it is filled in.
struct Side {
  const Graph& graph;
  const char* what;
  std::vector<std::vector<Link>> links;

  Side(const Graph& of, const char* side, std::size_t routers, unsigned ports)
      : graph(of), what(side), links(routers, std::vector<Link>(ports)) {}

  void use(RouterId router, unsigned port, const Link& link, const std::string& by) {
    if (router >= links.size()) {
      throw kernel::InputError("topology: " + by + " names router " + std::to_string(router) +
                               ", expected 0 to " + std::to_string(links.size() - 1));
    }
    const std::string place = graph.name(router) + ", " + what + " port " + std::to_string(port);
    if (port >= kMaxRadix) {
      throw kernel::InputError("topology: " + place + ": a router has at most " +
                               std::to_string(kMaxRadix) + " ports a side");
    }
    std::vector<Link>& row = links[router];
    if (row.size() <= port) row.resize(port + 1);
    if (row[port].kind != Link::Kind::none) {
      throw kernel::InputError("topology: " + place + " is used twice, the second time by " + by);
    }
    row[port] = link;
  }

  void store(std::vector<std::uint32_t>& base, std::vector<Link>& flat) const {
    base.push_back(0);
    for (const std::vector<Link>& row : links) {
      flat.insert(flat.end(), row.begin(), row.end());
      base.push_back(static_cast<std::uint32_t>(flat.size()));
    }
  }
};

}  // namespace

Graph::Graph(std::size_t routers, unsigned ports, std::vector<Channel> channels,
             std::vector<End> ends, std::vector<std::string> names)
    : channels_(std::move(channels)), ends_(std::move(ends)), names_(std::move(names)) {
  limit(routers, kMaxRouters, "routers");
  limit(channels_.size(), kMaxChannels, "channels");
  limit(ends_.size(), kMaxEnds, "end points");
  limit(ports, kMaxRadix, "ports a side of a router");
  if (routers == 0) throw kernel::InputError("topology: no router");
  if (ends_.empty()) throw kernel::InputError("topology: no end point");
  Side in(*this, "input", routers, ports), out(*this, "output", routers, ports);
  for (std::uint32_t id = 0; id < channels_.size(); ++id) {
    const Channel& channel = channels_[id];
    const std::string by = "the channel from " + name(channel.from) + " to " + name(channel.to);
    if (channel.from == channel.to) {
      throw kernel::InputError("topology: " + by + ": a router is not its own neighbour");
    }
    if (channel.cycles_per_flit == 0 || channel.cycles_per_flit > kMaxCyclesPerFlit) {
      throw kernel::InputError("topology: " + by + ": " + std::to_string(channel.cycles_per_flit) +
                               " cycles a flit, expected 1 to " +
                               std::to_string(kMaxCyclesPerFlit));
    }
    out.use(channel.from, channel.out_port, {Link::Kind::channel, id}, by);
    in.use(channel.to, channel.in_port, {Link::Kind::channel, id}, by);
  }
  for (std::uint32_t id = 0; id < ends_.size(); ++id) {
    const End& end = ends_[id];
    const std::string by = "end point " + std::to_string(id);
    in.use(end.in_router, end.in_port, {Link::Kind::end, id}, by);
    out.use(end.out_router, end.out_port, {Link::Kind::end, id}, by);
  }
  in.store(input_base_, in_);
  out.store(output_base_, out_);
  for (RouterId router = 0; router < routers; ++router) {
    radix_ = std::max({radix_, inputs(router), outputs(router)});
  }
}

Graph Graph::with(std::vector<Channel> channels, std::vector<End> ends) const {
  unsigned ports = radix_;
  for (RouterId router = 0; router < routers(); ++router) {
    ports = std::min({ports, inputs(router), outputs(router)});
  }
  return Graph(routers(), ports, std::move(channels), std::move(ends), names_);
}

std::string Graph::short_name(RouterId router) const {
  if (router < names_.size() && !names_[router].empty()) return names_[router];
  return std::to_string(router);
}

std::vector<std::uint16_t> distances_to(const Graph& graph, RouterId target) {
  std::vector<std::uint16_t> distance(graph.routers(), kUnreachable);
  std::vector<RouterId> reached{target};
  distance[target] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const RouterId at = reached[next];
    for (unsigned port = 0; port < graph.inputs(at); ++port) {
      const Link& link = graph.in(at, port);
      if (link.kind != Link::Kind::channel) continue;
      const RouterId from = graph.channel(link.id).from;
      if (distance[from] != kUnreachable) continue;
      distance[from] = static_cast<std::uint16_t>(distance[at] + 1);
      reached.push_back(from);
    }
  }
  return distance;
}

}  // namespace rc::noc
