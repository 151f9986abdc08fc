// SPDX-License-Identifier: Apache-2.0
// What `run` can say about where time went: the options, and the results they ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sim/observe/profile/channel_recorder.h"
#include "sim/observe/profile/cube_recorder.h"
#include "sim/observe/profile/mesh_recorder.h"
#include "sim/observe/profile/region.h"
#include "sim/observe/profile/run_recorder.h"
#include "sim/observe/profile/timeline.h"
#include "sim/run/run_failure.h"

namespace rc::sim::observe {

struct InstrumentOptions {
  std::string profile;                    // file in callgrind's format; empty: none
  bool profile_cores = false;             // one more file for each core, FILE.CORE
  bool summary = false;                   // on standard error
  std::string timeline;                   // file, packed if its name ends in .gz; empty: none
  std::string window;                     // of the timeline; empty: the whole run
  std::uint64_t most_events = 1'000'000;  // of the timeline
  std::string report;                     // directory; empty: none
  bool region = false;  // counters, profiles and energy between RC_region_begin() and _end() only

  bool wanted() const {
    return !profile.empty() || summary || !timeline.empty() || !report.empty() || region;
  }
};

// Whether --trace asks for a timeline rather than a list of messages.
bool names_timeline(const std::string& file);

class Instruments {
 public:
  // Before the run: has the job observed. kernel::InputError for results that could not be written.
  Instruments(const InstrumentOptions& options, run::FirmwareJob& job);

  // After it, with `failure` if a program returned non-zero, say: returns what counts of it.
  // kernel::InputError where a result cannot be written.
  run::FirmwareRun finish(const run::FirmwareRun& run, const run::RunFailure& failure = {});
  // Instead, for a run that could not go on: what was seen until then, with all that the cores had
  // counted if stopped() has told it.
  run::FirmwareRun stopped(const run::FirmwareRun& run);
  void failed(const run::RunFailure& failure);

 private:
  void watch_mesh();
  void watch_clocks();
  void watch_marks();
  // After recorder_->finish().
  run::FirmwareRun counted(const run::FirmwareRun& run);
  void write(const run::FirmwareRun* run, const run::RunFailure& failure);
  void write_profile(const run::RunFailure& failure) const;
  void write_timeline_file(const run::RunFailure& failure) const;

  const InstrumentOptions& options_;
  run::FirmwareJob& job_;
  base::Window window_;
  std::unique_ptr<RunRecorder> recorder_;
  std::unique_ptr<MeshRecorder> mesh_;
  std::unique_ptr<CubeRecorder> cube_;
  std::unique_ptr<ChannelRecorder> channels_;
  std::unique_ptr<Region> region_;
  std::optional<run::FirmwareRun> stopped_;
};

}  // namespace rc::sim::observe
