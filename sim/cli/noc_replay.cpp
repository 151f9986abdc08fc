// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/noc_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/frequency.h"
#include "hw_model/kernel/text.h"
#include "hw_model/scc/clocks.h"
#include "hw_model/scc/layout.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/base/say.h"
#include "sim/observe/replay/replay.h"
#include "sim/run/interconnect/chip_graph.h"
#include "sim/run/interconnect/interconnect.h"

namespace rc::sim::cli {

namespace {

std::vector<memory::Controller> memory_controllers(const machine::Machine& machine) {
  return {scc::Layout(machine.params).controllers().size(),
          memory::Controller(machine.params.memory,
                             kernel::ClockDomain(scc::memory_period(machine.params.clocks)))};
}

}  // namespace

int run_replay(const machine::Machine& machine, const std::shared_ptr<const lab::GraphModel>& graph,
               const std::string& file, bool estimated, const nlohmann::ordered_json& area,
               const std::string& json_file) {
  const auto start = std::chrono::steady_clock::now();
  const observe::Recording recording = observe::read_recording(file);
  base::check_outputs("", {json_file});
  const noc::NocParams& params = machine.params.noc;
  const auto refuse = [&](const std::string& what) {
    throw kernel::InputError(
        fmt::format("--replay {}: {}", kernel::shown(file, kernel::kMaxPathShown), what));
  };
  // End points go by their numbers, wherever the network has them.
  if (const std::size_t here = scc::SccSystem::end_points(machine.params).size();
      recording.end_points.size() != here)
    refuse(fmt::format("recorded with {} end points, expected {}, as this machine has",
                       recording.end_points.size(), here));
  // On a graph the network itself has been checked, with the longest packets of a chip.
  const std::uint32_t most = graph ? run::kLargestPacket : params.vc_depth;
  for (const observe::CoreTraffic& core : recording.cores)
    for (const observe::Operation& each : core.operations)
      if (const std::uint32_t flits = std::max(each.flits, each.answer); flits > most)
        refuse(graph ? fmt::format("has packets of {} flits, expected {} at most", flits, most)
                     : fmt::format("has packets of {} flits, which do not fit noc.vc_depth {}",
                                   flits, most));
  const kernel::Picos period{kernel::period_of(machine.params.clocks.global_mhz).value *
                             machine.params.clocks.mesh_divider};
  const auto network = run::make_network(machine, graph);
  const auto result = observe::replay(recording, {*network, period, memory_controllers(machine),
                                                  machine.geometry().tiles(), estimated});
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const auto microseconds = [](std::uint64_t picos) { return static_cast<double>(picos) / 1e6; };
  const double ratio = static_cast<double>(result.time) / static_cast<double>(recording.time);
  fmt::print("time      {:.3f} us, recorded {:.3f} us: {:.4f} of it\n", microseconds(result.time),
             microseconds(recording.time), ratio);
  fmt::print("packets   {}, latency {:.2f} mesh cycles, at most {}\n", result.packets,
             result.mean_latency, result.highest_latency);
  std::cout << std::flush;
  base::say("rockcreek: replayed in {:.3f} s\n", seconds);
  base::write_json(json_file, {{"estimated", estimated},
                               {"time_ps", result.time},
                               {"recorded_ps", recording.time},
                               {"packets", result.packets},
                               {"latency_mean", result.mean_latency},
                               {"latency_max", result.highest_latency},
                               {"area", area}});
  return 0;
}

}  // namespace rc::sim::cli
