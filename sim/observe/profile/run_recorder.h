// SPDX-License-Identifier: Apache-2.0
// Recorders for all cores of one run, and what can be said when it is over.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/observe/profile/code_map.h"
#include "sim/observe/profile/core_recorder.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::observe {

struct FunctionTime {
  std::string name;
  Events self{};
};

struct LineTime {
  SourceLine at;
  std::string function;
  Events self{};
};

// What instruments call a mark: its name, or which end of a region it is.
std::string mark_text(const machine::ProgramMark& mark);

class RunRecorder {
 public:
  // `slices`: how many calls of library functions each core may keep; 0: none are wanted. `from`
  // and `to`: when, in ps. `region`: profiles begin and end by CoreRecorder::count().
  explicit RunRecorder(const run::FirmwareJob& job, std::size_t slices = 0, std::uint64_t from = 0,
                       std::uint64_t to = ~std::uint64_t{0}, bool region = false);
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  // For FirmwareJob.observer: nullptr for cores that the job does not use.
  CoreRecorder* observer(int core_id);
  // After the run.
  void finish(const std::vector<systemc::CoreResult>& results);
  // Instead, for a run that failed: what was seen until then has to do.
  void give_up();

  // By program of the job; program() is an index of a rank's.
  const std::vector<CodeMap>& code() const { return code_; }
  std::size_t program(std::size_t rank) const { return programs_[rank]; }
  const CodeMap& code_of(std::size_t rank) const { return code_[programs_[rank]]; }
  bool scc() const { return options_.front().scc; }
  std::string core_name(std::size_t rank) const;  // "core 3" or "node 3"
  bool has_region() const;                        // of any program
  const machine::ProgramMark& mark_of(std::size_t rank, const MarkSeen& seen) const;
  kernel::Picos period() const { return period_; }  // of a core's cycle, at the start of the run
  kernel::Picos time_of(std::size_t rank, kernel::Cycle cycle) const {
    return cores_[rank]->clock().time_of(cycle);
  }
  // Of the last thing that a core did.
  kernel::Picos end() const;
  // In rank order.
  const std::vector<std::unique_ptr<CoreRecorder>>& cores() const { return cores_; }

  // Sums over all cores, the most cycles first.
  std::vector<FunctionTime> functions() const;
  std::vector<LineTime> lines() const;
  // Bytes that `from` gave to `to` by their MPBs: what it wrote there, and what `to` read of its.
  std::uint64_t moved(std::size_t from, std::size_t to) const;  // ranks

 private:
  std::vector<CodeMap> code_;
  std::vector<std::vector<machine::ProgramMark>> marks_;  // by program and address
  std::vector<RecorderOptions> options_;                  // by program
  std::vector<std::size_t> programs_;                     // by rank
  kernel::Picos period_;
  std::vector<std::unique_ptr<CoreRecorder>> cores_;
  std::map<int, CoreRecorder*> by_id_;
};

}  // namespace rc::sim::observe
