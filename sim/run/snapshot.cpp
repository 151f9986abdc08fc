// SPDX-License-Identifier: Apache-2.0
#include "sim/run/snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/lab/evaluation/graph_words.h"
#include "sim/machine/core_list.h"
#include "sim/run/firmware_job.h"
#include "sim/run/job_programs.h"
#include "sim/run/snapshot_file.h"

namespace rc::sim::run {
namespace {

using kernel::InputError;
using kernel::Picos;

std::string named(const std::string& file, const std::string& what) {
  return fmt::format("{}: {}", kernel::shown(file, kernel::kMaxPathShown), what);
}

// All but the state of the chip and its host.
void describe(kernel::Archive& archive, Snapshot& snapshot) {
  archive.section("program and machine");
  machine::Machine& machine = snapshot.machine;
  archive(machine.kind, machine.name, machine.network_exact);
  std::vector<std::string> settings;
  machine::Parameters parameters = machine.parameters();
  if (!archive.loading()) {
    for (const machine::Parameter& each : parameters)
      settings.push_back(each.path + '=' + machine::value_text(each));
  }
  archive(settings);
  for (const std::string& setting : settings) machine::set_from_text(setting, parameters);
  archive(snapshot.image, snapshot.elf, snapshot.others, snapshot.cores, snapshot.arguments,
          snapshot.stack_bytes, snapshot.time);
}

// Each once, and one of `all`, which are in order.
void check_cores(std::vector<int> cores, const std::vector<int>& all) {
  std::ranges::sort(cores);
  if (cores.empty() || std::ranges::adjacent_find(cores) != cores.end() ||
      !std::ranges::includes(all, cores))
    throw InputError("spoiled: cores that are repeated, or not those of its machine");
}

// What the rest of the file is read with: a chip of the right kind, and whom it runs on.
void check_described(const Snapshot& snapshot) {
  if (!snapshot.machine.is_scc()) throw InputError("spoiled: not of an SCC");
  check_cores(snapshot.cores, machine::first_cores(snapshot.machine.cores()));
  std::vector<int> running = snapshot.cores;
  std::ranges::sort(running);
  for (const Snapshot::OtherProgram& other : snapshot.others) check_cores(other.cores, running);
}

}  // namespace

void check_saved(const FirmwareJob& job) {
  if (!job.save) return;
  if (job.machine.is_ipsc())
    throw InputError("--save: of an SCC only; an iPSC/860 cannot be saved");
  if (job.machine.router == "rtl" || !job.machine.params.noc.rtl_tiles.empty())
    throw InputError(
        "--save: routers in SystemVerilog cannot be saved; expected --router model and no "
        "noc.rtl_tiles");
  if (lab::is_topology_file(job.machine.params.noc.topology))
    throw InputError(
        "--save: a network from a topology file cannot be saved; expected a family of topologies");
  if (!job.machine.network.empty())
    throw InputError("--save: a network of one's own (--network) cannot be saved");
  const Picos begin = job.restore ? job.restore->time : Picos{0};
  if (job.save->time < begin)
    throw InputError(fmt::format("--save: at {} ps, but the restored run begins at {} ps",
                                 job.save->time.value, begin.value));
  if (job.save->time >= job.options.max_time)
    throw InputError(fmt::format("--save: at {} ps, but --max-time ends the run at {} ps",
                                 job.save->time.value, job.options.max_time.value));
}

bool save_snapshot(const FirmwareJob& job, scc::SccSystem& system, const noc::Network& network,
                   HostConsole& console, const std::function<void(Picos)>& progress) {
  constexpr Picos kStep{1'000'000'000};
  const Picos time = job.save->time;
  if (!system.advance_to(system.time())) return false;
  while (system.time() < time) {
    if (job.options.asked_to_end && job.options.asked_to_end()) return false;
    if (!system.advance_to(std::min({time, system.time() + kStep, system.deadlock_at()})))
      return false;
    system.check_deadlock();
    if (progress) progress(system.time());
  }
  Snapshot snapshot;
  snapshot.machine = job.machine;
  snapshot.machine.network_exact = network.stepped();  // an instrument may have made it so
  snapshot.image = program_name(job.image);
  if (job.restore) {
    snapshot.elf = job.restore->elf;
    snapshot.others = job.restore->others;
  } else {
    if (!job.image.empty()) snapshot.elf = base::read_file(job.image, base::kMaxProgram);
    for (const FirmwareJob::OtherProgram& each : job.others)
      snapshot.others.push_back(
          {program_name(each.image), base::read_file(each.image, base::kMaxProgram), each.cores});
  }
  snapshot.cores = job.cores;
  snapshot.arguments = job.arguments;
  snapshot.stack_bytes = job.stack_bytes;
  snapshot.time = time;
  kernel::Archive archive;
  describe(archive, snapshot);
  try {
    console.archive(archive);
    system.archive(archive);
    archive.finish();
  } catch (const InputError& error) {
    throw InputError(named(job.save->file, fmt::format("not saved: {}", error.what())));
  }
  write_snapshot_file(job.save->file, archive.bytes());
  return true;
}

Snapshot read_snapshot(const std::string& file) {
  Snapshot snapshot;
  snapshot.file = file;
  snapshot.state = kernel::Archive(read_snapshot_file(file));
  try {
    describe(snapshot.state, snapshot);
    check_described(snapshot);
  } catch (const InputError& error) {
    throw InputError(named(file, error.what()));
  }
  return snapshot;
}

void go_on_with(std::shared_ptr<Snapshot> snapshot, FirmwareJob& job) {
  job.machine = snapshot->machine;
  job.image = snapshot->image;
  job.others.clear();
  for (const Snapshot::OtherProgram& each : snapshot->others)
    job.others.push_back({each.image, each.cores});
  job.cores = snapshot->cores;
  job.arguments = snapshot->arguments;
  job.stack_bytes = snapshot->stack_bytes;
  job.restore = std::move(snapshot);
}

void restore_snapshot(Snapshot& snapshot, scc::SccSystem& system, HostConsole& console) {
  try {
    console.archive(snapshot.state);
    system.archive(snapshot.state);
    snapshot.state.finish();
  } catch (const InputError& error) {
    throw InputError(named(snapshot.file, error.what()));
  }
}

}  // namespace rc::sim::run
