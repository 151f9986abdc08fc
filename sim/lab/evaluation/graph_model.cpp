// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/graph_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/paired_network.h"
#include "hw_model/noc/routing/table.h"
#include "hw_model/noc/traffic/packet_sizes.h"
#include "sim/base/say.h"
#include "sim/lab/evaluation/kept_verdicts.h"
#include "sim/lab/rtl/shape_router.h"
#include "sim/lab/topology/topology_file.h"

namespace rc::sim::lab {
namespace {

// End points from which on the check takes long enough to keep its verdict.
constexpr std::size_t kLarge = 512;

}  // namespace

std::string word_name(Naming naming, std::string_view word) {
  if (naming == Naming::machine) return fmt::format("noc.{}", word);
  std::string name = fmt::format("--{}", word);
  std::ranges::replace(name, '_', '-');
  return name;
}

GraphModel::GraphModel(const GraphSettings& settings)
    : router_(settings.router), words_(settings.words), end_grid_(settings.end_grid) {
  if (router_.flow == noc::FlowControl::cut_through && settings.largest_packet > router_.vc_depth)
    throw kernel::InputError(fmt::format(
        "packets of {} flits do not fit a VC of {} {}: expected a deeper one, or {} wormhole",
        settings.largest_packet, word_name(settings.naming, "vc_depth"), router_.vc_depth,
        word_name(settings.naming, "flow")));
  std::string routing = settings.routing;
  if (settings.file.empty()) {
    topology_ = noc::make_topology(settings.topology);
  } else {
    TopologyFile file = read_topology_file(settings.file);
    topology_ = std::move(file.topology);
    table_ = std::move(file.table);
    if (routing.empty()) routing = file.routing;
    if (!settings.topology.broken.empty())
      topology_ = noc::without(topology_, settings.topology.broken);
  }
  if (settings.seats) {
    const std::vector<noc::Seat> seats = settings.seats(topology_);
    if (table_) table_ = noc::with_seats(*table_, topology_, seats);
    topology_ = noc::with_seats(topology_, seats);
  }
  routing_name_ = routing.empty() ? noc::default_routing(topology_) : routing;
  noc::check_router(router_, topology_.graph.radix());
  routing_ = noc::make_routing(topology_, {.name = routing_name_,
                                           .vcs = router_.vcs,
                                           .ugal_threshold = settings.ugal_threshold,
                                           .table = table_ ? &*table_ : nullptr});
  hops_.resize(graph().ends().size());
  const std::uint64_t ends =
      std::accumulate(end_grid_.begin(), end_grid_.end(), std::uint64_t{1}, std::multiplies<>());
  if (!end_grid_.empty() && ends != graph().ends().size())
    throw kernel::InputError(fmt::format(
        "--end-grid: {} places, expected as many as end points, {}", ends, graph().ends().size()));
  check(settings);
}

void GraphModel::check(const GraphSettings& settings) {
  const noc::DeadlockParams params{
      .wormhole = router_.flow == noc::FlowControl::wormhole,
      .packets_fit_vc = settings.largest_packet <= router_.vc_depth,
      .reallocate_empty = router_.reallocate == noc::Reallocation::empty};
  const bool large = graph().ends().size() >= kLarge;
  const std::string key = large ? verdict_key(topology_, routing_name_, table_ ? &*table_ : nullptr,
                                              router_.vcs, params)
                                : "";
  if (large) {
    if (const auto kept = kept_verdict(key)) {
      verdict_ = *kept;
      return;
    }
  }
  verdict_ = noc::check_deadlock(topology_, *routing_, params);
  if (large) keep_verdict(key, verdict_);
  if (verdict_.free || settings.on_deadlock == GraphSettings::OnDeadlock::judge) return;
  std::string circle = noc::describe(verdict_, topology_);
  circle.resize(circle.find_last_not_of('\n') + 1);
  const std::string text =
      fmt::format("{} with routing {} can deadlock: {}", topology_.family, routing_name_, circle);
  if (settings.on_deadlock == GraphSettings::OnDeadlock::warn) {
    base::say("rockcreek: {}\n", text);
  } else {
    const bool never_empty = router_.flow == noc::FlowControl::wormhole &&
                             router_.reallocate != noc::Reallocation::empty;
    const auto word = [&](const char* name) { return word_name(settings.naming, name); };
    throw kernel::InputError(fmt::format(
        "{}\nexpected another {}{}{}", text, word("routing"),
        never_empty ? fmt::format(", {} empty", word("reallocate"))
                    : fmt::format(" or more {}", word("vcs")),
        settings.naming == Naming::options ? ", or --allow-deadlock to run it all the same" : ""));
  }
}

noc::EndGrid GraphModel::ends() const {
  const auto count = static_cast<std::uint32_t>(graph().ends().size());
  std::vector<std::uint32_t> sizes{count};
  const noc::Shape& shape = topology_.shape;
  if (shape.kind == noc::Shape::Kind::grid && count == graph().routers()) {
    sizes.assign(shape.sizes.begin(), shape.sizes.end());
  } else if (shape.end_blocks && shape.concentration * graph().routers() == count) {
    const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(shape.concentration)));
    sizes = {side * shape.sizes[0], side * shape.sizes[1]};
  }
  if (!end_grid_.empty()) sizes = end_grid_;
  const bool wormhole = router_.flow == noc::FlowControl::wormhole;
  noc::EndGrid grid{std::move(sizes), router_.vcs.classes,
                    wormhole ? noc::PacketSizes::kMax : router_.vc_depth, "--vc-depth"};
  if (shape.kind == noc::Shape::Kind::dragonfly)  // groups, and routers of one
    grid.group = shape.sizes[1] * shape.concentration;
  return grid;
}

unsigned GraphModel::hops(noc::EndId source, noc::EndId destination) const {
  std::vector<std::uint16_t>& row = hops_[destination];
  if (row.empty()) {
    const auto distances = noc::distances_to(graph(), graph().end(destination).out_router);
    for (const noc::End& end : graph().ends()) row.push_back(distances[end.in_router]);
  }
  return row[source];
}

std::unique_ptr<noc::SteppedNetwork> GraphModel::make_network(
    std::uint64_t seed, std::vector<std::uint8_t> class_priorities) const {
  return std::make_unique<noc::SteppedNetwork>(topology_, *routing_, router_, seed,
                                               std::move(class_priorities));
}

std::unique_ptr<noc::Network> GraphModel::make_network(
    const std::string& router, std::uint64_t seed, std::vector<std::uint8_t> class_priorities,
    const std::function<void(noc::SteppedNetwork&)>& look) const {
  std::unique_ptr<noc::SteppedNetwork> network = make_network(seed, class_priorities);
  if (router != "model") {
    network->replace_routers(rtl_routers(
        graph(), router_, noc::WayTables(topology_, *routing_, routing_name_, router_.vcs)));
  }
  if (router == "paired") {
    if (look) throw kernel::InputError("--waves: expected --router model or rtl");
    return std::make_unique<noc::PairedNetwork>(make_network(seed, std::move(class_priorities)),
                                                std::move(network));
  }
  if (look) look(*network);
  return network;
}

const char* name_of(noc::AllocatorKind kind) {
  switch (kind) {
    case noc::AllocatorKind::separable_input:
      return "separable-input";
    case noc::AllocatorKind::separable_output:
      return "separable-output";
    case noc::AllocatorKind::islip:
      return "islip";
    case noc::AllocatorKind::wavefront:
      return "wavefront";
    default:
      return "maximum";
  }
}

const char* name_of(noc::Priority priority) {
  switch (priority) {
    case noc::Priority::by_class:
      return "class";
    case noc::Priority::age:
      return "age";
    case noc::Priority::network_age:
      return "network-age";
    default:
      return "none";
  }
}

const char* name_of(noc::ArbiterKind kind) {
  switch (kind) {
    case noc::ArbiterKind::round_robin:
      return "round-robin";
    case noc::ArbiterKind::oldest:
      return "oldest";
    default:
      return "least-recently-served";
  }
}

}  // namespace rc::sim::lab
