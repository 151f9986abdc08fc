// SPDX-License-Identifier: Apache-2.0
// Broadcasts on chips from two cores to 1,024, square and flat: which algorithm wins where.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "sim/experiments/broadcast/study.h"
#include "sim/experiments/geometry/shapes.h"
#include "sim/machine/core_list.h"
#include "sim/report/plot.h"

namespace rc::sim::experiments {
namespace {

// As in the broadcast study: parts that fit half of the buffer, for DOPL pieces of a quarter of its
// parts.
struct Algorithm {
  const char* name;
  const char* image;
  std::vector<std::string> settings;
};
const std::vector<Algorithm>& algorithms() {
  static const std::vector<Algorithm> all{
      {"linear", "broadcast_any", {}},
      {"binomial", "broadcast_any", {}},
      {"scatter_allgather", "broadcast_any", {}},
      {"cube", "broadcast_any", {"part=4096"}},
      {"cube_ircce", "broadcast_any", {"part=4096"}},
      {"dopl", "broadcast_any", {"part=8192", "pipe=2048"}},
      {"oc_bcast", "broadcast_gory_any", {"arity=7"}},
  };
  return all;
}

constexpr int kSizes[] = {32, 1024, 8192};
constexpr int kDrawn = 8192;
constexpr double kVisible = 1.1;  // times

// A chip with as many columns as rows, and one with the same cores in as few rows as there can be.
struct Pair {
  Shape square, flat;
};
constexpr Pair kPairs[] = {
    {{1, 1, 2}, {1, 1, 2}},  {{2, 2, 2}, {4, 1, 2}},    {{4, 4, 2}, {16, 1, 2}},
    {{8, 8, 2}, {16, 4, 2}}, {{16, 16, 2}, {16, 8, 4}}, {{16, 16, 4}, {16, 16, 4}},
};

struct Chip {
  machine::Machine machine;
  bool flat;
  int cores() const { return machine.cores(); }
  std::string name() const { return fmt::format("{} cores, {}", machine.cores(), machine.name); }
};

std::vector<Chip> chips(const ExperimentContext& context) {
  if (context.machine_given()) return {{context.machine(), false}};
  std::vector<Chip> list;
  for (const auto& [square, flat] : kPairs) {
    if (context.quick() && square.cores() > kMaxCoresOfQuick) break;
    list.push_back({shaped(context, square), false});
    if (flat.name() != square.name()) list.push_back({shaped(context, flat), true});
  }
  return list;
}

// By chip, algorithm and size: us from the root's start to the last UE's end.
using Times = std::vector<std::vector<std::vector<double>>>;

Times measure(ExperimentContext& context, const std::vector<Chip>& list) {
  std::vector<run::FirmwareJob> jobs;
  // The largest chips first.
  for (auto chip = list.rbegin(); chip != list.rend(); ++chip)
    for (const Algorithm& algorithm : algorithms()) {
      std::vector<std::string> arguments{
          algorithm.name, fmt::format("bytes={}", fmt::join(kSizes, ",")), "rounds=1"};
      std::ranges::copy(algorithm.settings, std::back_inserter(arguments));
      jobs.push_back(
          app_job(chip->machine, algorithm.image, machine::first_cores(chip->cores()), arguments));
    }
  auto outcomes = context.run("geometry: broadcast", jobs);
  Times times(list.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    auto& of_chip = times[list.size() - 1 - i / algorithms().size()].emplace_back();
    for (const int bytes : kSizes)
      of_chip.push_back(broadcast_time(outcomes[i], bytes, 0).latency_us);
  }
  return times;
}

report::Grid grid(const std::vector<Chip>& list, const Times& times, std::size_t size) {
  report::Grid grid{
      fmt::format("broadcast of {} bytes: us until the last UE has it", kSizes[size]), {}, {}};
  for (const Algorithm& algorithm : algorithms()) grid.columns.emplace_back(algorithm.name);
  for (std::size_t chip = 0; chip < list.size(); ++chip) {
    auto& line = grid.lines.emplace_back(list[chip].name(), std::vector<double>()).second;
    for (const auto& of_algorithm : times[chip]) line.push_back(of_algorithm[size]);
  }
  return grid;
}

// The two fastest algorithms of each chip and size.
std::string winners(const std::vector<Chip>& list, const Times& times) {
  std::string text = "\nthe fastest broadcast and the next\n";
  for (std::size_t chip = 0; chip < list.size(); ++chip) {
    text += fmt::format("{:>22}", list[chip].name());
    for (std::size_t size = 0; size < std::size(kSizes); ++size) {
      std::vector<std::pair<double, const char*>> order;
      for (std::size_t i = 0; i < algorithms().size(); ++i)
        order.emplace_back(times[chip][i][size], algorithms()[i].name);
      std::ranges::sort(order);
      text += fmt::format("  {:>4} B {:<20}", kSizes[size],
                          fmt::format("{}, {}", order[0].second, order[1].second));
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text + "\n";
}

// A flat chip follows its square one in the list.
bool has_flat(const std::vector<Chip>& list, std::size_t chip) {
  return chip + 1 < list.size() && list[chip + 1].flat;
}

// How much longer a broadcast takes on flat chips than on square ones, at most.
double flat_over_square(const std::vector<Chip>& list, const Times& times, std::size_t algorithm,
                        std::size_t size) {
  double most = 0;
  for (std::size_t chip = 0; chip < list.size(); ++chip)
    if (has_flat(list, chip))
      most = std::max(most, times[chip + 1][algorithm][size] / times[chip][algorithm][size]);
  return most;
}

// How much longer every other broadcast takes than `algorithm`, at least.
double others_over(const Times& times, std::size_t algorithm, std::size_t size) {
  double least = INFINITY;
  for (const auto& of_chip : times)
    for (std::size_t i = 0; i < of_chip.size(); ++i)
      if (i != algorithm) least = std::min(least, of_chip[i][size] / of_chip[algorithm][size]);
  return least;
}

// What docs/geometry.md says of the chips that are measured unless the user names one.
std::vector<report::Row> claims(const std::vector<Chip>& list, const Times& times) {
  std::vector<report::Row> rows;
  const auto one_sided = static_cast<std::size_t>(
      std::ranges::find(algorithms(), std::string_view("oc_bcast"), &Algorithm::name) -
      algorithms().begin());
  for (std::size_t size = 0; size < std::size(kSizes); ++size) {
    const double least = others_over(times, one_sided, size);
    rows.push_back(report::check_row(fmt::format("broadcast/others_over_oc_bcast/{}", kSizes[size]),
                                     least, "times, at least", std::nullopt, least > 1));
    for (std::size_t i = 0; i < algorithms().size(); ++i)
      rows.push_back(report::plain_row(
          fmt::format("broadcast/flat_over_square/{}/{}", algorithms()[i].name, kSizes[size]),
          flat_over_square(list, times, i, size), "times, at most"));
  }
  return rows;
}

// Flat chips only where they make a difference that can be seen.
report::Plot plot(const std::vector<Chip>& list, const Times& times) {
  const auto size =
      static_cast<std::size_t>(std::ranges::find(kSizes, kDrawn) - std::begin(kSizes));
  report::Plot plot{.title = fmt::format("Broadcast of {} bytes by number of cores", kDrawn),
                    .x = {"cores", report::Scale::log2},
                    .y = {"microseconds", report::Scale::log10},
                    .series = {}};
  for (const bool flat : {false, true})
    for (std::size_t i = 0; i < algorithms().size(); ++i) {
      if (flat && flat_over_square(list, times, i, size) < kVisible) continue;
      report::Series& series = plot.series.emplace_back(report::Series{
          .name = fmt::format("{}{}", algorithms()[i].name, flat ? ", flat" : ""), .dashed = flat});
      for (std::size_t chip = 0; chip < list.size(); ++chip)
        if (list[chip].flat == flat)
          series.points.emplace_back(list[chip].cores(), times[chip][i][size]);
    }
  return plot;
}

}  // namespace

void geometry_broadcast(ExperimentContext& context, std::vector<report::Row>& rows) {
  const std::vector<Chip> list = chips(context);
  const Times times = measure(context, list);
  for (std::size_t size = 0; size < std::size(kSizes); ++size)
    context.show(grid(list, times, size));
  context.show(winners(list, times));
  context.draw("geometry-broadcast.svg", plot(list, times),
               "From the root's start until the last UE has the message. Solid: as many rows as "
               "columns; dashed: the same cores in fewer rows, where that takes 1.1 times as long "
               "or longer.");
  for (std::size_t chip = 0; chip < list.size(); ++chip)
    for (std::size_t i = 0; i < algorithms().size(); ++i)
      for (std::size_t size = 0; size < std::size(kSizes); ++size)
        rows.push_back(report::plain_row(fmt::format("broadcast/{}/{}/{}", list[chip].machine.name,
                                                     algorithms()[i].name, kSizes[size]),
                                         times[chip][i][size], "us"));
  if (!context.machine_given()) std::ranges::move(claims(list, times), std::back_inserter(rows));
}

}  // namespace rc::sim::experiments
