// SPDX-License-Identifier: Apache-2.0
// Ping-pong of pairs with messages that no cache holds (appendix A).
#include <fmt/format.h>

#include <algorithm>

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

// Pairs whose shortest paths all cross the middle of the first `cores` stops, or, of the outer pairs
// on a ring, the other side (figure A.1b).
Pairs over_one_link(unsigned cores) {
  Pairs found;
  for (unsigned i = 0; i < cores / 2; ++i) found.emplace_back(i, cores - 1 - i);
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

double bandwidth_on(const machine::Machine& machine, const Pairs& pairs, unsigned lines) {
  Lab lab(machine);
  return bandwidth(lab, pairs, lines);
}

// What the appendix says in words. Sizes of messages in lines; a quick run has all of them shorter
// by one factor.
std::vector<report::Row> statements(const std::vector<machine::Machine>& machines, bool quick) {
  const unsigned shorter = quick ? 16 : 1;
  const unsigned small = 1024 / shorter, middle = 4096 / shorter, large = 16384 / shorter,
                 after_the_fall = 32768 / shorter;  // 64 KB, 256 KB, 1 MB, 2 MB
  constexpr double kUnaffected = 0.95;
  std::vector<report::Row> rows;
  const auto says = [&](const std::string& name, double ratio, double bound, bool ok) {
    rows.push_back(report::claim_row("bandwidth/" + name, ratio, "", bound, ok));
  };
  const machine::Machine* phi = machine_of(machines, "xeon_phi");
  const machine::Machine* sandy = machine_of(machines, "sandy_bridge");
  double phi_kept = 0, phi_one = 0;
  if (phi != nullptr) {
    const auto kept = [&](unsigned lines) {
      return bandwidth_on(*phi, pairs_of(*phi, ""), lines) /
             bandwidth_on(*phi, interleaved(1), lines);
    };
    phi_one = bandwidth_on(*phi, interleaved(1), middle);
    phi_kept = kept(large);
    says("xeon_phi/all_pairs_over_one", phi_kept, kUnaffected, phi_kept > kUnaffected);
    const double small_kept = kept(small);
    says("xeon_phi/all_pairs_over_one/64 KB", small_kept, kUnaffected, small_kept < kUnaffected);
    const auto cores = static_cast<unsigned>(phi->cores());
    rows.push_back(report::stated_row("bandwidth/xeon_phi/one_link_over_groups",
                                      bandwidth_on(*phi, over_one_link(cores), middle) /
                                          bandwidth_on(*phi, pairs_of(*phi, ""), middle),
                                      1, "times"));
  }
  if (sandy == nullptr) return rows;
  const auto cores = static_cast<unsigned>(sandy->cores());
  const double groups = bandwidth_on(*sandy, interleaved(cores / 4), middle);
  rows.push_back(report::stated_row("bandwidth/sandy_bridge/one_link_over_groups",
                                    bandwidth_on(*sandy, over_one_link(cores / 2), middle) / groups,
                                    1, "times"));
  const auto over_qpi = [&](unsigned pairs, unsigned lines) {
    return bandwidth_on(*sandy, across(pairs, cores), lines);
  };
  const auto within_at = [&](unsigned pairs, unsigned lines) {
    return bandwidth_on(*sandy, interleaved(pairs), lines);
  };
  const auto within = [&](unsigned pairs) { return within_at(pairs, middle); };
  // Two or four threads do not degrade each other, even across QPI; within a processor 16 are as good
  // as eight; across QPI 16 degrade severely.
  constexpr double kSevere = 0.75;
  const double four_within = within(2) / within(1);
  says("sandy_bridge/within a processor; 4 threads over 2", four_within, kUnaffected,
       four_within > kUnaffected);
  const double four_across = over_qpi(2, middle) / over_qpi(1, middle);
  says("sandy_bridge/across QPI; 4 threads over 2", four_across, kUnaffected,
       four_across > kUnaffected);
  const double all_within = within(cores / 2) / within(cores / 4);
  says("sandy_bridge/within a processor; 16 threads over 8", all_within, kUnaffected,
       all_within > kUnaffected);
  const double all_across = over_qpi(cores / 2, middle) / over_qpi(cores / 4, middle);
  says("sandy_bridge/across QPI; 16 threads over 8", all_across, kSevere, all_across < kSevere);
  const double fall = over_qpi(cores / 2, after_the_fall) / over_qpi(cores / 2, middle);
  says("sandy_bridge/across QPI; 16 threads/2 MB over 256 KB", fall, kUnaffected,
       fall < kUnaffected);
  if (phi == nullptr) return rows;
  rows.push_back(
      report::stated_row("bandwidth/sandy_bridge_over_xeon_phi", within(1) / phi_one, 5, "times"));
  // "Less affected by the number of cores" than the Sandy Bridge in either of its placements.
  const double within_kept = within_at(cores / 2, large) / within_at(1, large),
               across_kept = over_qpi(cores / 2, large) / over_qpi(1, large);
  const auto shows = [&](const char* name, double kept) {
    rows.push_back(
        report::plain_row(fmt::format("bandwidth/kept_by_all_pairs/{}", name), kept, ""));
  };
  shows("sandy_bridge/within a processor", within_kept);
  shows("sandy_bridge/across QPI", across_kept);
  const double ratio = phi_kept / std::max(within_kept, across_kept);
  says("kept_by_all_pairs/xeon_phi_over_sandy_bridge", ratio, 1, ratio > 1);
  return rows;
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
  context.show(grid);
  for (report::Row& row : statements(machines, context.quick())) rows.push_back(std::move(row));
  return rows;
}

}  // namespace rc::sim::experiments
