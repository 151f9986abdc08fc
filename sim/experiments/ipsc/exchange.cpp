// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/ipsc/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/experiments/ipsc/jobs.h"

namespace rc::sim::experiments {
namespace {

constexpr int kSeed = 1;
// Nodes begin up to this much after each other.
constexpr int kStartJitterMicros = 20;
// Unpredictable overhead of the operating system: each send starts up to this much later. Fitted on
// figure 13: with a third less the unsynchronised exchange rarely falls out of step, with a third
// more it never stays in step.
constexpr double kSendJitterMicros = 22;
// What moving one block in a shuffle takes beyond the firmware's instructions. Fitted on section
// 6.5: for the smallest blocks the standard exchange becomes the best at dimension 3, not at 2,
// which puts this above 16 us.
constexpr int kMoveMicros = 17;

struct Plan {
  int largest_dimension;
  std::vector<int> sizes;                      // powers of two
  std::vector<int> observations_by_dimension;  // from dimension 0
  std::vector<int> detailed_sizes;             // of figure 13

  // Enough to catch the rare runs that decide a maximum or minimum: those that stay in step
  // throughout (figure 13), and those of standard_U that fall out of step on small cubes.
  int observations(int dimension, const std::string& how, int bytes) const {
    constexpr int kRareInStep = 24, kRareOutOfStep = 100;
    if (how == kUnsynchronised) return kRareInStep;
    if (!plotted(how, bytes)) return kRareOutOfStep;
    return observations_by_dimension[static_cast<std::size_t>(dimension)];
  }
};

Plan plan_of(bool quick) {
  if (quick) return {5, {1, 16, 64, 128, 1024, 4096}, {0, 20, 20, 10, 5, 4}, {0, 1000, 2000}};
  std::vector<int> powers;
  for (int bytes = 1; bytes <= kLargestBlock; bytes *= 2) powers.push_back(bytes);
  return {7, powers, {0, 20, 20, 20, 20, 10, 4, 2}, {0, 1000, 2000, 3000, 4000}};
}

// Where the paper sees a jump: the last size below it and the first above.
void add_around(std::set<int>& sizes, int below) { sizes.insert({below, below + 1}); }

// On small cubes the standard exchanges cross beyond the blocks that the paper plots.
bool measured(const std::string& how, int dimension, int bytes) {
  constexpr int kLargestSmallCube = 3;
  return plotted(how, bytes) || (how.starts_with("standard") && dimension <= kLargestSmallCube);
}

std::vector<int> sizes_of(const Plan& plan, int dimension, const std::string& how) {
  std::set<int> sizes;
  const std::vector<int>& detailed = plan.detailed_sizes;
  if (how != kUnsynchronised)
    std::ranges::copy_if(plan.sizes, std::inserter(sizes, sizes.end()),
                         [&](int bytes) { return measured(how, dimension, bytes); });
  if (how == "pairwise_U") add_around(sizes, 100);
  if (how == "standard_U") add_around(sizes, largest_unreserved_block(dimension));
  if (how == kUnsynchronised || (how == "pairwise_F" && dimension == kDetailed))
    sizes.insert(detailed.begin(), detailed.end());
  return {sizes.begin(), sizes.end()};
}

// One job each, so that all processors have work to the end.
struct Point {
  int dimension;
  std::string how;
  int bytes;
};

std::vector<Point> points_of(const Plan& plan) {
  std::vector<Point> points;
  // The longest ones first.
  for (int d = plan.largest_dimension; d >= 1; --d) {
    std::vector<std::string> all = exchange_implementations();
    if (d == kDetailed) all.push_back(kUnsynchronised);
    for (const std::string& how : all)
      for (const int bytes : sizes_of(plan, d, how)) points.push_back({d, how, bytes});
  }
  return points;
}

void measure(ExperimentContext& context, const std::string& title, machine::Machine machine,
             const std::vector<Point>& points, ExchangeStudy& study) {
  const Plan plan = plan_of(context.quick());
  if (machine.ipsc.software.jitter_us == 0) machine.ipsc.software.jitter_us = kSendJitterMicros;
  std::vector<run::FirmwareJob> jobs;
  for (const Point& point : points)
    jobs.push_back(
        ipsc_job(machine, point.dimension, "ipsc_exchange",
                 {point.how, std::to_string(kSeed), std::to_string(kStartJitterMicros),
                  std::to_string(kMoveMicros),
                  std::to_string(plan.observations(point.dimension, point.how, point.bytes)),
                  std::to_string(point.bytes)}));
  const auto outcomes = context.run(title, jobs);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto value = [&](const char* what) {
      return outcomes[i].value(fmt::format("{}/{}", points[i].bytes, what));
    };
    study.add(points[i].dimension, points[i].how, points[i].bytes,
              {value("max"), value("avg"), value("min")});
  }
}

}  // namespace

ExchangeStudy measure_exchange(ExperimentContext& context) {
  ExchangeStudy study;
  measure(context, "ipsc exchange", context.machine(), points_of(plan_of(context.quick())), study);
  return study;
}

std::vector<report::Row> two_circuits_claims(ExperimentContext& context, ExchangeStudy study) {
  if (context.machine().dcm != "model") return {};  // the RTL has one line into a node
  std::vector<Point> points = points_of(plan_of(context.quick()));
  std::erase_if(points, [](const Point& point) {
    return point.dimension < kDetailed || (point.how != "linear" && point.how != "stable");
  });
  machine::Machine machine = context.machine();
  machine.ipsc.dcm.node_circuits = 2;
  measure(context, "ipsc exchange, two circuits into a node", machine, points, study);
  std::vector<report::Row> rows;
  for (const report::Row& row : exchange_claims(study))
    if (row.name.starts_with("6.3/"))
      rows.push_back(report::plain_row("variant/two_circuits/" + row.name, row.measured, row.unit));
  return rows;
}

report::Grid exchange_grid(const ExchangeStudy& study, int dimension) {
  report::Grid grid{fmt::format("complete exchange on {} nodes: maximum in us, by bytes in a block",
                                1 << dimension),
                    {},
                    {}};
  const std::vector<int> sizes = study.compared_sizes(dimension);
  for (const int bytes : sizes) grid.columns.push_back(std::to_string(bytes));
  for (const std::string& how : exchange_implementations()) {
    std::vector<double>& line = grid.lines.emplace_back(how, std::vector<double>()).second;
    for (const int bytes : sizes)
      if (plotted(how, bytes)) line.push_back(study.at(dimension, how, bytes).max);
  }
  return grid;
}

std::vector<report::Row> exchange_points(const ExchangeStudy& study) {
  std::vector<report::Row> rows;
  for (const int d : study.dimensions()) {
    std::vector<std::string> all = exchange_implementations();
    if (d == kDetailed) all.push_back(kUnsynchronised);
    for (const std::string& how : all)
      for (const auto& [bytes, spread] : study.curve(d, how)) {
        const std::string name = fmt::format("exchange/d{}/{}/{}", d, how, bytes);
        rows.push_back(report::plain_row(name + "/max", spread.max, "us"));
        rows.push_back(report::plain_row(name + "/avg", spread.avg, "us"));
        rows.push_back(report::plain_row(name + "/min", spread.min, "us"));
      }
  }
  return rows;
}

}  // namespace rc::sim::experiments
