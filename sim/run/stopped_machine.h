// SPDX-License-Identifier: Apache-2.0
// A machine that cannot go on, as a report on it needs it. Everything is by rank: UEs of an SCC,
// nodes of an iPSC/860.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/ipsc/systemc/ipsc_system.h"
#include "hw_model/kernel/error.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "sim/run/job_programs.h"
#include "sim/symbols/call_stack.h"

namespace rc::sim::run {

struct StoppedMachine {
  std::string unit;  // what a rank is: "UE", "node"
  std::size_t count = 0;
  std::function<bool(std::size_t rank)> ended;
  std::function<std::string(std::size_t rank)> name;   // "core 5 (UE 1)"
  std::function<std::string(std::size_t rank)> state;  // "EIP 0x00101dbd (f+0x3d), polls …"
  std::function<std::vector<symbols::Frame>(std::size_t rank)> frames;
  // Its core stands behind the write whose answer it waits for; may be empty.
  std::function<bool(std::size_t rank)> behind_write;
  std::function<std::optional<std::uint32_t>(std::size_t rank, std::uint32_t address)> word;
  // symbols::variable_with(); may be empty.
  std::function<std::string(std::size_t rank, std::span<const std::uint32_t> words,
                            std::string_view type, const symbols::Frame& frame)>
      variable;
  std::function<const JobPrograms::Program&(std::size_t rank)> program;
  std::function<int(std::size_t rank)> core_id;           // of a node, its number
  std::function<kernel::Picos(std::size_t rank)> time;    // that its core has reached
  std::function<kernel::Picos(std::size_t rank)> raised;  // when its last exception was
  // Whose part of an MPB it polls, if it polls one.
  std::function<std::optional<std::size_t>(std::size_t rank)> polled;
  // Who holds a UE's test-and-set register, and where in the program it took that (by --check alone);
  // either may be empty, and neither is always known.
  std::function<std::optional<std::size_t>(std::size_t rank)> lock_holder;
  std::function<std::string(std::size_t rank)> lock_taken;
  // Whose test-and-set register it polls, if it polls one; may be empty.
  std::function<std::optional<std::size_t>(std::size_t rank)> awaited_lock;
  // What of RCCE it called before RCCE_init, and where; may be empty.
  std::function<std::optional<std::string>(std::size_t rank)> called_early;
};

// They hold references to all arguments.
StoppedMachine stopped(scc::SccSystem& system, const std::vector<int>& cores,
                       const JobPrograms& programs);
StoppedMachine stopped(ipsc::IpscSystem& system, const JobPrograms& programs);

// What is said of an error after which `machine` has stopped: of a deadlock who waits for whom, of a
// fault where it happened and who had called that. `cores`: by rank; empty: nodes of a hypercube.
std::string report(const kernel::MachineError& error, const StoppedMachine& machine,
                   const JobPrograms& programs, const std::vector<int>& cores);

// For a debugger that is to stand there (debug::FailureStory).
std::vector<std::uint32_t> failing_places(const kernel::MachineError& error,
                                          const StoppedMachine& machine,
                                          const std::vector<int>& cores);

// When a fault or another error of an instant happened; nothing if the error is none.
std::optional<kernel::Picos> fault_time(const kernel::MachineError& error,
                                        const StoppedMachine& machine,
                                        const std::vector<int>& cores);

}  // namespace rc::sim::run
