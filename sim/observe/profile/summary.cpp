// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace rc::sim::observe {
namespace {

constexpr std::size_t kMaxFunctions = 15, kMaxPairs = 15;

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void times(std::string& text, const RunRecorder& recorder) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "where the cycles went, in %\n{:<10}{:>14}", "", "cycles");
  for (const char* heading :
       {"running", "fetch", "L2", "MPB", "memory", "regs", "write", "polling", "halted"})
    fmt::format_to(out, "{:>9}", heading);
  text += '\n';
  const auto row = [&](const std::string& name, const Kinds& kinds) {
    const std::uint64_t all = std::accumulate(kinds.begin(), kinds.end(), std::uint64_t{0});
    fmt::format_to(out, "{:<10}{:>14}", name, all);
    for (const std::uint64_t each : kinds) fmt::format_to(out, "{:>9.1f}", percent(each, all));
    text += '\n';
  };
  Kinds sum{};
  for (std::size_t rank = 0; rank < recorder.cores().size(); ++rank) {
    const Kinds& kinds = recorder.cores()[rank]->times().kinds();
    row(recorder.core_name(rank), kinds);
    add(sum, kinds);
  }
  if (recorder.cores().size() > 1) row("all", sum);
}

void functions(std::string& text, const RunRecorder& recorder, bool region) {
  auto out = std::back_inserter(text);
  const auto all = recorder.functions();
  Events total{};
  for (const FunctionTime& each : all) add(total, each.self);
  fmt::format_to(out, "\n{:>14}{:>8}{:>14}{:>14}  function{}\n", "cycles", "%", "instructions",
                 "stalled", region ? " (in the region alone)" : "");
  for (std::size_t i = 0; i < std::min(all.size(), kMaxFunctions); ++i) {
    const Events& e = all[i].self;
    fmt::format_to(out, "{:>14}{:>8.1f}{:>14}{:>14}  {}\n", e[kCycles],
                   percent(e[kCycles], total[kCycles]), e[kInstructions],
                   e[kFetchStall] + e[kL2Stall] + e[kReadStall] + e[kWriteStall], all[i].name);
  }
  if (all.size() > kMaxFunctions)
    fmt::format_to(out, "{:>14}{:>8}  and {} more\n", "", "", all.size() - kMaxFunctions);
}

void messages(std::string& text, const RunRecorder& recorder) {
  struct Pair {
    std::size_t from, to;
    std::uint64_t bytes;
  };
  std::vector<Pair> pairs;
  for (std::size_t from = 0; from < recorder.cores().size(); ++from) {
    for (std::size_t to = 0; to < recorder.cores().size(); ++to) {
      const std::uint64_t bytes = from == to ? 0 : recorder.moved(from, to);
      if (bytes != 0) pairs.push_back({from, to, bytes});
    }
  }
  if (pairs.empty()) return;
  std::ranges::stable_sort(pairs, std::greater{}, &Pair::bytes);
  auto out = std::back_inserter(text);
  fmt::format_to(out, "\n{:>14}  bytes through message-passing buffers, flags included\n", "");
  for (std::size_t i = 0; i < std::min(pairs.size(), kMaxPairs); ++i)
    fmt::format_to(out, "{:>14}  {} to {}\n", pairs[i].bytes, recorder.core_name(pairs[i].from),
                   recorder.core_name(pairs[i].to));
  if (pairs.size() > kMaxPairs)
    fmt::format_to(out, "{:>14}  and {} more pairs\n", "", pairs.size() - kMaxPairs);
}

void nodes(std::string& text, const ipsc::IpscResult& result) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "\n{:<10}{:>10}{:>14}{:>10}{:>14}\n", "", "sent", "bytes", "received",
                 "bytes");
  for (std::size_t node = 0; node < result.nodes.size(); ++node) {
    const ipsc::NodeCounters& c = result.nodes[node];
    fmt::format_to(out, "{:<10}{:>10}{:>14}{:>10}{:>14}\n", fmt::format("node {}", node), c.sent,
                   c.bytes_sent, c.received, c.bytes_received);
  }
}

}  // namespace

std::string summary_text(const RunRecorder& recorder, const run::FirmwareRun* run,
                         const std::string& failure) {
  std::string text = failure.empty() ? "" : failure + "\n";
  times(text, recorder);
  functions(text, recorder, run != nullptr && run->region);
  messages(text, recorder);
  if (run != nullptr && run->ipsc) nodes(text, *run->ipsc);
  return text;
}

}  // namespace rc::sim::observe
