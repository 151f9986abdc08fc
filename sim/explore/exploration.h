// SPDX-License-Identifier: Apache-2.0
// The points of a plan, run in processes of their own and kept in a directory. explore.json records
// what made it: version and bytes of the simulator, plan, and the files that commands name.
// points/KEY.json is one point that was run, with a checksum (sim/base/kept_results.h).
// A directory of another simulator or file is refused, and so is a damaged or altered point. Another plan
// goes on in it if it has the same records and a point that is kept: explore.json is renewed, and what is
// kept of points that it has not stays.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/kept_results.h"
#include "sim/explore/inputs.h"
#include "sim/explore/plan.h"
#include "sim/run/job_key.h"

namespace rc::sim::explore {

struct PointResult {
  std::string error;           // first line of why it failed; empty: it did not
  std::vector<Value> records;  // in order of the plan's; empty if it failed
  bool lacks_record = false;   // it failed for that alone
};

// Runs one command line, without "rockcreek", in this process; the exit code.
using RunWords = std::function<int(const std::vector<std::string>&)>;

class Exploration {
 public:
  // kernel::InputError for a plan without points, a file that cannot be read, and a directory that
  // is not this exploration's.
  Exploration(Plan plan, const std::string& directory, std::string version,
              const OutputOptions& output_options);

  const Plan& plan() const { return plan_; }
  std::size_t size() const { return points_.size(); }
  const std::vector<Value>& values(std::size_t point) const { return points_[point]; }
  std::vector<std::string> command(std::size_t point) const {
    return plan_.command_at(points_[point]);
  }
  // The same as it would be typed.
  std::string command_line(std::size_t point) const;
  // The machine file of a point as the command names it, and each file of it with what it holds.
  std::string machine(std::size_t point) const;
  std::string files(std::size_t point) const;
  const std::string& version() const { return version_; }
  // That the simulator was built from when the directory was made.
  const std::string& commit() const { return commit_; }

  // Points of the plan that the directory had before which this one has not: 0 unless they differ.
  std::size_t left() const { return left_; }

  // What is kept of a point; nothing if it has not been run.
  std::optional<PointResult> kept(std::size_t point) const;

  // Those of the points [first, end) that run() would run.
  std::vector<std::size_t> missing(std::size_t first, std::size_t end, bool retry) const;

  struct Count {
    std::uint64_t ran = 0, kept = 0;
  };
  // Runs those of the points [first, end) that are not kept, `parallel` at a time; with `retry`
  // also those that failed. The first point of a directory is run alone; kernel::InputError if it
  // lacks a record, for then the plan is to be corrected. kernel::MachineError where SIGINT or
  // SIGTERM ended it. Several processes may do so in one directory, on hosts that share it.
  Count run(std::size_t first, std::size_t end, unsigned parallel, bool retry,
            const RunWords& run_words);

 private:
  std::string key(std::size_t point) const;
  bool is_empty() const;  // no point is kept
  void try_point(std::size_t point, const std::string& file, const RunWords& run_words) const;
  void claim_directory();
  // Whether `made`, an explore.json, is of another plan with these records and a kept point of this one.
  bool goes_on(const nlohmann::json& made, const nlohmann::json& wanted);

  Plan plan_;
  std::string directory_, version_, commit_;
  std::vector<std::vector<Value>> points_;
  std::optional<Inputs> inputs_;
  std::optional<base::KeptResults> kept_;
  std::size_t left_ = 0;
};

}  // namespace rc::sim::explore
