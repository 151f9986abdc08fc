// SPDX-License-Identifier: Apache-2.0
// Snapshots of runs in files (docs/snapshots.md): what a simulated SCC is at one instant, with the
// program and the machine that it needs to go on, in another process and in another build.
// snapshot_file.h is how the bytes lie in the file.
//
// Errors: kernel::InputError of one line, naming the file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/kernel/archive.h"
#include "hw_model/noc/network/network.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "sim/machine/machine.h"
#include "sim/run/host/host_console.h"

namespace rc::sim::run {

struct FirmwareJob;

struct Snapshot {
  std::string file;
  machine::Machine machine;
  std::string image;     // the name of the ELF file, and
  std::string elf;       // its bytes
  struct OtherProgram {  // FirmwareJob::OtherProgram
    std::string image, elf;
    std::vector<int> cores;
    template <class Archive>
    void archive(Archive& archive) {
      archive(image, elf, cores);
    }
  };
  std::vector<OtherProgram> others;
  std::vector<int> cores;
  std::vector<std::string> arguments;
  std::uint32_t stack_bytes = 0;
  kernel::Picos time{0};
  kernel::Archive state{std::string()};  // at the chip's
};

// Before a run: kernel::InputError if `job` asks for a snapshot of what cannot be saved.
void check_saved(const FirmwareJob& job);
// Runs `system`, whose network is `network`, to the instant that `job` names, and saves it with the
// host's side. False if its programs had ended, or the run was asked to end, before.
bool save_snapshot(const FirmwareJob& job, scc::SccSystem& system, const noc::Network& network,
                   HostConsole& console, const std::function<void(kernel::Picos)>& progress);

// `file` without the chip's state, which restore() reads.
Snapshot read_snapshot(const std::string& file);
// `job` goes on with `snapshot`: machine, programs, cores and arguments are those that were saved.
void go_on_with(std::shared_ptr<Snapshot> snapshot, FirmwareJob& job);
// Makes `system`, a new one of the snapshot's machine, what was saved. Once.
void restore_snapshot(Snapshot& snapshot, scc::SccSystem& system, HostConsole& console);

}  // namespace rc::sim::run
