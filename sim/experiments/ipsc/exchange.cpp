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

  int observations(int dimension) const {
    return observations_by_dimension[static_cast<std::size_t>(dimension)];
  }
};

// Section 6: each point is the maximum of 1000 observations, on 64 and 128 nodes of 100.
const std::vector<int> kPublishedObservations{0, 1000, 1000, 1000, 1000, 1000, 100, 100};

const Plan kQuick{5, {1, 16, 64, 128, 1024, 4096}, {0, 200, 200, 40, 20, 10}, {0, 1000, 2000}};

Plan plan_of(const ExperimentContext& context) {
  if (context.quick()) return kQuick;
  std::vector<int> powers;
  for (int bytes = 1; bytes <= kLargestBlock; bytes *= 2) powers.push_back(bytes);
  return {7,
          powers,
          as_published(context) ? kPublishedObservations
                                : std::vector{0, 1000, 1000, 1000, 200, 40, 8, 3},
          {0, 1000, 2000, 3000, 4000}};
}

// Where the paper sees a jump: the last size below it and the first above.
void add_around(std::set<int>& sizes, int below) { sizes.insert({below, below + 1}); }

// On small cubes the standard exchanges cross beyond the blocks that the paper plots.
bool measured(const std::string& how, int dimension, int bytes) {
  constexpr int kLargestSmallCube = 3;
  if (how.starts_with("standard") && dimension <= kLargestSmallCube) return true;
  if (how == "standard_F" && bytes == kLargestBlock) return true;  // beside naive
  return plotted(how, bytes);
}

std::vector<int> sizes_of(const Plan& plan, int dimension, const std::string& how) {
  std::set<int> sizes;
  const std::vector<int>& detailed = plan.detailed_sizes;
  if (how == kNaive) return {kLargestBlock};
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
    if (d >= kSmallestNaive) all.push_back(kNaive);
    for (const std::string& how : all)
      for (const int bytes : sizes_of(plan, d, how)) points.push_back({d, how, bytes});
  }
  return points;
}

void measure(ExperimentContext& context, const std::string& title, machine::Machine machine,
             const Plan& plan, ExchangeStudy& study) {
  const std::vector<Point> points = points_of(plan);
  if (machine.ipsc.software.jitter_us == 0) machine.ipsc.software.jitter_us = kSendJitterMicros;
  std::vector<run::FirmwareJob> jobs;
  for (const Point& point : points)
    jobs.push_back(
        ipsc_job(machine, point.dimension, "ipsc_exchange",
                 {point.how, std::to_string(kSeed), std::to_string(kStartJitterMicros),
                  std::to_string(kMoveMicros), std::to_string(plan.observations(point.dimension)),
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

bool as_published(const ExperimentContext& context) {
  const bool names_none = context.wants("");  // then it wants every part
  return !names_none && context.wants(kIpscPublished);
}

ExchangeStudy measure_exchange(ExperimentContext& context) {
  ExchangeStudy study;
  const Plan plan = plan_of(context);
  measure(context, "ipsc exchange", context.machine(), plan, study);
  return study;
}

std::vector<report::Row> other_node_claims(ExperimentContext& context) {
  machine::Machine machine = context.machine();
  const bool second = machine.ipsc.dcm.node_circuits == 1;
  machine.ipsc.dcm.node_circuits = second ? 2 : 1;
  const std::string name = second ? "two_circuits" : "one_circuit";
  ExchangeStudy study;
  measure(context, "ipsc exchange, the other node", machine, kQuick, study);
  std::vector<report::Row> rows;
  for (const report::Row& row : exchange_claims(study))
    rows.push_back(report::plain_row("variant/" + name + "/" + row.name, row.measured, row.unit));
  rows.push_back(statements_that_hold("variant/" + name, study));
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
