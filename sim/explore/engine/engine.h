// SPDX-License-Identifier: Apache-2.0
// Calls of rockcreek as jobs of a workflow engine, which runs them on this host or hands them to
// the scheduler of a cluster: Snakemake 7 of Debian 12, with a profile for what it drives.
#pragma once

#include <string>
#include <vector>

namespace rc::sim::explore {

struct EngineJob {
  std::string name;                // of letters, digits and '-'
  std::vector<std::string> words;  // of the call, without "rockcreek"
};

struct EngineOptions {
  std::string engine;    // "snakemake", or empty: none
  std::string profile;   // folder with config.yaml, or the name of ours; empty: this host
  unsigned threads = 1;  // processors of a job
};

// The profile's folder: `name` itself, or one that comes along ("slurm"). kernel::InputError if
// there is none.
std::string find_profile(const std::string& name);

// Runs each job in the present folder and returns when all have ended well. Exit code 1 is well:
// a result out of bound, or a point that failed, which the caller finds itself. What the engine
// writes is in `directory`/engine; what an earlier call left there is removed.
// kernel::InputError if the engine is not installed, or if another call uses the directory.
// kernel::MachineError if jobs are missing in the end, and where SIGINT or SIGTERM ended it
// (sim/base/interruption.h); the jobs are then cancelled.
void run_by_engine(const std::vector<EngineJob>& jobs, const EngineOptions& options,
                   const std::string& directory);

}  // namespace rc::sim::explore
