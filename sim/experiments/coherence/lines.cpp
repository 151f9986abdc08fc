// SPDX-License-Identifier: Apache-2.0
// Reads of one line by state and distance (tables 1.6 and 1.7).
#include <fmt/format.h>

#include <algorithm>

#include "sim/experiments/coherence/measure.h"
#include "sim/experiments/coherence/parts.h"
#include "sim/report/csv.h"

namespace rc::sim::experiments {
std::vector<report::Row> coherence_lines(ExperimentContext& context) {
  const std::vector<machine::Machine> machines = coherent_machines(context);
  const report::Csv csv = report::load_reference("coherence-line-latency");
  const unsigned reads = context.quick() ? 320 : 3200;
  report::Grid grid{
      "Read of one line, ns", {"ours", "stdev", "published", "stdev", "error %", "z"}, {}};
  std::vector<report::Row> rows;
  std::vector<double> by_distance;  // lines in E of the Xeon Phi
  for (std::size_t i = 0; i < csv.rows(); ++i) {
    const machine::Machine* machine = machine_of(machines, csv.text(i, "machine"));
    if (machine == nullptr) continue;
    Lab lab(*machine);
    const std::string name =
        csv.text(i, "machine") + "/" + csv.text(i, "placement") + "/" + csv.text(i, "state");
    const Placement placement = placement_named(*machine, csv.text(i, "placement"));
    const char state = csv.text(i, "state")[0];
    const Spread ours = line_latency(lab, placement, state, reads);
    const double mean = csv.number(i, "mean_ns").value();
    const double deviation = csv.number(i, "stdev_ns").value();
    rows.push_back(report::compared_row("line/" + name, ours.mean(), mean, "ns"));
    grid.lines.emplace_back(
        name, std::vector{ours.mean(), ours.deviation(), mean, deviation,
                          100 * (ours.mean() / mean - 1), (ours.mean() - mean) / deviation});
    if (machine->kind == machine::kXeonPhi && state == 'E' && !placement.same_core())
      by_distance.push_back(ours.mean());
  }
  context.show(grid);
  if (by_distance.empty()) return rows;
  const auto [least, most] = std::ranges::minmax(by_distance);
  rows.push_back(report::claim_row("line/xeon_phi/spread_over_distance", most / least - 1, "", 0.05,
                                   most / least - 1 < 0.05));
  return rows;
}

}  // namespace rc::sim::experiments
