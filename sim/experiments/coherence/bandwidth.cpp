// SPDX-License-Identifier: Apache-2.0
// Ping-pong of pairs with messages that no cache holds (appendix A).
#include <fmt/format.h>

#include "sim/experiments/coherence/measure.h"
#include "sim/experiments/coherence/parts.h"
#include "sim/report/csv.h"

namespace rc::sim::experiments {
namespace {

using Pairs = std::vector<std::pair<unsigned, unsigned>>;

// Groups of four cores, in which every second two are a pair (figure A.1a).
Pairs interleaved(unsigned pairs) {
  Pairs found;
  for (unsigned i = 0; i < pairs; ++i) found.emplace_back(i / 2 * 4 + i % 2, i / 2 * 4 + i % 2 + 2);
  return found;
}

// Each core of the first socket with one of the second (figure A.1c).
Pairs across(unsigned pairs, unsigned cores) {
  Pairs found;
  for (unsigned i = 0; i < pairs; ++i) found.emplace_back(i, i + cores / 2);
  return found;
}

// Of a published case.
Pairs pairs_of(const machine::Machine& machine, const std::string& name) {
  const auto cores = static_cast<unsigned>(machine.cores());
  if (machine.kind == machine::kXeonPhi) return interleaved(cores / 4 * 2);
  const unsigned threads = name.find("2 or 4") != std::string::npos      ? 4
                           : name.find("8 threads") != std::string::npos ? 8
                                                                         : 16;
  return name.starts_with("across") ? across(threads / 2, cores) : interleaved(threads / 2);
}

// GB/s by equation A.1 with the authors' P and F.
double published(const machine::Machine& machine, const std::string& name, double p, double f,
                 unsigned lines) {
  const bool link = name.starts_with("across");
  const double memory = machine.kind == machine::kXeonPhi ? 277.7 : link ? 109.3 : 69.3;
  const double remote = machine.kind == machine::kXeonPhi ? 234.7 : link ? 115.4 : 41.6;
  return lines * 64 / ((2 * lines / p * memory + remote) * f);
}

}  // namespace

std::vector<report::Row> coherence_bandwidth(ExperimentContext& context) {
  const std::vector<machine::Machine> machines = coherent_machines(context);
  const report::Csv csv = report::load_reference("coherence-bandwidth");
  const unsigned lines = context.quick() ? 256 : 4096;
  report::Grid grid{fmt::format("Bandwidth of a pair, messages of {} lines, GB/s", lines),
                    {"ours", "published", "error %"},
                    {}};
  std::vector<report::Row> rows;
  for (std::size_t i = 0; i < csv.rows(); ++i) {
    const machine::Machine* machine = machine_of(machines, csv.text(i, "machine"));
    if (machine == nullptr) continue;
    const std::string name = csv.text(i, "case");
    Lab lab(*machine);
    const double ours = bandwidth(lab, pairs_of(*machine, name), lines);
    const double theirs =
        published(*machine, name, csv.number(i, "P").value(), csv.number(i, "F").value(), lines);
    rows.push_back(report::compared_row("bandwidth/" + csv.text(i, "machine") + "/" + name, ours,
                                        theirs, "GB/s"));
    grid.lines.emplace_back(csv.text(i, "machine") + "/" + name,
                            std::vector{ours, theirs, 100 * (ours / theirs - 1)});
  }
  Lab alone(context.machine()), full(context.machine());
  const double one = bandwidth(alone, interleaved(1), lines);
  const double all = bandwidth(full, pairs_of(context.machine(), ""), lines);
  rows.push_back(report::claim_row("bandwidth/xeon_phi/all_pairs_over_one", all / one, "",
                                   std::nullopt, all / one > 0.95));
  context.show(grid);
  return rows;
}

}  // namespace rc::sim::experiments
