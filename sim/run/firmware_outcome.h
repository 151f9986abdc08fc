// SPDX-License-Identifier: Apache-2.0
// Firmware runs as experiments need them: many, each in a process of its own, and of each only what
// came out.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/firmware_job.h"

namespace rc::sim::run {

// How much a run simulated. Of an iPSC/860, whose messages are no packets: cores only.
struct FirmwareWork {
  std::uint64_t instructions = 0, core_cycles = 0;  // sums over all cores that ran
  std::uint64_t packets = 0;                        // that entered the mesh

  FirmwareWork& operator+=(const FirmwareWork& other) {
    instructions += other.instructions;
    core_cycles += other.core_cycles;
    packets += other.packets;
    return *this;
  }
};

// What is known of a run that happened in another process.
struct FirmwareOutcome {
  std::vector<Report> reports;
  kernel::Picos time{0};
  // Flits sent by output port, per router x + cols * y.
  std::vector<std::array<std::uint64_t, noc::kPorts>> link_flits;
  std::string console;
  FirmwareWork work;
  double joules = 0, core_joules = 0;  // of an SCC: the whole chip, and its cores
  // Of an SCC's network, as far as known: what its routers and links took for flits, and how large all
  // its routers are.
  std::optional<double> router_joules, routers_mm2;

  // The value reported under `name`; kernel::MachineError if the firmware did not report it.
  double value(const std::string& name) const;
};

// Runs every job in a process of its own, at most `parallel` at once; `finished` is called with the
// number done so far. A UE that returns non-zero is a kernel::MachineError that ends with what the
// firmware printed last. Outcomes are kept in `directory` (none: ""), and a job whose outcome is
// there already is not run again (job_key.h).
std::vector<FirmwareOutcome> run_jobs(const std::vector<FirmwareJob>& jobs, unsigned parallel,
                                      const std::function<void(std::size_t done)>& finished,
                                      const std::string& directory = "");

}  // namespace rc::sim::run
