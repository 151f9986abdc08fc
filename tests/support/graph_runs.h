// SPDX-License-Identifier: Apache-2.0
// Random traffic on a network on a graph, and runs of it that must not differ.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/kernel/archive.h"
#include "tests/support/graph_networks.h"

namespace rc::test {

struct GraphInjection {
  std::uint64_t cycle;
  noc::EndId source, destination;
  std::uint8_t message_class, traffic_class;
  std::uint16_t flits;
};

inline noc::Packet packet_of(const GraphInjection& injection, std::uint64_t id) {
  noc::Packet packet;
  packet.source = injection.source;
  packet.destination = injection.destination;
  packet.message_class = injection.message_class;
  packet.traffic_class = injection.traffic_class;
  packet.created = injection.cycle;
  packet.flits = injection.flits;
  packet.id = id;
  return packet;
}

// In each of `cycles` a part of the end points sends, now and then to one of them more than to
// others; loads change.
inline std::vector<GraphInjection> random_injections(const GraphLab& lab, std::uint64_t cycles,
                                                     Random& random,
                                                     std::uint64_t most_flits = 40'000) {
  const auto ends = static_cast<std::uint32_t>(lab.topology.graph.ends().size());
  const std::uint32_t hot = random.below(ends), hot_percent = random.chance(70) ? 0 : 50;
  std::vector<GraphInjection> injections;
  std::uint64_t flits = 0;
  std::uint32_t percent = 0;
  for (std::uint64_t cycle = 1, change = 1; cycle <= cycles && flits < most_flits; ++cycle) {
    if (cycle == change) {
      percent = random.chance(20) ? 0 : 1 + random.below(random.chance(30) ? 100 : 20);
      change += 1 + random.below(300);
    }
    for (std::uint32_t end = 0; end < ends && percent != 0; ++end) {
      if (!random.chance(percent)) continue;
      const std::uint32_t to = random.chance(hot_percent) ? hot : random.below(ends);
      injections.push_back({cycle, static_cast<noc::EndId>(end), static_cast<noc::EndId>(to),
                            static_cast<std::uint8_t>(random.below(lab.router.vcs.classes)),
                            static_cast<std::uint8_t>(random.below(
                                static_cast<std::uint32_t>(lab.class_priorities.size()))),
                            static_cast<std::uint16_t>(1 + random.below(lab.longest))});
      flits += injections.back().flits;
    }
  }
  return injections;
}

struct GraphDelivery {
  std::uint64_t cycle, id, entered;
  bool operator==(const GraphDelivery&) const = default;
};

struct GraphRecord {
  std::vector<GraphDelivery> delivered;
  std::vector<std::uint64_t> sent, held;
  std::uint64_t cycles = 0;
  std::string wrong;  // the first thing that should not be
};

struct GraphRun {
  bool backwards = false;   // routers are evaluated from the highest number down
  bool leave_out = false;   // cycles in which the network says that it does nothing
  std::uint64_t saved = 0;  // after this cycle the network goes on in another one; 0: never
};

// Until the network is empty. kernel::MachineError for a deadlock, or flits that are lost.
inline GraphRecord run_graph(const GraphLab& lab, const std::vector<GraphInjection>& injections,
                             std::uint64_t seed, const GraphRun& how) {
  constexpr std::uint64_t kEmptyingCycles = 2'000'000;
  const auto make = [&] {
    return std::make_unique<noc::SteppedNetwork>(lab.topology, *lab.routing, lab.router, seed,
                                                 lab.class_priorities);
  };
  auto network = make();
  GraphRecord record;
  std::uint64_t& cycle = record.cycles;
  std::vector<bool> came(injections.size());
  const auto deliver = [&](const noc::Packet& packet) {
    record.delivered.push_back({cycle, packet.id, packet.entered});
    const GraphInjection& sent = injections[packet.id];
    const bool right = packet.source == sent.source && packet.destination == sent.destination &&
                       packet.message_class == sent.message_class &&
                       packet.traffic_class == sent.traffic_class && packet.flits == sent.flits;
    if (!right || came[packet.id])
      record.wrong = "packet " + std::to_string(packet.id) + " came twice or changed";
    came[packet.id] = true;
  };
  const auto listen = [&] {
    network->on_delivery(deliver);
    if (how.backwards) network->evaluate_backwards();
  };
  listen();
  const std::uint64_t last = injections.empty() ? 0 : injections.back().cycle;
  std::size_t next = 0;
  while (next < injections.size() || cycle < how.saved || !network->idle()) {
    if (cycle > last + kEmptyingCycles) {
      record.wrong = "the network does not become empty";
      break;
    }
    std::uint64_t coming = how.leave_out ? network->next_tick(cycle) : cycle + 1;
    if (next < injections.size()) coming = std::min(coming, injections[next].cycle);
    if (cycle < how.saved) coming = std::min(coming, how.saved);
    cycle = std::max(cycle + 1, coming);
    for (; next < injections.size() && injections[next].cycle == cycle; ++next) {
      network->inject(packet_of(injections[next], next));
    }
    network->tick(cycle);
    if (cycle % 97 == 0) network->check();
    if (cycle != how.saved) continue;
    kernel::Archive save;
    network->archive(save);
    network = make();
    kernel::Archive load(save.bytes());
    network->archive(load);
    listen();
  }
  network->check();
  if (record.wrong.empty() && record.delivered.size() != injections.size())
    record.wrong =
        std::to_string(injections.size() - record.delivered.size()) + " packets are lost";
  if (record.wrong.empty() && network->injected_flits() != network->ejected_flits())
    record.wrong = "flits are lost";
  record.sent = network->flits_sent();
  record.held = network->slots_held();
  return record;
}

// The first difference; empty if there is none.
inline std::string difference(const GraphRecord& expected, const GraphRecord& got) {
  const auto text = [](const std::vector<GraphDelivery>& all, std::size_t i) {
    return i >= all.size()
               ? "none"
               : "packet " + std::to_string(all[i].id) + ", sent in cycle " +
                     std::to_string(all[i].entered) + ", in cycle " + std::to_string(all[i].cycle);
  };
  const auto [a, b] = std::ranges::mismatch(expected.delivered, got.delivered);
  if (a != expected.delivered.end() || b != got.delivered.end()) {
    const auto i = static_cast<std::size_t>(a - expected.delivered.begin());
    return "delivery " + std::to_string(i) + ": expected " + text(expected.delivered, i) +
           ", got " + text(got.delivered, i);
  }
  if (expected.sent != got.sent) return "flits sent differ";
  if (expected.held != got.held) return "slots held differ";
  return "";
}

}  // namespace rc::test
