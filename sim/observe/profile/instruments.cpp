// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/instruments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>

#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/observe/profile/callgrind.h"
#include "sim/observe/profile/page_numbers.h"
#include "sim/observe/profile/run_page.h"
#include "sim/observe/profile/summary.h"
#include "sim/report/page.h"
#include "sim/run/interconnect/chip_graph.h"

namespace rc::sim::observe {
namespace {

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
    window_ = base::parse_window("--trace-window", options.window, base::kInMicroseconds);
  if (!options.wanted()) return;
  base::check_outputs(options.report,
                      {options.profile, options.timeline,
                       options.report.empty() ? "" : options.report + "/run.json",
                       options.report.empty() ? "" : options.report + "/report.html"});
  const bool over_time = !options.timeline.empty() || !options.report.empty();
  const std::size_t slices =
      over_time ? std::max<std::size_t>(1, options.most_events / job.cores.size()) : 0;
  recorder_ = std::make_unique<RunRecorder>(job, slices, window_.from, window_.to);
  job.options.observer = [recorder = recorder_.get()](int core) {
    return recorder->observer(core);
  };
  if (job.machine.is_ipsc() && !options.report.empty()) {
    cube_ = std::make_unique<CubeRecorder>(options.most_events);
    job.cube_messages = [cube = cube_.get()](const ipsc::Message& message, kernel::Picos time,
                                             bool leaving) { cube->moved(message, time, leaving); };
  }
  if (!over_time || job.machine.is_ipsc()) return;
  const noc::NocParams& noc = job.machine.params.noc;
  const bool xy =
      noc.routing == "xy" && job.machine.network.empty() && !run::is_on_graph(job.machine);
  mesh_ = std::make_unique<MeshRecorder>(noc.cols, noc.rows, xy);
  job.messages = [mesh = mesh_.get()](kernel::Picos time, const scc::Message& message,
                                      bool entering) {
    entering ? mesh->entered(time, message) : mesh->left(time);
  };
}

void Instruments::finish(const run::FirmwareRun& run) {
  if (!recorder_) return;
  recorder_->finish(run.result.cores);
  write(&run, run.result.timed_out ? "The run was ended before the program had ended." : "");
  recorder_.reset();
}

void Instruments::stopped(const run::FirmwareRun& run) {
  if (!recorder_) return;
  recorder_->finish(run.result.cores);
  stopped_ = run;
}

void Instruments::failed(const std::string& text) {
  if (!recorder_) return;
  if (!stopped_) recorder_->give_up();
  write(stopped_ ? &*stopped_ : nullptr, text);
  recorder_.reset();
}

void Instruments::write(const run::FirmwareRun* run, const std::string& failure) {
  if (!options_.profile.empty()) write_profile();
  if (!options_.timeline.empty()) write_timeline_file();
  if (!options_.report.empty()) {
    base::write_json(
        options_.report + "/run.json",
        report::to_json(page_numbers(job_, *recorder_, mesh_.get(), cube_.get(), run)));
    report::write_page(options_.report,
                       run_page(job_, *recorder_, mesh_.get(), cube_.get(), run, failure));
  }
  if (options_.summary) fmt::print(stderr, "{}", summary_text(*recorder_, run));
}

void Instruments::write_profile() const {
  const auto write = [this](const std::string& file, const std::vector<std::size_t>& ranks) {
    base::OutputFile out(file);
    write_callgrind(out.stream(), *recorder_, ranks, command_of(job_));
    out.commit();
  };
  std::vector<std::size_t> all(recorder_->cores().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  write(options_.profile, all);
  if (!options_.profile_cores) return;
  for (const std::size_t rank : all)
    write(fmt::format("{}.{}", options_.profile, recorder_->cores()[rank]->id()), {rank});
}

void Instruments::write_timeline_file() const {
  base::OutputFile out(options_.timeline);
  const std::uint64_t lost = write_timeline(out.stream(), options_.timeline.ends_with(".gz"),
                                            *recorder_, mesh_.get(), window_, options_.most_events);
  out.commit();
  if (lost != 0)
    fmt::print(stderr,
               "rockcreek: {}: {} events left out, beyond the limit of {}; see --trace-limit and "
               "--trace-window\n",
               options_.timeline, lost, options_.most_events);
}

}  // namespace rc::sim::observe
