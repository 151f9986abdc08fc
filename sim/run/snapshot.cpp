// SPDX-License-Identifier: Apache-2.0
#include "sim/run/snapshot.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/run/firmware_job.h"
#include "sim/run/job_programs.h"

namespace rc::sim::run {
namespace {

using kernel::InputError;
using kernel::Picos;

constexpr std::string_view kTitle = "Rock Creek snapshot 7\n";
constexpr std::uint64_t kMaxPacked = std::uint64_t{4} << 30;
constexpr std::uint64_t kMaxTimesPacked = 1100;  // zlib packs no better

// What stands between the title and the packed bytes.
struct Head {
  std::uint64_t packed = 0, bytes = 0;  // lengths
  std::uint64_t checksum = 0;           // CRC-32 of the lengths and the packed bytes

  std::uint64_t computed(std::string_view data) const {
    const std::uint64_t lengths[] = {packed, bytes};
    uLong sum = ::crc32(0, reinterpret_cast<const Bytef*>(lengths), sizeof lengths);
    for (std::size_t at = 0; at < data.size(); at += 1u << 30) {
      const std::string_view part = data.substr(at, 1u << 30);
      sum =
          ::crc32(sum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    }
    return sum;
  }
};

std::string named(const std::string& file, const std::string& what) {
  return fmt::format("{}: {}", kernel::shown(file, kernel::kMaxPathShown), what);
}

void write_packed(const std::string& file, const std::string& bytes) {
  uLongf size = ::compressBound(bytes.size());
  std::string packed(size, '\0');
  if (::compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                  Z_BEST_SPEED) != Z_OK) {
    throw InputError(named(file, "zlib cannot pack it"));
  }
  packed.resize(size);
  Head head{packed.size(), bytes.size(), 0};
  head.checksum = head.computed(packed);
  base::OutputFile out(file);
  out.stream() << kTitle;
  out.stream().write(reinterpret_cast<const char*>(&head), sizeof head);
  out.stream() << packed;
  out.commit();
}

std::string read_packed(const std::string& file) {
  const std::string text = base::read_file(file, kMaxPacked);
  std::string_view rest = text;
  const std::string_view words = kTitle.substr(0, kTitle.find_last_of(' '));
  if (!rest.starts_with(words)) throw InputError(named(file, "no snapshot of a run"));
  if (!rest.starts_with(kTitle))
    throw InputError(named(file, "a snapshot of another version of the simulator"));
  rest.remove_prefix(kTitle.size());
  Head head;
  if (rest.size() < sizeof head) throw InputError(named(file, "a snapshot that is cut off"));
  std::memcpy(&head, rest.data(), sizeof head);
  rest.remove_prefix(sizeof head);
  if (rest.size() != head.packed)
    throw InputError(named(file, fmt::format("a snapshot of {} packed bytes, of which {} are there",
                                             head.packed, rest.size())));
  if (head.computed(rest) != head.checksum || head.bytes / kMaxTimesPacked > head.packed)
    throw InputError(named(file, "a snapshot with a wrong checksum: it was changed"));
  std::string bytes(head.bytes, '\0');
  uLongf size = bytes.size();
  if (::uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                   reinterpret_cast<const Bytef*>(rest.data()), rest.size()) != Z_OK ||
      size != bytes.size())
    throw InputError(named(file, "a snapshot that zlib cannot unpack"));
  return bytes;
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

}  // namespace

void check_saved(const FirmwareJob& job) {
  if (!job.save) return;
  if (job.machine.is_ipsc())
    throw InputError("--save: of an SCC only; an iPSC/860 cannot be saved");
  if (job.machine.router == "rtl" || !job.machine.params.noc.rtl_tiles.empty())
    throw InputError(
        "--save: routers in SystemVerilog cannot be saved; expected --router model and no "
        "noc.rtl_tiles");
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

bool save_snapshot(const FirmwareJob& job, scc::SccSystem& system, HostConsole& console,
                   const std::function<void(Picos)>& progress) {
  constexpr Picos kStep{1'000'000'000};
  const Picos time = job.save->time;
  if (!system.advance_to(system.time())) return false;
  while (system.time() < time) {
    if (job.options.asked_to_end && job.options.asked_to_end()) return false;
    if (!system.advance_to(std::min(time, system.time() + kStep))) return false;
    system.check_deadlock();
    if (progress) progress(system.time());
  }
  Snapshot snapshot;
  snapshot.machine = job.machine;
  snapshot.image = program_name(job.image);
  if (job.restore) {
    snapshot.elf = job.restore->elf;
    snapshot.others = job.restore->others;
  } else {
    snapshot.elf = base::read_file(job.image, base::kMaxProgram);
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
  write_packed(job.save->file, archive.bytes());
  return true;
}

Snapshot read_snapshot(const std::string& file) {
  Snapshot snapshot;
  snapshot.file = file;
  snapshot.state = kernel::Archive(read_packed(file));
  try {
    describe(snapshot.state, snapshot);
  } catch (const InputError& error) {
    throw InputError(named(file, error.what()));
  }
  return snapshot;
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
