// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/broadcast/study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "sim/machine/core_list.h"
#include "sim/machine/parameters.h"

namespace rc::sim::experiments {
namespace {

constexpr int kRoot = 0;
// Sizes up to the buffer's share one run: booting would cost more than they do. The first round of
// a size can still find code and flags cold; later ones are alike.
constexpr int kSmallBytes = 8192;
constexpr int kSmallRounds = 2;
// Beyond L2, payload is compared by tests, not by measurements (trial.h: the caches see the same).
constexpr int kCheckedBytes = 200'000;

std::string image_for(const std::string& algorithm) {
  return algorithm == "oc_bcast" || algorithm.starts_with("courier") ? "broadcast_gory"
                                                                     : "broadcast";
}

std::vector<std::string> arguments(const Broadcast& b, const std::vector<int>& sizes) {
  const int largest = *std::ranges::max_element(sizes);
  return {b.algorithm,
          fmt::format("bytes={}", fmt::join(sizes, ",")),
          fmt::format("part={}", b.part_bytes),
          fmt::format("pipe={}", b.pipe_bytes),
          fmt::format("arity={}", b.arity),
          fmt::format("rounds={}", largest <= kSmallBytes ? kSmallRounds : 1),
          fmt::format("check={}", largest <= kCheckedBytes && b.algorithm != "none" ? 1 : 0),
          fmt::format("trace={}", b.trace ? 1 : 0),
          fmt::format("cold={}", b.cold ? 1 : 0),
          fmt::format("offset={}", b.offset),
          fmt::format("pages={}", b.pages)};
}

// "scc" or, with parameters that the user set, "scc noc.pipeline=1".
std::string machine_options(std::string name) {
  std::string options = " --machine ";
  for (const char c : name) options += c == ' ' ? std::string(" --set ") : std::string(1, c);
  return options;
}

int core_at(int x, int y, int index) {
  return SCC_CORES_PER_TILE * (x + static_cast<int>(SCC_COLS) * y) + index;
}

// 0 1 3 2: neighbours on a line of four differ in one bit.
int gray_place(int two_bits) { return two_bits ^ two_bits >> 1; }

}  // namespace

std::vector<int> cube_placement() {
  constexpr int kUnits = 32, kSecond = kUnits - 1;  // ranks 1..16 pair up with 32..47
  std::vector<int> cores(SCC_CORES);
  for (int unit = 0; unit < kUnits; ++unit) {
    const int x = gray_place(unit & 3), y = gray_place(unit >> 2 & 3);
    if (unit < 16) {
      cores[static_cast<std::size_t>(unit)] = core_at(x, y, 0);
      // Rank 0 is alone: beside it goes the second process of unit 16, which is crowded out.
      const int second = (unit == 0 ? 16 : unit) + kSecond;
      cores[static_cast<std::size_t>(second)] = core_at(x, y, 1);
    } else {
      cores[static_cast<std::size_t>(unit)] = core_at(4 + x / 2, y, x % 2);
    }
  }
  return cores;
}

BroadcastTime broadcast_time(const run::FirmwareOutcome& outcome, int bytes, int root) {
  BroadcastTime best{std::numeric_limits<double>::infinity(), 0, 0};
  for (int round = 0;; ++round) {
    const std::string stem = fmt::format("{}/{}/{}/", bytes, root, round);
    double begin = -1, end = 0, root_end = 0, done = 0;
    for (const run::Report& report : outcome.reports) {
      if (!report.name.starts_with(stem)) continue;
      const auto what = std::string_view(report.name).substr(stem.size());
      if (what == "begin") begin = report.value;
      if (what == "done") done = report.value;
      if (what == "end") end = std::max(end, report.value);
      if (what == "end" && report.rank == root) root_end = report.value;
    }
    if (begin < 0) break;
    if ((done - begin) * 1e-3 < best.ms) {
      best = {(done - begin) * 1e-3, (root_end - begin) * 1e-3, end - begin};
    }
  }
  if (best.latency_us == 0)
    throw kernel::MachineError(fmt::format("the firmware did not report {} bytes", bytes));
  return best;
}

Broadcast BroadcastStudy::on_machine(Broadcast broadcast, const std::string& file) const {
  if (!context_.machine_given()) broadcast.machine = file;
  return broadcast;
}

void BroadcastStudy::want(const Broadcast& broadcast, int bytes) {
  if (where_.contains({broadcast, bytes})) return;
  std::vector<int>& sizes = wanted_[broadcast];
  if (std::ranges::find(sizes, bytes) == sizes.end()) sizes.push_back(bytes);
}

void BroadcastStudy::want(const Broadcast& broadcast, const std::vector<int>& sizes) {
  for (const int bytes : sizes) want(broadcast, bytes);
}

run::FirmwareJob BroadcastStudy::job(const Broadcast& broadcast,
                                     const std::vector<int>& sizes) const {
  machine::Machine machine =
      broadcast.machine.empty() ? context_.machine() : context_.other_machine(broadcast.machine);
  if (!broadcast.setting.empty()) {
    machine::set_from_text(broadcast.setting, machine::list_parameters(machine.params));
    machine.name += " " + broadcast.setting;
  }
  return app_job(machine, image_for(broadcast.algorithm),
                 broadcast.placed ? cube_placement() : machine::first_cores(broadcast.cores),
                 arguments(broadcast, sizes));
}

void BroadcastStudy::run(const std::string& label) {
  struct Batch {
    Broadcast broadcast;
    std::vector<int> sizes;
    double cost;
  };
  std::vector<Batch> batches;
  for (auto& [broadcast, sizes] : wanted_) {
    Batch small{broadcast, {}, 0};
    std::ranges::sort(sizes);
    for (const int bytes : sizes) {
      const double cost = static_cast<double>(bytes) * broadcast.cores;
      if (bytes > kSmallBytes) {
        batches.push_back({broadcast, {bytes}, cost});
      } else {
        small.sizes.push_back(bytes);
        small.cost += kSmallRounds * cost;
      }
    }
    if (!small.sizes.empty()) batches.push_back(std::move(small));
  }
  wanted_.clear();
  std::ranges::stable_sort(batches, std::greater{}, &Batch::cost);
  std::vector<run::FirmwareJob> jobs;
  for (const Batch& batch : batches) {
    for (const int bytes : batch.sizes)
      where_[{batch.broadcast, bytes}] = outcomes_.size() + jobs.size();
    jobs.push_back(job(batch.broadcast, batch.sizes));
  }
  for (run::FirmwareOutcome& outcome : context_.run(label, jobs))
    outcomes_.push_back(std::move(outcome));
}

const run::FirmwareOutcome& BroadcastStudy::outcome(const Broadcast& broadcast, int bytes) const {
  return outcomes_[where_.at({broadcast, bytes})];
}

BroadcastTime BroadcastStudy::time(const Broadcast& broadcast, int bytes) const {
  return broadcast_time(outcome(broadcast, bytes), bytes, kRoot);
}

std::string BroadcastStudy::command(const Broadcast& b, const std::vector<int>& sizes) const {
  if (b.placed) return "(ranks placed by the experiment)";
  const std::string ues =
      b.cores == static_cast<int>(SCC_CORES) ? "" : fmt::format(" --ues {}", b.cores);
  const std::string set = b.setting.empty() ? "" : " --set " + b.setting;
  return fmt::format("./rockcreek run build/release/firmware/apps/{}.elf{}{}{} -- {}",
                     image_for(b.algorithm),
                     machine_options(b.machine.empty() ? context_.machine().name : b.machine), ues,
                     set, fmt::join(arguments(b, sizes), " "));
}

}  // namespace rc::sim::experiments
