// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "hw_model/kernel/error.h"
#include "sim/lab/user/check_bench.h"

namespace rc::sim::lab {
namespace {

// How long a packet may take in a network in which no other packet competes with it.
constexpr std::uint64_t kLoneCycles = 10'000;

// Every pair and class, the shortest and the longest packets, one at a time.
std::string zero_load(CheckBench& bench) {
  const rc_network_api& api = bench.driver().api();
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  bench.on_delivery([&](const noc::PinDriver::Packet& packet) {
    least = std::min(least, packet.taken - packet.offered);
    most = std::max(most, packet.taken - packet.offered);
  });
  std::vector<std::uint32_t> lengths{1};
  if (api.max_flits > 1) lengths.push_back(api.max_flits);
  for (const std::uint32_t flits : lengths)
    for (std::uint32_t k = 0; k < bench.driver().classes(); ++k)
      for (std::uint32_t from = 0; from < bench.driver().end_points(); ++from)
        for (std::uint32_t to = 0; to < bench.driver().end_points(); ++to) {
          if (from == to && !api.self) continue;
          bench.send(from, to, k, flits);
          bench.drain(kLoneCycles);
        }
  bench.on_delivery({});
  return fmt::format("{} to {} cycles from offer to tail, every pair alone", least, most);
}

// No class may stand in the way of another.
std::string blocked_classes(CheckBench& bench, std::uint64_t cycles) {
  noc::PinDriver& driver = bench.driver();
  if (driver.classes() < 2) return "one class: nothing to block";
  for (std::uint32_t blocked = 0; blocked < driver.classes(); ++blocked) {
    bench.take(blocked, false);
    bench.random(cycles / 4, {.rate = 0.5, .only = static_cast<int>(blocked)});
    for (std::uint32_t k = 0; k < driver.classes(); ++k) {
      if (k == blocked) continue;
      for (std::uint32_t from = 0; from < driver.end_points(); ++from)
        for (std::uint32_t to = 0; to < driver.end_points(); ++to)
          if (from != to || driver.api().self) bench.send(from, to, k, driver.api().max_flits);
      if (const std::uint64_t left = bench.run_until_empty(k))
        throw kernel::MachineError(fmt::format(
            "class {} does not get through while no end takes class {}: {} packets left, {}", k,
            blocked, left, driver.oldest()));
    }
    bench.take(blocked, true);
    bench.drain();
  }
  return fmt::format("{} classes, each blocked in turn", driver.classes());
}

// All to the end point at the same distance, from an empty network, over and over: half the way
// round every other time, as that is the longest path of a ring.
std::string distances(CheckBench& bench, std::uint64_t cycles, bool stalls) {
  constexpr std::uint64_t kRounds = 16;
  const std::uint32_t points = bench.driver().end_points();
  if (points < 2) return "one end point: no distances";
  const std::uint64_t before = bench.delivered();
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    const auto other = static_cast<std::uint32_t>(1 + round / 2 * (points - 1) / (kRounds / 2));
    bench.all_by_distance(round % 2 == 0 ? points / 2 : other, cycles / 8, stalls);
    bench.take_all();
    bench.drain();
  }
  return fmt::format("{} packets", bench.delivered() - before);
}

// Ends that take a request only with room for its response, as memory controllers do.
std::string responses(CheckBench& bench, std::uint64_t cycles) {
  if (bench.driver().classes() < 2) return "one class: no responses";
  const std::uint64_t answered = bench.requests_and_responses(cycles);
  return fmt::format("{} requests answered at saturation", answered);
}

std::string fairness(CheckBench& bench, std::uint64_t cycles) {
  if (bench.driver().end_points() < 2) return "one end point: no others";
  const auto [worst, end_point, mean] = bench.all_to_one(cycles);
  if (worst == 0 && mean >= CheckBench::kEnoughPackets)
    throw kernel::MachineError(
        fmt::format("end point {} starves: in {} cycles in which all send to end point 0 it sent "
                    "no packet, the others {:.0f} on average",
                    end_point, cycles, mean));
  return fmt::format(
      "all to one: the slowest source (end point {}) sent {} packets, the mean {:.0f}", end_point,
      worst, mean);
}

// Idle cycles left out, and none left out: the same latencies.
std::string idle_cycles(const rc_network_api& api, const NetworkShape& shape,
                        const NetworkCheck& options) {
  std::vector<std::vector<std::uint64_t>> seen;
  for (const bool every : {false, true}) {
    CheckBench bench(api, shape, options);
    if (every) bench.driver().clock_every_cycle();
    bench.record_latencies(seen.emplace_back());
    bench.bursts_with_gaps(48);
  }
  if (seen[0] != seen[1])
    throw kernel::MachineError(fmt::format(
        "idle time changes something after drain_cycles = {}: other latencies when it is left out",
        api.drain_cycles));
  return fmt::format("{} packets with gaps, clocked and left out", seen[0].size());
}

// A reset amid traffic, and the same traffic again.
std::string resets(const rc_network_api& api, const NetworkShape& shape, NetworkCheck options,
                   std::uint64_t cycles) {
  std::vector<std::vector<std::uint64_t>> seen;
  for (int time = 0; time < 3; ++time) {
    CheckBench bench(api, shape, options);
    if (time == 2) {
      bench.random(cycles, {.rate = 0.3});
      bench.reset();
    }
    bench.record_latencies(seen.emplace_back());
    bench.reseed(options.seed);
    bench.random(cycles, {.rate = 0.1});
    bench.drain();
  }
  if (seen[0] != seen[1])
    throw kernel::MachineError("the same traffic twice: other latencies in the second run");
  if (seen[0].size() != seen[2].size())
    throw kernel::MachineError("after a reset amid traffic not all packets arrive");
  return "amid traffic; the same run twice is the same";
}

}  // namespace

void check_network(const rc_network_api& api, const NetworkShape& shape,
                   const NetworkCheck& options,
                   const std::function<void(const std::string&)>& tell) {
  CheckBench bench(api, shape, options);
  if (bench.driver().end_points() == 1 && !api.self)
    throw kernel::InputError(
        "one end point in a network with self = false has nobody to send to: expected more, "
        "as with --grid 2x1");
  const auto phase = [&](const std::string& name, const auto& run) {
    try {
      tell(fmt::format("{:<20} {}", name, run()));
    } catch (const kernel::MachineError& error) {
      throw kernel::MachineError(fmt::format("{}: {}", name, error.what()));
    }
  };
  const auto traffic = [&](double rate, bool stalls) {
    phase(fmt::format("rate {}{}", rate, stalls ? ", stalls" : ""), [&] {
      const std::uint64_t before = bench.delivered();
      bench.random(options.cycles, {.rate = rate, .stalls = stalls, .probe = true});
      bench.take_all();
      bench.drain();
      return fmt::format("{} packets", bench.delivered() - before);
    });
  };
  phase("zero load", [&] { return zero_load(bench); });
  for (const double rate : {0.02, 0.1, 0.3, 1.0}) traffic(rate, false);
  phase("distances", [&] { return distances(bench, options.cycles, false); });
  phase("zero load again", [&] { return zero_load(bench); });
  if (api.order != RC_ORDER_KEPT_IF_TAKEN) {
    for (const double rate : {0.1, 1.0}) traffic(rate, true);
    phase("distances, stalls", [&] { return distances(bench, options.cycles, true); });
    phase("blocked class", [&] { return blocked_classes(bench, options.cycles); });
    phase("responses", [&] { return responses(bench, options.cycles); });
  }
  phase("fairness", [&] { return fairness(bench, options.cycles); });
  phase("idle time", [&] { return idle_cycles(api, shape, options); });
  phase("reset", [&] { return resets(api, shape, options, options.cycles / 4); });
}

}  // namespace rc::sim::lab
