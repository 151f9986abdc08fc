// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/capacity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "hw_model/noc/router/router_params.h"
#include "hw_model/noc/traffic/channel_load.h"
#include "hw_model/noc/traffic/exchange_traffic.h"
#include "hw_model/noc/traffic/synthetic_traffic.h"
#include "hw_model/noc/user/pin_network.h"

namespace rc::sim::lab {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// The SCC's kind of network as a graph, which has the same ways.
noc::Topology mesh_topology(const noc::NocParams& params) {
  noc::TopologyParams topology;
  topology.family = params.topology;
  topology.sizes = {params.cols, params.rows};
  return noc::make_topology(topology);
}

std::vector<double> channels(const noc::Topology& topology, const noc::Routing& routing,
                             const noc::Pattern& pattern) {
  const bool small = topology.graph.ends().size() < kMostDrawn;
  if (!(small || !pattern.fixed().empty()) || !noc::oblivious(topology, routing)) return {};
  return noc::channel_load(topology, routing, pattern);
}

// What flits go through one after the other: a channel, or an end point's way in or out.
struct Place {
  double load = 0;             // flits a cycle, of one that each end point offers
  double cycles = 1;           // a flit, at least
  double cycles_of_group = 1;  // with the slots of one group of VCs alone
};

// How often places take a flit: a slot takes the next one when its credit is back.
class Pace {
 public:
  Pace() = default;  // a flit a cycle: a network whose routers we do not know
  Pace(const noc::RouterParams& router, const noc::Routing& routing) : router_(router) {
    const unsigned groups = router.vcs.classes * static_cast<unsigned>(routing.groups().size());
    const bool waits = router.reallocate == noc::Reallocation::empty;
    slots_ = router.vcs.vcs * router.vc_depth + router.shared_slots;
    slots_of_group_ = router.vcs.vcs / groups * (waits ? 1 : router.vc_depth) + router.shared_slots;
  }

  Place channel(const noc::Channel& channel, double load) const {
    const unsigned narrow = channel.cycles_per_flit;
    return place(load, narrow, router_.credit_loop(channel.wire) + narrow - 1);
  }
  Place way_in(const noc::End& end, double load) const {
    return place(load, 1, router_.inject_step + router_.before + 1 + 2 * end.in_wire);
  }
  Place way_out(const noc::End& end, double load) const {
    return place(load, 1, 1 + router_.traverse + 1 + 2 * end.out_wire);
  }

 private:
  Place place(double load, double narrow, double loop) const {
    if (slots_ == 0) return {load, narrow, narrow};
    return {load, std::max(narrow, loop / slots_), std::max(narrow, loop / slots_of_group_)};
  }

  noc::RouterParams router_;
  unsigned slots_ = 0, slots_of_group_ = 0;
};

// What each traffic class offers, of all.
std::vector<std::pair<noc::PatternSettings, double>> patterns(const NocSetup& setup) {
  if (setup.traffic_classes.empty()) return {{setup.pattern, 1}};
  std::vector<std::pair<noc::PatternSettings, double>> patterns;
  for (const TrafficClass& one : setup.traffic_classes)
    patterns.emplace_back(one.pattern, share_of(one, setup.traffic_classes));
  return patterns;
}

void add(const std::vector<double>& some, double share, std::vector<double>& sum) {
  sum.resize(std::max(sum.size(), some.size()));
  for (std::size_t i = 0; i < some.size(); ++i) sum[i] += share * some[i];
}

// Of a message class, for a flit of 16 bytes that is offered: flits of the network that go to the
// destination, and that come back as its reply.
struct ClassLoad {
  double there = 0, back = 0;
};

std::vector<ClassLoad> class_loads(const NocSetup& setup) {
  const bool own = !setup.network.empty();
  const auto flits = [&](unsigned of_16_bytes) -> double {
    return own ? noc::flits_of_network(of_16_bytes, setup.network_flits.bits) : of_16_bytes;
  };
  std::vector<ClassLoad> loads(setup.ends().message_classes);
  double all = 0;  // flits of 16 bytes
  if (!setup.exchanges.empty()) {
    for (const noc::Exchange& one : noc::read_exchanges(setup.exchanges)) {
      loads.front().there += one.weight * flits(one.request);
      loads.back().back += one.weight * flits(one.reply);
      all += one.weight * (one.request + one.reply);
    }
  } else if (own) {
    const std::vector<noc::PacketSizes> sizes =
        noc::sizes_by_class(setup.packet_flits, setup.ends().message_classes);
    const std::vector<double> shares =
        noc::checked_shares(setup.class_shares, setup.ends().message_classes);
    for (std::size_t number = 0; number < loads.size(); ++number) {
      const noc::PacketSizes& its = sizes[sizes.size() == 1 ? 0 : number];
      loads[number].there = shares[number] * its.mean_of(flits);
      all += shares[number] * its.mean();
    }
  } else {
    return {{1, 0}};
  }
  for (ClassLoad& load : loads) {
    load.there /= all;
    load.back /= all;
  }
  return loads;
}

// Flits a cycle on the ways into the network and out of it.
struct EndLoad {
  double in = 0, out = 0;
};

// Of an end point that sends and receives so much. A source hands over one packet after the other;
// a network with pins of its own gives out a flit of each class in a cycle, all others one flit.
EndLoad end_load(const std::vector<ClassLoad>& classes, double sent, double received,
                 bool class_by_class) {
  EndLoad load;
  for (const ClassLoad& its : classes) {
    load.in += its.there * sent + its.back * received;
    const double out = its.there * received + its.back * sent;
    load.out = class_by_class ? std::max(load.out, out) : load.out + out;
  }
  return load;
}

// Places less than half as busy as the busiest are not full first, whatever the routers lose.
Capacity of_known(const std::vector<Place>& places, double busiest) {
  Capacity capacity{.slowest = 1, .quickest = kNever};
  for (const Place& place : places) {
    if (place.load * place.cycles_of_group >= busiest / 2)
      capacity.slowest = std::max(capacity.slowest, place.cycles_of_group);
    if (place.load * place.cycles >= busiest / 2)
      capacity.quickest = std::min(capacity.quickest, place.cycles);
  }
  return capacity;
}

Capacity of_unknown(const std::vector<Place>& places) {
  Capacity capacity;
  for (const Place& place : places)
    capacity.slowest = std::max(capacity.slowest, place.cycles_of_group);
  return capacity;
}

}  // namespace

Capacity find_capacity(const NocSetup& setup) {
  const noc::Topology mesh = setup.graph ? noc::Topology() : mesh_topology(setup.params);
  const noc::Topology& topology = setup.graph ? setup.graph->topology() : mesh;
  const noc::Graph& graph = topology.graph;
  std::unique_ptr<noc::Routing> of_mesh;
  const noc::VcPlan vcs{.vcs = setup.params.vcs, .classes = setup.params.message_classes};
  if (!setup.graph && setup.network.empty())
    of_mesh = noc::make_routing(topology, {.name = setup.params.routing, .vcs = vcs});
  const noc::Routing* const routing = setup.graph ? &setup.graph->routing() : of_mesh.get();

  std::vector<double> load, received, sent;
  // Replies go by what is asked, and copies share channels.
  bool known = routing != nullptr && setup.exchanges.empty() && !setup.forks;
  for (const auto& [settings, share] : patterns(setup)) {
    const noc::Pattern pattern(setup.ends(), settings);
    const std::vector<double> its_load =
        known ? channels(topology, *routing, pattern) : std::vector<double>();
    known = known && !its_load.empty();
    add(its_load, share, load);
    add(noc::received_load(graph, pattern), share, received);
    std::vector<double> its_sent(graph.ends().size());
    for (std::uint32_t end = 0; end < its_sent.size(); ++end) its_sent[end] = pattern.weight(end);
    add(its_sent, share, sent);
  }

  Pace pace;
  if (setup.graph)
    pace = Pace(setup.graph->router(), *routing);
  else if (routing != nullptr)
    pace = Pace(noc::scc_router(vcs, setup.params.vc_depth, setup.params.pipeline), *routing);
  std::vector<Place> places;
  for (noc::ChannelId id = 0; id < graph.channels().size(); ++id)
    places.push_back(pace.channel(graph.channel(id), known ? load[id] : 0));
  const std::vector<ClassLoad> classes = class_loads(setup);
  for (std::uint32_t end = 0; end < graph.ends().size(); ++end) {
    const noc::End& its = graph.ends()[end];
    const EndLoad its_load = end_load(classes, sent[end], received[end], !setup.network.empty());
    places.push_back(pace.way_in(its, setup.forks ? 0 : its_load.in));
    places.push_back(pace.way_out(its, its_load.out));
  }
  const auto most_loaded = [&](std::size_t first, std::size_t last) {
    double most = 0;
    for (; first < last; ++first) most = std::max(most, places[first].load * places[first].cycles);
    return std::round(most * 1e12) / 1e12;  // shares that are 1 together, but for their last digits
  };
  const std::size_t channels = graph.channels().size();
  const double busiest_channel = most_loaded(0, channels);
  const double busiest = std::max(busiest_channel, most_loaded(channels, places.size()));
  Capacity capacity = known ? of_known(places, busiest) : of_unknown(places);
  capacity.rate = 1 / std::max(1.0, busiest);
  capacity.channels = known && busiest_channel == busiest;
  return capacity;
}

}  // namespace rc::sim::lab
