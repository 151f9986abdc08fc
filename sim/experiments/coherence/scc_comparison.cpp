// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "sim/experiments/broadcast/plan.h"
#include "sim/experiments/coherence/collectives/collective_study.h"
#include "sim/experiments/coherence/models/optimise.h"
#include "sim/experiments/coherence/parts.h"

namespace rc::sim::experiments {
namespace {

constexpr int kCores = 48, kChipColumns = 6;
constexpr int kLineBytes = 64;
constexpr int kPartBytes = 4096, kPieceBytes = 2048;  // what the thesis settled on
constexpr int kRuns = 5;
constexpr int kArity = 7, kModelArity = 4;

struct Contest {
  std::string name;
  std::optional<Broadcast> scc;  // none: it is made for the other machine
  std::optional<Collective> coherent;
};

// The thesis' sizes, in lines.
struct Lines {
  int all, part, piece;
  explicit Lines(int bytes)
      : all((bytes + kLineBytes - 1) / kLineBytes),
        part(std::min(all, kPartBytes / kLineBytes)),
        piece(std::min(all, kPieceBytes / kLineBytes)) {}
  int parts() const { return (all + part - 1) / part; }
};

std::vector<Contest> contests(int bytes) {
  const Lines lines(bytes);
  const auto best = model::best_broadcast(model::find_machine("xeonphi", kCores), kCores);
  const bool one_line = lines.all == 1;
  const auto whole = [&](const shared_memory::Tree& tree) {
    return one_line ? std::optional(tree_broadcast("", tree)) : std::nullopt;
  };
  std::vector<Contest> all{
      {"cube", on_cores(cube_broadcast(kPartBytes), kCores),
       cube_on_shared_memory(kCores, lines.all, lines.part)},
      {"dopl", on_cores(dopl_broadcast(kPieceBytes, 2 * kPartBytes), kCores),
       dopl_on_shared_memory(kCores, kChipColumns, lines.all, lines.all, lines.piece)},
      {"binomial", on_cores(plain_broadcast("binomial"), kCores),
       binomial_on_shared_memory(kCores, lines.all)},
      {"flat tree", on_cores(plain_broadcast("linear"), kCores),
       flat_large_broadcast(kCores, lines.all)},
      {fmt::format("tree, {} children", kArity), on_cores(oc_broadcast(kArity), kCores),
       whole(shared_memory::level_tree(kCores, {kArity, kArity}))},
      {fmt::format("tree, {} children", kModelArity), on_cores(oc_broadcast(kModelArity), kCores),
       whole(shared_memory::level_tree(kCores, {kModelArity, kModelArity, kModelArity}))},
      {"optimal tree", std::nullopt,
       whole(shared_memory::level_tree(kCores, best.optima.front()))}};
  if (!one_line)
    all.back() = {"pipelined", std::nullopt, pipelined_large_broadcast(kCores, lines.all)};
  return all;
}

// The row's name has no blanks.
std::string plain_name(std::string name) {
  std::erase(name, ',');
  std::ranges::replace(name, ' ', '_');
  return name;
}

}  // namespace

std::vector<report::Row> coherence_scc_comparison(ExperimentContext& context) {
  const std::vector<int> sizes =
      context.quick() ? std::vector<int>{64, 8192} : std::vector<int>{64, 1024, 8192, 65536};
  BroadcastStudy study(context);
  const auto on_scc = [](Broadcast broadcast) {
    broadcast.machine = machine::kDefaultMachine;
    return broadcast;
  };
  for (const int bytes : sizes)
    for (const Contest& contest : contests(bytes))
      if (contest.scc) study.want(on_scc(*contest.scc), bytes);
  study.run("broadcasts on the SCC");

  std::vector<report::Row> rows;
  for (const int bytes : sizes) {
    report::Grid grid{fmt::format("broadcast of {} bytes to {} cores, us", bytes, kCores),
                      {"SCC", "Xeon Phi", "SCC / Phi"},
                      {}};
    double scc_best = 0, phi_best = 0;
    const auto keep = [&](const char* machine, const std::string& name, double us, double& best) {
      rows.push_back(report::plain_row(
          fmt::format("scc-comparison/{}/{}/{}", machine, plain_name(name), bytes), us, "us"));
      best = best == 0 ? us : std::min(best, us);
      return us;
    };
    for (const Contest& contest : contests(bytes)) {
      double scc = 0, phi = 0;
      if (contest.scc)
        scc =
            keep("scc", contest.name, study.time(on_scc(*contest.scc), bytes).latency_us, scc_best);
      if (contest.coherent) {
        const std::vector<double> ns = times_of(context.machine(), *contest.coherent, kRuns);
        phi = keep("xeonphi", contest.name, ns[ns.size() / 2] * 1e-3, phi_best);
      }
      if (scc > 0 && phi > 0)
        grid.lines.emplace_back(contest.name, std::vector{scc, phi, scc / phi});
      if (scc == 0 || phi == 0)
        context.show(fmt::format("{} bytes, {} alone, {}: {:.2f} us\n", bytes,
                                 scc > 0 ? "SCC" : "Xeon Phi", contest.name, std::max(scc, phi)));
    }
    grid.lines.emplace_back("fastest of each",
                            std::vector{scc_best, phi_best, scc_best / phi_best});
    context.show(grid);
    rows.push_back(
        report::plain_row(fmt::format("scc-comparison/fastest_scc_over_xeonphi/{}", bytes),
                          scc_best / phi_best, "times as long"));
  }
  return rows;
}

}  // namespace rc::sim::experiments
