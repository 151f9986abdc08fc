// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/run_recorder.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/frequency.h"
#include "sim/run/job_programs.h"
#include "sim/run/program_lines.h"

namespace rc::sim::observe {
namespace {

// Of the first clock.
kernel::Picos core_period(const machine::Machine& machine) {
  if (machine.is_ipsc()) return kernel::period_of(machine.ipsc.node.clock_mhz);
  const scc::ClockParams& clocks = machine.params.clocks;
  return {kernel::period_of(clocks.global_mhz).value * clocks.tile_divider};
}

template <class Sums>
auto most_first(const Sums& sums) {
  std::vector<typename Sums::mapped_type> sorted;
  for (const auto& [key, each] : sums) sorted.push_back(each);
  std::ranges::stable_sort(sorted, std::greater{},
                           [](const auto& each) { return each.self[kCycles]; });
  return sorted;
}

}  // namespace

std::string mark_text(const machine::ProgramMark& mark) {
  using Which = machine::ProgramMark::Kind;
  return mark.name + (mark.kind == Which::begin ? " begins"
                      : mark.kind == Which::end ? " ends"
                                                : "");
}

RunRecorder::RunRecorder(const run::FirmwareJob& job, std::size_t slices, std::uint64_t from,
                         std::uint64_t to, bool region)
    : period_(core_period(job.machine)) {
  RecorderOptions options;
  options.scc = !job.machine.is_ipsc();
  options.geometry = job.machine.geometry();
  options.most_slices = slices;
  options.region = region;
  options.period = period_;
  options.from = {from};
  options.to = {to};
  const run::JobPrograms programs(job);
  run::ProgramLines lines;
  for (const run::JobPrograms::Program& program : programs.all()) {
    code_.emplace_back(lines.of(program), program.elf.symbols, program.elf.program);
    marks_.push_back(program.elf.marks);
    options_.push_back(options);
    if (slices == 0) continue;
    const auto calls = code_.back().library_calls(!options.scc);
    options_.back().sliced.insert(calls.begin(), calls.end());
    const auto& own = code_.back().own_functions();
    options_.back().own.insert(own.begin(), own.end());
  }
  const std::vector<std::size_t> by_core = run::programs_by_core(job);
  for (const int id : job.cores) {
    programs_.push_back(by_core[static_cast<std::size_t>(id)]);
    cores_.push_back(std::make_unique<CoreRecorder>(id, options_[programs_.back()]));
    by_id_[id] = cores_.back().get();
  }
}

CoreRecorder* RunRecorder::observer(int core_id) {
  const auto found = by_id_.find(core_id);
  return found == by_id_.end() ? nullptr : found->second;
}

void RunRecorder::finish(const std::vector<systemc::CoreResult>& results) {
  for (const systemc::CoreResult& result : results) {
    if (const auto found = by_id_.find(result.core_id); found != by_id_.end())
      found->second->finish({result.cycles, result.counters});
  }
}

void RunRecorder::give_up() {
  for (const auto& core : cores_) core->give_up();
}

std::vector<FunctionTime> RunRecorder::functions() const {
  std::map<std::pair<std::size_t, std::uint32_t>, FunctionTime> sums;
  for (std::size_t rank = 0; rank < cores_.size(); ++rank) {
    const CodeMap& code = code_of(rank);
    for (const auto& [eip, events] : cores_[rank]->profile().instructions()) {
      FunctionTime& sum = sums[{programs_[rank], code.entry(eip)}];
      if (sum.name.empty()) sum.name = code.full_name(eip);
      add(sum.self, events);
    }
  }
  return most_first(sums);
}

std::vector<LineTime> RunRecorder::lines() const {
  std::map<std::pair<std::string, unsigned>, LineTime> sums;
  for (std::size_t rank = 0; rank < cores_.size(); ++rank) {
    const CodeMap& code = code_of(rank);
    for (const auto& [eip, events] : cores_[rank]->profile().instructions()) {
      const SourceLine at = code.line(eip);
      if (at.line == 0) continue;
      LineTime& sum = sums[{at.file, at.line}];
      if (sum.at.line == 0) sum = {at, code.full_name(eip), {}};
      add(sum.self, events);
    }
  }
  return most_first(sums);
}

std::string RunRecorder::core_name(std::size_t rank) const {
  return fmt::format("{} {}", scc() ? "core" : "node", cores_[rank]->id());
}

kernel::Picos RunRecorder::end() const {
  kernel::Picos last{0};
  for (std::size_t rank = 0; rank < cores_.size(); ++rank)
    last = std::max(last, time_of(rank, cores_[rank]->times().end()));
  return last;
}

bool RunRecorder::has_region() const {
  return std::ranges::any_of(marks_, [](const std::vector<machine::ProgramMark>& marks) {
    return std::ranges::any_of(marks, [](const machine::ProgramMark& mark) {
      return mark.kind == machine::ProgramMark::Kind::begin;
    });
  });
}

const machine::ProgramMark& RunRecorder::mark_of(std::size_t rank, const MarkSeen& seen) const {
  return *std::ranges::lower_bound(marks_[programs_[rank]], seen.address, {},
                                   &machine::ProgramMark::address);
}

std::uint64_t RunRecorder::moved(std::size_t from, std::size_t to) const {
  const auto id = [this](std::size_t rank) { return static_cast<std::size_t>(cores_[rank]->id()); };
  return cores_[from]->written_to()[id(to)] + cores_[to]->read_from()[id(from)];
}

}  // namespace rc::sim::observe
