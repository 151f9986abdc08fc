// SPDX-License-Identifier: Apache-2.0
// The traffic of a random program, recorded and replayed: the recording is the same in all ways to
// run the program, its replay the same on both models of the mesh, and it takes the time of the run
// (docs/replay.md).
#include "tests/soak/replay_part.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/frequency.h"
#include "hw_model/scc/clocks.h"
#include "hw_model/scc/layout.h"
#include "sim/base/files.h"
#include "sim/base/processes.h"
#include "sim/base/temporary_folder.h"
#include "sim/observe/replay/replay.h"
#include "sim/run/interconnect/interconnect.h"
#include "tests/soak/case.h"
#include "tests/soak/child.h"
#include "tests/soak/random_program.h"

namespace rc::soak {
namespace {

using sim::observe::Recording;
using sim::observe::ReplayResult;

// Of the whole time. Writes that the core did not wait for are replayed as if it had.
constexpr double kMostDifference = 0.01;
// An estimate knows no packet that waits for another. So it is shorter, and where banks are long busy,
// whose turn it is next, and with it the whole time, depends on single cycles.
constexpr double kMostContention = 0.1;

const std::vector<std::vector<std::string>> kWays{
    {}, {"--no-fast-forward"}, {"--quantum", "0"}, {"--network-exact"}, {"--threads", "3"}};

ReplayResult replayed(const Recording& recording, sim::machine::Machine machine, bool exact,
                      bool estimated) {
  machine.network_exact = exact;
  const std::unique_ptr<noc::Network> network = sim::run::make_network(machine);
  const kernel::Picos period{kernel::period_of(machine.params.clocks.global_mhz).value *
                             machine.params.clocks.mesh_divider};
  const memory::Controller controller(
      machine.params.memory, kernel::ClockDomain(scc::memory_period(machine.params.clocks)));
  return sim::observe::replay(recording,
                              {*network,
                               period,
                               {scc::Layout(machine.params).controllers().size(), controller},
                               machine.geometry().tiles(),
                               estimated});
}

std::string in_words(const ReplayResult& result) {
  return fmt::format("{} ps, {} packets, latency {} and at most {}", result.time, result.packets,
                     result.mean_latency, result.highest_latency);
}

}  // namespace

std::string replay_verdict(const Recording& recording, const ReplayResult& event,
                           const ReplayResult& stepped, const ReplayResult& estimate) {
  if (in_words(event) != in_words(stepped))
    return fmt::format("{}; with --network-exact {}", in_words(event), in_words(stepped));
  std::uint64_t asked = 0;
  for (const sim::observe::CoreTraffic& core : recording.cores)
    for (const sim::observe::Operation& each : core.operations) asked += each.asks() ? 1 : 0;
  for (const ReplayResult* each : {&event, &estimate}) {
    const std::string of = each == &event ? "" : "--estimate: ";
    const double most = each == &event ? kMostDifference : kMostContention;
    if (each->packets != 2 * asked)
      return fmt::format("{}{} packets of {} requests", of, each->packets, asked);
    const double recorded = static_cast<double>(recording.time);
    if (std::abs(static_cast<double>(each->time) - recorded) > most * recorded)
      return fmt::format("{}{} ps instead of {} ps", of, each->time, recording.time);
  }
  return "";
}

SoakResult soak_replay(const SoakCase& which) {
  lockstep::Random random(which.seed);
  const RandomProgram program = random_program(which, random);
  const sim::base::TemporaryFolder folder("rockcreek_replay_");
  SoakResult result;
  const auto mismatch = [&](const std::string& what) {
    result.mismatch = what + "\nrockcreek";
    for (const std::string& word : program.words({"--record-traffic", "FILE"}))
      result.mismatch += " " + word;
    return result;
  };
  std::string first;
  for (const auto& way : kWays) {
    const std::string file = folder.file("traffic.gz");
    std::filesystem::remove(file);
    std::vector<std::string> options = way;
    options.insert(options.end(), {"--record-traffic", file});
    const ChildEnd end = run_command_line(program.words(options));
    const std::string name = way.empty() ? "" : way.front() + ": ";
    if (!end.exited() || end.exit_code() != 0) return mismatch(name + end.how() + end.error);
    std::string recorded = sim::base::read_file(file, sim::base::kMaxProgram);
    if (way.empty())
      first = std::move(recorded);
    else if (recorded != first)
      return mismatch(name + "another recording");
  }
  try {
    const Recording recording = sim::observe::read_recording(folder.file("traffic.gz"));
    const sim::machine::Machine machine = program.machine();
    const ReplayResult event = replayed(recording, machine, false, false);
    result.totals.messages = event.packets;
    const std::string wrong =
        replay_verdict(recording, event, replayed(recording, machine, true, false),
                       replayed(recording, machine, false, true));
    return wrong.empty() ? result : mismatch(wrong);
  } catch (const kernel::Error& error) {
    return mismatch(error.what());
  }
}

}  // namespace rc::soak
