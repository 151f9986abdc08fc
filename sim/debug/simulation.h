// SPDX-License-Identifier: Apache-2.0
// The server's end of a checkpoint process: one process that holds the machine at one instant. It ends when
// this object does.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/debug/channel.h"
#include "sim/debug/held_output.h"
#include "sim/debug/machine.h"

namespace rc::sim::debug {

// What stops a run; as MachineBreaks, for all ranks at once.
struct RunRequest {
  std::uint64_t until = 0;                            // ps
  std::vector<unsigned> programs;                     // by rank: index into
  std::vector<std::vector<std::uint32_t>> addresses;  // by program; empty: none
  nlohmann::json watches = nlohmann::json::array();
  nlohmann::json places = nlohmann::json::array();
  int only = -1;  // the rank for which addresses and watches are; -1: all
  // As MachineBreaks has them.
  bool every_round = false;
  std::uint64_t from = 0;
  std::map<unsigned, std::uint64_t> from_of;
  std::optional<HitKey> last_before;
  bool watched = true;  // for deadlock
  // As cpu::BreakConditions has it, of one rank.
  struct Step {
    unsigned rank = 0;
    std::uint64_t instructions = 0;
    std::uint32_t stay_first = 0, stay_bytes = 0;
  };
  std::optional<Step> step;
  // What is recorded as events, as `addresses`, `watches` and `places` have it, and "messages", a truth
  // value; null: nothing.
  nlohmann::json recorded;
};

// A run that took long was ended, and its simulation with it, because the debugger wants a stop.
struct Interrupted {};

class Simulation {
 public:
  explicit Simulation(Channel process) : checkpoint_process_(std::move(process)) {
    look(ask({{"do", "where"}}));
  }

  // Another one, at the same instant. kernel::InputError if the host cannot.
  Simulation copy();

  // The machine failed, at this time.
  struct Failure {
    std::string text;
    std::uint64_t time = 0;
    // If one core did: which, and a fault as a signal.
    std::optional<unsigned> rank;
    std::optional<int> signal;
    std::vector<std::uint32_t> places;  // FailureStory's
  };
  // What a run ended with: at `until` or with all programs ended; or lost, and the simulation with
  // it: a hit came earlier, or the machine failed.
  struct Ran {
    std::optional<std::uint64_t> early;
    std::optional<Failure> failed;
    std::optional<MachineHit> last_hit;  // with RunRequest::last_before
    std::uint64_t settled = 0;
  };
  // `interrupted` is asked several times a second, once that takes longer than a second; Interrupted
  // is thrown when it is true.
  Ran run(const RunRequest& request, const std::function<bool()>& interrupted);

  // Where it stands.
  std::uint64_t time() const { return time_; }
  const std::vector<std::uint64_t>& instructions() const { return instructions_; }
  bool over() const { return over_; }
  // Exit status by rank; nothing for a program that runs.
  const std::vector<std::optional<int>>& statuses() const { return statuses_; }

  // Of the last run().
  const std::vector<MachineHit>& hits() const { return hits_; }
  // The next of those that were recorded up to where it stands, in order of time; none: no more.
  std::vector<Event> take_events();

  // Memory or registers were written where it stands.
  bool written() const { return written_; }
  void was_written() { written_ = true; }

  // Prints what the programs have said behind `shown`, which moves on.
  void show(HeldOutput::Positions& shown);
  // Any other request of checkpoint_process.cpp. kernel::InputError if it cannot be answered.
  nlohmann::json ask(const nlohmann::json& request, const std::function<bool()>& interrupted = {});
  // Lets the run go on to its end by itself; the process's id.
  int finish();

 private:
  void look(const nlohmann::json& where);

  Channel checkpoint_process_;
  pid_t pid_ = 0;
  std::uint64_t time_ = 0;
  std::vector<std::uint64_t> instructions_;
  std::vector<std::optional<int>> statuses_;
  bool over_ = false;
  HeldOutput::Positions positions_{};
  std::vector<MachineHit> hits_;
  bool written_ = false;
};

}  // namespace rc::sim::debug
