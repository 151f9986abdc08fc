// SPDX-License-Identifier: Apache-2.0
// The broadcasts that an experiment wants timed: collected first, then run all at once, longest
// first, each message size of some length in a run of its own.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

// One program with its settings (firmware/apps/experiments/broadcast/trial.h).
struct Broadcast {
  std::string algorithm;
  int cores = 48;
  int part_bytes = 4096;
  int pipe_bytes = 2048;
  int arity = 7;
  std::string machine = {};  // a machine file; none: the experiment's
  std::string setting = {};  // one parameter of the machine that differs, as name=value; or none
  bool placed = false;       // ranks where the Cube schedule has its partners near (cube_placement)
  bool cold = false;         // caches full of other changed lines at the start
  bool trace = false;        // one-sided messages: note what is copied when
  std::uint32_t pages = 1;   // seed of the buffers' physical pages; 0: in a row
  int offset = 0;            // bytes from the begin of a page to the buffer

  auto operator<=>(const Broadcast&) const = default;
};

struct BroadcastTime {
  double ms = 0;          // the thesis': between two barriers, by the root's clock
  double root_ms = 0;     // until the root's own part is done
  double latency_us = 0;  // from the root's start to the last UE's end
};

// Cores by rank: the units of Jia's hypercube on a 4 x 4 block of tiles by Gray codes, those of two
// processes on one tile; the upper half of the single ones on the two columns beside it. 48 cores.
std::vector<int> cube_placement();

class BroadcastStudy {
 public:
  explicit BroadcastStudy(ExperimentContext& context) : context_(context) {}

  void want(const Broadcast& broadcast, int bytes);
  void want(const Broadcast& broadcast, const std::vector<int>& sizes);
  // Everything wanted since the last call.
  void run(const std::string& label);

  // Of what has run.
  BroadcastTime time(const Broadcast& broadcast, int bytes) const;
  double ms(const Broadcast& broadcast, int bytes) const { return time(broadcast, bytes).ms; }
  // The same broadcast on the machine that another publication measured; if the user named a
  // machine, on that.
  Broadcast on_machine(Broadcast broadcast, const std::string& file) const;
  // The run in which that size was timed.
  const run::FirmwareOutcome& outcome(const Broadcast& broadcast, int bytes) const;
  // The command line that repeats it.
  std::string command(const Broadcast& broadcast, const std::vector<int>& sizes) const;

 private:
  struct Point {
    Broadcast broadcast;
    int bytes;
    auto operator<=>(const Point&) const = default;
  };
  run::FirmwareJob job(const Broadcast& broadcast, const std::vector<int>& sizes) const;

  ExperimentContext& context_;
  std::map<Broadcast, std::vector<int>> wanted_;
  std::vector<run::FirmwareOutcome> outcomes_;
  std::map<Point, std::size_t> where_;  // index into outcomes_
};

// A job's time as its firmware reported it; kernel::MachineError if it did not.
BroadcastTime broadcast_time(const run::FirmwareOutcome& outcome, int bytes, int root);

}  // namespace rc::sim::experiments
