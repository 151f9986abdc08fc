// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/experiments/coherence/models/optimise.h"
#include "sim/experiments/coherence/parts.h"
#include "sim/report/csv.h"

namespace rc::sim::experiments {
namespace {

// Both are the same sums.
constexpr double kOptimumBound = 1e-9;

report::Row row_of(const std::string& operation, int threads, double ours, double printed,
                   bool same) {
  const bool equal = std::abs(ours - printed) <= kOptimumBound * printed;
  return report::computed_row(fmt::format("optimum/{}/{}", operation, threads), ours, printed, "ns",
                              same && equal);
}

// A row of a table, by its columns.
class Printed {
 public:
  Printed(const report::Csv& csv, std::size_t row) : csv_(csv), row_(row) {}
  int number(const char* column) const { return static_cast<int>(*csv_.number(row_, column)); }
  model::FanOut tree() const {
    model::FanOut tree;
    for (const char* column : {"k1", "k2", "k3"})
      if (const auto k = csv_.number(row_, column)) tree.push_back(static_cast<int>(*k));
    return tree;
  }

 private:
  const report::Csv& csv_;
  std::size_t row_;
};

template <class RowOf>
std::vector<report::Row> rows_of(const std::string& table, RowOf row_of_printed) {
  const report::Csv csv = report::load_reference(table);
  std::vector<report::Row> rows;
  for (std::size_t row = 0; row < csv.rows(); ++row)
    rows.push_back(row_of_printed(Printed(csv, row)));
  return rows;
}

// "The optimization based on the worst case equations was also taken into account with similar
// results" (section 4.2): how much longer the best case takes with the tree that the worst case
// chooses, at most. Formulas alone: a check.
template <class Model>
report::Row worst_case_row(const std::string& operation, Model formula) {
  constexpr double kSimilar = 0.15;
  const report::Csv csv = report::load_reference("coherence-small-" + operation);
  double longer = 0;
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    const int n = Printed(csv, row).number("threads");
    const model::CoherentMachine machine = model::find_machine("xeonphi", n);
    const auto trees = model::trees_for(n);
    const auto worst = [&](const model::FanOut& tree) { return formula(machine, tree).max; };
    const auto best = [&](const model::FanOut& tree) { return formula(machine, tree).min; };
    longer = std::max(
        longer,
        best(std::ranges::min(trees, {}, worst)) / best(std::ranges::min(trees, {}, best)) - 1);
  }
  return report::check_row("optimum/worst_case_chooses_similarly/" + operation, longer,
                           "longer at most", kSimilar, longer <= kSimilar);
}

}  // namespace

std::vector<report::Row> coherence_optimum(ExperimentContext& context) {
  const auto machine = [](int threads) { return model::find_machine("xeonphi", threads); };
  std::vector<report::Row> all;
  const auto add = [&](const char* name, const std::vector<report::Row>& rows) {
    context.show(fmt::format("{}: {} of {} printed choices are optimal\n", name,
                             std::ranges::count(rows, true, &report::Row::ok), rows.size()));
    all.insert(all.end(), rows.begin(), rows.end());
  };
  add("broadcast, table B.1", rows_of("coherence-small-broadcast", [&](const Printed& printed) {
        const int n = printed.number("threads");
        const auto found = model::best_broadcast(machine(n), n);
        return row_of("broadcast", n, found.band.min,
                      model::small_broadcast(machine(n), printed.tree()).min,
                      found.optima.front() == printed.tree());
      }));
  add("barrier, table B.2", rows_of("coherence-barrier", [&](const Printed& printed) {
        const int n = printed.number("threads");
        const model::BarrierShape shape{printed.number("m"), printed.number("rounds")};
        const auto found = model::best_barrier(machine(n), n);
        return row_of("barrier", n, found.band.min,
                      model::barrier(machine(n), shape.m, shape.rounds).min,
                      found.optima.front() == shape);
      }));
  add("reduction, table B.3", rows_of("coherence-small-reduction", [&](const Printed& printed) {
        const int n = printed.number("threads");
        const auto found = model::best_reduction(machine(n), n);
        return row_of("reduction", n, found.band.min,
                      model::small_reduction(machine(n), printed.tree()).min,
                      std::ranges::count(found.optima, printed.tree()) == 1);
      }));
  all.push_back(worst_case_row("broadcast", model::small_broadcast));
  all.push_back(worst_case_row("reduction", model::small_reduction));
  return all;
}

}  // namespace rc::sim::experiments
