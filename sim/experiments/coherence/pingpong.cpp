// SPDX-License-Identifier: Apache-2.0
// Ping-pong with messages of one line (tables 2.1 to 2.7), and its overhead over the three reads
// that it is made of (equations 2.1 and 2.6 to 2.20).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/experiments/coherence/measure.h"
#include "sim/experiments/coherence/parts.h"
#include "sim/report/csv.h"

namespace rc::sim::experiments {
namespace {

// By machine, the way to the other thread and state.
using Reads = std::map<std::string, double>;

class PingPongStudy {
 public:
  PingPongStudy(const std::vector<machine::Machine>& machines, bool quick)
      : machines_(machines), exchanges_(quick ? 40 : 1000), reads_(quick ? 100 : 1000) {}

  const machine::Machine* machine(const std::string& name) const {
    return machine_of(machines_, name);
  }

  Spread exchange(const std::string& name, const std::string& placement, char send, char receive) {
    const machine::Machine& on = *machine(name);
    Lab lab(on);
    return ping_pong(lab, placement_named(on, placement), send, receive, 1, exchanges_);
  }
  // R(L, send) + R(way, receive) + R(way, M), equation 2.1, of our own reads.
  double estimate(const std::string& name, const std::string& placement, char send, char receive) {
    const Placement way = placement_named(*machine(name), placement);
    return read(name, {way.first_core, way.first_core}, send) + read(name, way, receive) +
           read(name, way, 'M');
  }

 private:
  double read(const std::string& name, const Placement& way, char state) {
    const std::string key = fmt::format("{} {} {}", name, way.second_core, state);
    const auto [known, is_new] = known_.try_emplace(key, 0);
    if (is_new) {
      Lab lab(*machine(name));
      known->second = line_latency(lab, way, state, reads_).mean();
    }
    return known->second;
  }

  const std::vector<machine::Machine>& machines_;
  unsigned exchanges_, reads_;
  std::map<std::string, double> known_;
};

struct Overhead {
  double own;        // over the reads of the states that it was measured in
  double exclusive;  // likewise, with the receive buffer taken for one in E
};
using Overheads = std::map<std::string, Overhead>;

// The overhead by equation: the mean over the states that it is printed for. Its runs are those of the
// ping-pong rows, which count them.
std::vector<report::Row> overheads(const report::Csv& equations, const Overheads& measured) {
  std::vector<report::Row> rows;
  for (std::size_t i = 0; i < equations.rows(); ++i) {
    const std::string key = equations.text(i, "machine") + "/" + equations.text(i, "placement") +
                            "/" + equations.text(i, "send_states") + "/" +
                            equations.text(i, "recv_states");
    const bool exclusive = key.find("R_P_E") != std::string::npos;
    Spread overhead;
    std::string counted_as;  // the first of its runs
    for (const auto& [name, ours] : measured) {
      const auto fits = [&](const char* column, const std::string& state) {
        return equations.text(i, column).find(state) != std::string::npos;
      };
      // machine/placement/S_R
      const std::string states = name.substr(name.rfind('/') + 1);
      const std::string way = name.substr(0, name.rfind('/'));
      const std::string wanted =
          equations.text(i, "machine") + "/" + equations.text(i, "placement").substr(0, 9);
      const std::string receive = equations.text(i, "recv_states");
      const bool receives =
          receive.substr(0, receive.find('(')).find(states[2]) != std::string::npos;
      if (!way.starts_with(wanted) || !fits("send_states", states.substr(0, 1)) || !receives)
        continue;
      overhead.add(exclusive ? ours.exclusive : ours.own);
      if (counted_as.empty()) counted_as = "pingpong/" + name;
    }
    if (overhead.count() == 0) continue;
    const double published = equations.number(i, "overhead_ns").value();
    rows.push_back(report::same_run(
        report::compared_row("overhead/" + key, overhead.mean(), published, "ns"), counted_as));
  }
  return rows;
}

}  // namespace

std::vector<report::Row> coherence_pingpong(ExperimentContext& context) {
  const std::vector<machine::Machine> machines = coherent_machines(context);
  const report::Csv csv = report::load_reference("coherence-pingpong");
  PingPongStudy study(machines, context.quick());
  report::Grid grid{"Half a round trip of one line, ns; O: difference to three reads",
                    {"ours", "stdev", "published", "stdev", "error %", "z", "O ours", "O publ."},
                    {}};
  std::vector<report::Row> rows;
  Overheads overhead;
  for (std::size_t i = 0; i < csv.rows(); ++i) {
    const std::string machine = csv.text(i, "machine"), placement = csv.text(i, "placement");
    if (study.machine(machine) == nullptr) continue;
    const char send = csv.text(i, "send_state")[0], receive = csv.text(i, "recv_state")[0];
    const Spread ours = study.exchange(machine, placement, send, receive);
    const double mean = csv.number(i, "pingpong_ns").value();
    const double deviation = csv.number(i, "pingpong_stdev").value();
    const Overhead over{ours.mean() - study.estimate(machine, placement, send, receive),
                        ours.mean() - study.estimate(machine, placement, send, 'E')};
    const std::string name = fmt::format("{}/{}/{}_{}", machine, placement, send, receive);
    rows.push_back(report::compared_row("pingpong/" + name, ours.mean(), mean, "ns"));
    grid.lines.emplace_back(
        name,
        std::vector{ours.mean(), ours.deviation(), mean, deviation, 100 * (ours.mean() / mean - 1),
                    (ours.mean() - mean) / deviation, over.own, csv.number(i, "diff_ns").value()});
    overhead[name] = over;
  }
  context.show(grid);
  const std::vector<report::Row> beyond_three_reads =
      overheads(report::load_reference("coherence-pingpong-overhead"), overhead);
  rows.insert(rows.end(), beyond_three_reads.begin(), beyond_three_reads.end());
  return rows;
}

}  // namespace rc::sim::experiments
