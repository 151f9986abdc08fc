// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/network_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "hw_model/noc/network/event_network.h"
#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/traffic/traffic_driver.h"
#include "rtl_stubs/wrap/rtl_router.h"

namespace rc::soak {
namespace {

using lockstep::Random;
using noc::Packet;

// Traffic goes on for at most this many cycles; then the network has time to empty itself.
constexpr std::uint64_t kTrafficCycles = 20'000;
constexpr std::uint64_t kEmptyingCycles = 4'000'000;
constexpr unsigned kNetworks = 8;  // of a case

struct Injection {
  std::uint64_t cycle;
  Packet packet;
};

struct Delivery {
  std::uint64_t cycle, number;
  bool operator==(const Delivery&) const = default;
};

struct Setup {
  noc::NocParams params;
  std::vector<noc::EndPoint> ends;
  std::vector<Injection> injections;
};

struct Record {
  std::vector<Delivery> deliveries;
  std::vector<std::uint64_t> statistics;
  std::uint64_t cycles = 0;
};

noc::NocParams random_params(Random& random) {
  noc::NocParams params;
  params.cols = 1 + random.below(random.chance(80) ? 8 : 16);
  params.rows = 1 + random.below(random.chance(80) ? 6 : 16);
  if (random.chance(30)) params.topology = "torus";
  const char* const routings[] = {"xy", "yx", "o1turn", "west-first", "odd-even"};
  params.routing = routings[random.below(params.topology == "torus" ? 2 : 5)];
  params.message_classes = 1 + random.below(2);
  // A torus and O1TURN split the VCs of a class.
  const bool even = params.topology == "torus" || params.routing == "o1turn";
  const std::uint32_t of_class =
      even ? 2 * (1 + random.below(8 / params.message_classes)) : 1 + random.below(8);
  params.vcs = params.message_classes * of_class;
  params.vc_depth = 1 + random.below(random.chance(70) ? 5 : noc::kMaxVcDepth);
  params.pipeline = 1 + random.below(4);
  return params;
}

// Long ways and few VCs: with a load of a few packets at a time, many that have reserved their way
// make room for others.
noc::NocParams narrow_params(Random& random) {
  noc::NocParams params;
  params.cols = 6 + random.below(8);
  params.rows = 2 + random.below(5);
  params.routing = random.chance(50) ? "xy" : "yx";
  params.message_classes = 1 + random.below(2);
  params.vcs = params.message_classes * (1 + random.below(2));
  params.vc_depth = 1 + random.below(3);
  params.pipeline = 2 + random.below(3);
  return params;
}

// Local ports, and some of those at the edges of a mesh: memory controllers.
std::vector<noc::EndPoint> random_ends(const noc::NocParams& params, Random& random) {
  std::vector<noc::EndPoint> ends = noc::local_end_points(params);
  if (params.topology != "mesh" || random.chance(50)) return ends;
  for (std::uint8_t y = 0; y < params.rows; ++y) {
    if (random.chance(30)) ends.push_back({0, y, noc::kWest});
    if (random.chance(30))
      ends.push_back({static_cast<std::uint8_t>(params.cols - 1), y, noc::kEast});
  }
  return ends;
}

// A network that hands packets on by reference keeps their number; others carry it in every flit.
void write_number(Packet& packet, std::uint64_t number) {
  packet.id = number;
  for (unsigned flit = 0; flit < packet.flits; ++flit) {
    std::memcpy(packet.payload[flit].data(), &number, sizeof number);
    packet.payload[flit].back() = static_cast<std::uint8_t>(flit);
  }
}

std::uint64_t number_of(const Packet& packet) {
  std::uint64_t number = 0;
  std::memcpy(&number, packet.payload[0].data(), sizeof number);
  Packet whole = packet;
  write_number(whole, number);
  return whole.payload == packet.payload ? number : ~std::uint64_t{0};
}

// Load comes in bursts, long ones of little load and short ones of more than a network can take; or
// a few packets are under way `steadily`.
std::vector<Injection> random_injections(const Setup& setup, bool steadily, Random& random) {
  const std::uint32_t most = std::min<std::uint32_t>(setup.params.vc_depth, noc::kMaxPacketFlits);
  const std::uint32_t largest = 1 + random.below(most);
  const auto count = static_cast<std::uint32_t>(setup.ends.size());
  const std::uint32_t hot = random.below(count);
  const std::uint32_t hot_percent = random.chance(50) ? 0 : random.below(60);
  const std::uint64_t cycles = 100 + random.below(kTrafficCycles - 100);
  constexpr std::uint64_t kMaxFlits = 100'000;  // one hot node takes one in a cycle
  std::vector<Injection> injections;
  std::uint64_t flits = 0;
  std::uint64_t burst_end = 0, threshold = 0;
  for (std::uint64_t cycle = 1; cycle <= cycles && flits < kMaxFlits; ++cycle) {
    if (cycle >= burst_end) {
      const double rates[] = {0, 0.0002, 0.001, 0.005, 0.02, 0.1, 0.3, 0.9};
      const double rate = steadily ? 0.01 * (1 + random.below(3)) : rates[random.below(8)];
      burst_end = cycle + 1 + random.below(rate < 0.01 ? 5000 : 400);
      threshold = kernel::word_threshold(rate / largest);
    }
    for (std::uint32_t end = 0; threshold != 0 && end < count; ++end) {
      if (random.word() >= threshold) continue;
      Injection injection{cycle, {}};
      Packet& packet = injection.packet;
      packet.source = static_cast<noc::EndId>(end);
      packet.destination =
          static_cast<noc::EndId>(random.chance(hot_percent) ? hot : random.below(count));
      packet.message_class = static_cast<std::uint8_t>(random.below(setup.params.message_classes));
      packet.flits = static_cast<std::uint8_t>(1 + random.below(largest));
      write_number(packet, injections.size());
      flits += packet.flits;
      injections.push_back(injection);
    }
  }
  return injections;
}

void add_statistics(std::vector<std::uint64_t>& all, const noc::Network& network,
                    const noc::NocParams& params, std::uint64_t now) {
  all.insert(all.end(), {network.injected_flits(), network.ejected_flits()});
  for (unsigned y = 0; y < params.rows; ++y) {
    for (unsigned x = 0; x < params.cols; ++x) {
      const noc::LinkCounters links = network.links(x, y);
      const noc::BufferAudit buffers = network.buffers(x, y);
      for (unsigned port = 0; port < noc::kPorts; ++port) {
        for (unsigned vc = 0; vc < params.vcs; ++vc) {
          all.push_back(links.flits[port][vc]);
          all.push_back(buffers.residence(port, vc, now));
          all.push_back(buffers.left(port, vc));
        }
      }
    }
  }
}

// To cycle `end`, or for 0 until the network is idle and a little longer. Statistics are taken at
// intervals, which grow, and at the end. With `leave_out`, cycles in which the network says that it
// does nothing are left out.
Record run(const Setup& setup, noc::Network& network, bool leave_out, std::uint64_t end) {
  constexpr std::uint64_t kQuiet = 100;  // for the last credits
  Record record;
  std::uint64_t cycle = 0;
  network.on_delivery([&](const Packet& packet) {
    record.deliveries.push_back({cycle, network.keeps_packets() ? packet.id : number_of(packet)});
  });
  auto next = setup.injections.begin();
  const auto last = setup.injections.empty() ? 0 : setup.injections.back().cycle;
  const std::uint64_t interval = last / 8 + 1;
  std::uint64_t look = interval;
  std::uint64_t quiet = 0;
  while (end == 0 ? quiet < kQuiet && cycle < last + kEmptyingCycles : cycle < end) {
    std::uint64_t coming = cycle + 1;
    if (leave_out) {
      coming = std::max(coming, network.next_tick(cycle));
      if (next != setup.injections.end()) coming = std::min(coming, next->cycle);
      coming = std::min({coming, look, end});
    }
    cycle = coming;
    for (; next != setup.injections.end() && next->cycle == cycle; ++next)
      network.inject(next->packet);
    network.tick(cycle);
    quiet = next == setup.injections.end() && network.idle() ? quiet + 1 : 0;
    if (cycle < look) continue;
    add_statistics(record.statistics, network, setup.params, cycle);
    look += std::max(interval, look / 2);
  }
  record.cycles = cycle;
  add_statistics(record.statistics, network, setup.params, cycle);
  return record;
}

std::string describe(const Setup& setup) {
  const noc::NocParams& p = setup.params;
  return fmt::format(
      "{} x {} {}, {}, {} VCs of {} flits in {} classes, pipeline {}, {} end points, {} packets",
      p.cols, p.rows, p.topology, p.routing, p.vcs, p.vc_depth, p.message_classes, p.pipeline,
      setup.ends.size(), setup.injections.size());
}

std::string text(const std::vector<Delivery>& deliveries, std::size_t at) {
  if (at >= deliveries.size()) return "none";
  const Delivery& d = deliveries[at];
  return fmt::format("packet {} in cycle {}", d.number, d.cycle);
}

// The first difference; empty if there is none.
std::string difference(const Setup& setup, const Record& expected, const Record& got) {
  if (expected.deliveries.size() != setup.injections.size()) return "packets are lost";
  const auto& a = expected.deliveries;
  const auto& b = got.deliveries;
  const auto first = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  if (first != a.size() || a.size() != b.size())
    return fmt::format("delivery {}: expected {}, got {}", first, text(a, first), text(b, first));
  for (std::size_t i = 0; i < expected.statistics.size(); ++i)
    if (expected.statistics[i] != got.statistics[i])
      return fmt::format("statistic {}: expected {}, got {}", i, expected.statistics[i],
                         got.statistics[i]);
  return "";
}

SoakResult compare(const Setup& setup, const Record& expected, const Record& got) {
  SoakResult result;
  result.totals.router_cycles = expected.cycles * setup.params.cols * setup.params.rows;
  result.totals.messages = expected.deliveries.size();
  if (const std::string found = difference(setup, expected, got); !found.empty())
    result.mismatch = describe(setup) + "\n" + found;
  return result;
}

// Several networks, up to the first that differs.
SoakResult repeated(unsigned networks, const std::function<SoakResult()>& compare_one) {
  SoakResult all;
  for (unsigned i = 0; i < networks && all.mismatch.empty(); ++i) {
    SoakResult one = compare_one();
    all.totals.router_cycles += one.totals.router_cycles;
    all.totals.messages += one.totals.messages;
    all.mismatch = std::move(one.mismatch);
  }
  return all;
}

SoakResult compare_under(bool steadily, const noc::NocParams& params,
                         const noc::NetworkFactory& reference, const noc::NetworkFactory& tested,
                         bool leave_out, Random& random) {
  Setup setup{params, random_ends(params, random), {}};
  setup.injections = random_injections(setup, steadily, random);
  const Record expected = run(setup, *reference(params, setup.ends), false, 0);
  const Record got = run(setup, *tested(params, setup.ends), leave_out, expected.cycles);
  return compare(setup, expected, got);
}

}  // namespace

SoakResult compare_networks(const noc::NocParams& params, const noc::NetworkFactory& reference,
                            const noc::NetworkFactory& tested, bool leave_out, Random& random) {
  return compare_under(false, params, reference, tested, leave_out, random);
}

SoakResult soak_network(const SoakCase& which) {
  Random random(which.seed);
  const bool narrow = which.seed % 4 == 3;
  return repeated(which.of(kNetworks), [&random, narrow] {
    const noc::NocParams params = narrow ? narrow_params(random) : random_params(random);
    const bool leave_out = random.chance(80);
    using noc::EventNetwork;
    const auto express =
        random.chance(50) ? EventNetwork::Express::always : EventNetwork::Express::where_worth;
    const auto tested = [express](const noc::NocParams& p, std::vector<noc::EndPoint> ends) {
      return std::make_unique<EventNetwork>(p, std::move(ends), express);
    };
    return compare_under(narrow, params, noc::stepped(noc::make_model_router), tested, leave_out,
                         random);
  });
}

SoakResult soak_rtl(const SoakCase& which) {
  Random random(which.seed);
  std::vector<rtl::RouterSet> sets;
  for (const rtl::RouterSet& set : rtl::fast_routers())
    if (set.payload_bytes == sizeof(noc::Flit::payload)) sets.push_back(set);
  return repeated(which.of(kNetworks), [&] {
    const rtl::RouterSet& set = sets[random.below(static_cast<std::uint32_t>(sets.size()))];
    const std::uint32_t cols = 1 + random.below(8), rows = 1 + random.below(6);
    return compare_networks(set.params(cols, rows), noc::stepped(noc::make_model_router),
                            noc::stepped(rtl::make_router), false, random);
  });
}

}  // namespace rc::soak
