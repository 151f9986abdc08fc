// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/instruments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/base/say.h"
#include "sim/observe/profile/callgrind.h"
#include "sim/observe/profile/page_numbers.h"
#include "sim/observe/profile/run_page.h"
#include "sim/observe/profile/summary.h"
#include "sim/report/page.h"
#include "sim/run/interconnect/chip_graph.h"

namespace rc::sim::observe {
namespace {

constexpr const char* kTraceWindow = "--trace-window";

std::string command_of(const run::FirmwareJob& job) {
  std::string text = job.image;
  for (const run::FirmwareJob::OtherProgram& other : job.others) text += ", " + other.image;
  for (const std::string& each : job.arguments) text += ' ' + each;
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace

bool names_timeline(const std::string& file) {
  return file.ends_with(".json") || file.ends_with(".json.gz");
}

Instruments::Instruments(const InstrumentOptions& options, run::FirmwareJob& job)
    : options_(options), job_(job) {
  if (!options.window.empty())
    window_ = base::parse_window(kTraceWindow, options.window, base::kInMicroseconds);
  if (!options.wanted()) return;
  base::check_outputs(options.report,
                      {options.profile, options.timeline,
                       options.report.empty() ? "" : options.report + "/run.json",
                       options.report.empty() ? "" : options.report + "/report.html"});
  const bool over_time = !options.timeline.empty() || !options.report.empty();
  const std::size_t slices =
      over_time ? std::max<std::size_t>(1, options.most_events / job.cores.size()) : 0;
  recorder_ = std::make_unique<RunRecorder>(job, slices, window_.from, window_.to, options.region);
  if (options.region && !recorder_->has_region())
    throw kernel::InputError(fmt::format("--region: {} has no RC_region_begin() (RC_marks.h)",
                                         kernel::shown(job.image, kernel::kMaxPathShown)));
  job.options.observer = [recorder = recorder_.get()](int core) {
    return recorder->observer(core);
  };
  if (job.machine.is_ipsc() && !options.report.empty()) {
    cube_ = std::make_unique<CubeRecorder>(options.most_events);
    job.cube_messages = [cube = cube_.get()](const ipsc::Message& message, kernel::Picos time,
                                             bool leaving) { cube->moved(message, time, leaving); };
  }
  const noc::NocParams& noc = job.machine.params.noc;
  const bool xy = !job.machine.is_ipsc() && noc.routing == "xy" && job.machine.network.empty() &&
                  !run::is_on_graph(job.machine);
  if (over_time && !job.machine.is_ipsc())
    mesh_ = std::make_unique<MeshRecorder>(noc.cols, noc.rows, xy);
  if (!options.report.empty() && run::is_on_graph(job.machine)) {
    channels_ = std::make_unique<ChannelRecorder>();
    job.flits = channels_.get();
  }
  if (options.region) region_ = std::make_unique<Region>(noc, job.cores.size(), xy);
  watch_mesh();
  if (over_time && !job.machine.is_ipsc()) watch_clocks();
  if (over_time || region_) watch_marks();
}

void Instruments::watch_mesh() {
  if (job_.machine.is_ipsc()) return;
  if (region_) job_.options.energy = region_.get();
  if (!mesh_ && !region_) return;
  job_.messages = [this](kernel::Picos time, const scc::Message& message, bool entering) {
    if (region_ && entering) region_->entered(time, message);
    if (mesh_) entering ? mesh_->entered(time, message) : mesh_->left(time);
  };
}

void Instruments::watch_clocks() {
  job_.options.clock_changed = [this, chip = job_.machine.geometry()](
                                   unsigned tile, kernel::Picos at,
                                   const kernel::ClockDomain& clock) {
    for (const auto& core : recorder_->cores())
      if (chip.tile_of(static_cast<std::uint32_t>(core->id())) == tile)
        core->clock_changed(at, clock);
  };
}

void Instruments::watch_marks() {
  std::map<int, std::size_t> ranks;
  for (std::size_t rank = 0; rank < job_.cores.size(); ++rank) ranks[job_.cores[rank]] = rank;
  job_.marks = [this, ranks = std::move(ranks)](const run::MarkReached& reached) {
    const std::size_t rank = ranks.at(reached.core);
    CoreRecorder& core = *recorder_->cores()[rank];
    core.marked({reached.cycle, reached.mark.address});
    if (!region_ || reached.mark.kind == machine::ProgramMark::Kind::point) return;
    if (region_->reached(rank, reached))
      core.count(reached.mark.kind == machine::ProgramMark::Kind::begin, reached.mark.address,
                 {reached.cycle, reached.counters});
  };
}

run::FirmwareRun Instruments::counted(const run::FirmwareRun& run) {
  run::FirmwareRun part = run;
  if (!region_) return part;
  region_->cut(part);
  for (const FunctionTime& each : recorder_->functions()) {
    part.region->mpb_accesses += each.self[kMpbReads] + each.self[kMpbWrites];
    part.region->memory_accesses += each.self[kMemoryReads] + each.self[kMemoryWrites];
  }
  if (!region_->begun()) base::say("rockcreek: --region: no core came to RC_region_begin()\n");
  return part;
}

run::FirmwareRun Instruments::finish(const run::FirmwareRun& run, const run::RunFailure& failure) {
  if (!recorder_) return run;
  recorder_->finish(run.result.cores);
  run::FirmwareRun part = counted(run);
  write(&part, failure);
  base::say("{}", base::missed_window(kTraceWindow, window_, base::kInMicroseconds,
                                      run.result.time.value));
  recorder_.reset();
  return part;
}

run::FirmwareRun Instruments::stopped(const run::FirmwareRun& run) {
  if (!recorder_) return run;
  recorder_->finish(run.result.cores);
  stopped_ = counted(run);
  return *stopped_;
}

void Instruments::failed(const run::RunFailure& failure) {
  if (!recorder_) return;
  if (!stopped_) recorder_->give_up();
  write(stopped_ ? &*stopped_ : nullptr, failure);
  recorder_.reset();
}

void Instruments::write(const run::FirmwareRun* run, const run::RunFailure& failure) {
  if (!options_.profile.empty()) write_profile(failure);
  if (!options_.timeline.empty()) write_timeline_file(failure);
  if (!options_.report.empty()) {
    report::RunNumbers numbers = page_numbers(job_, *recorder_, mesh_.get(), cube_.get(), run);
    numbers.failure = failure.line();
    base::write_json(options_.report + "/run.json", report::to_json(numbers));
    report::write_page(
        options_.report,
        run_page(job_, *recorder_, {mesh_.get(), cube_.get(), channels_.get()}, run, failure));
  }
  if (options_.summary) base::say("{}", summary_text(*recorder_, run, failure.line()));
}

void Instruments::write_profile(const run::RunFailure& failure) const {
  const auto write = [&](const std::string& file, const std::vector<std::size_t>& ranks) {
    base::OutputFile out(file);
    write_callgrind(out.stream(), *recorder_, ranks, command_of(job_), failure.line());
    out.commit();
  };
  std::vector<std::size_t> all(recorder_->cores().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  write(options_.profile, all);
  if (!options_.profile_cores) return;
  for (const std::size_t rank : all)
    write(fmt::format("{}.{}", options_.profile, recorder_->cores()[rank]->id()), {rank});
}

void Instruments::write_timeline_file(const run::RunFailure& failure) const {
  base::OutputFile out(options_.timeline);
  const std::uint64_t lost =
      write_timeline(out.stream(), options_.timeline.ends_with(".gz"), *recorder_, mesh_.get(),
                     window_, options_.most_events, failure);
  out.commit();
  if (lost != 0)
    base::say(
        "rockcreek: {}: {} events left out, beyond the limit of {}; see --trace-limit and "
        "--trace-window\n",
        options_.timeline, lost, options_.most_events);
}

}  // namespace rc::sim::observe
