// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/way_table.h"

#include <algorithm>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::noc {
namespace {

[[noreturn]] void no_table(const std::string& name, const std::string& why) {
  throw kernel::InputError("routing " + name + " is no table for routers in SystemVerilog: " + why +
                           ": expected a relation with one way for each packet, as dor");
}

}  // namespace

WayTables::WayTables(const Topology& topology, const Routing& routing, const std::string& name,
                     const VcPlan& vcs)
    : topology_(topology), routing_(routing), name_(name), vcs_(vcs) {
  if (routing.two_phases()) no_table(name, "packets go by another router first");
  if (routing.hash_values() > 1) no_table(name, "it draws at random");
  const Graph& graph = topology.graph;
  std::size_t entries = 0;
  for (RouterId router = 0; router < graph.routers(); ++router)
    entries += graph.ends().size() * (by_vc() ? std::size_t{graph.inputs(router)} * vcs.vcs : 1);
  if (entries > kMaxEntries)
    no_table(name,
             std::to_string(entries) + " entries are more than " + std::to_string(kMaxEntries));
  for (RouterId router = 0; router < graph.routers(); ++router) {
    walk(router, [&](const Choice& choice, unsigned message_class) {
      const auto set = static_cast<VcMask>(choice.vcs >> message_class * (vcs_.vcs / vcs_.classes));
      if (set != 0 && std::ranges::find(sets_, set) == sets_.end()) sets_.push_back(set);
    });
  }
  std::ranges::sort(sets_, std::ranges::greater());  // a set of all VCs is the first
  if (sets_.empty()) sets_.push_back(vcs.all_of(0));
  if (sets_.size() > kMaxSets)
    no_table(name, std::to_string(sets_.size()) + " sets of VCs are more than 16");
}

// Calls `each` with the choice of every entry, in order; one without VCs where a packet never comes.
template <class Each>
void WayTables::walk(RouterId router, Each each) const {
  const auto ends = static_cast<std::uint32_t>(topology_.graph.ends().size());
  const unsigned inputs = by_vc() ? topology_.graph.inputs(router) : 1,
                 vcs = by_vc() ? vcs_.vcs : 1;
  Choices choices;
  for (unsigned port = 0; port < inputs; ++port) {
    const bool used = !by_vc() || topology_.graph.in(router, port).kind != Link::Kind::none;
    for (unsigned vc = 0; vc < vcs; ++vc) {
      Head head;
      head.message_class = static_cast<std::uint8_t>(by_vc() ? vc / (vcs_.vcs / vcs_.classes) : 0);
      for (std::uint32_t end = 0; end < ends; ++end) {
        head.destination = static_cast<EndId>(end);
        choices.clear();
        if (used) routing_.route(router, port, vc, head, choices);
        if (choices.size() > 1) no_table(name_, "it chooses among ports");
        each(choices.size() == 0 ? Choice() : choices[0], head.message_class);
      }
    }
  }
}

std::vector<WayEntry> WayTables::of(RouterId router) const {
  std::vector<WayEntry> entries;
  walk(router, [&](const Choice& choice, unsigned message_class) {
    const auto set = static_cast<VcMask>(choice.vcs >> message_class * (vcs_.vcs / vcs_.classes));
    const auto found = set == 0 ? sets_.begin() : std::ranges::find(sets_, set);
    entries.push_back({choice.port, static_cast<std::uint8_t>(found - sets_.begin())});
  });
  return entries;
}

}  // namespace rc::noc
