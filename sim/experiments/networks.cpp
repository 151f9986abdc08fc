// SPDX-License-Identifier: Apache-2.0
// The machine on networks from elsewhere: messages between two cores and broadcasts to all, on the
// examples in SystemVerilog of rtl_stubs/network/networks and on the mesh that is simulated without
// --network. With --network, on that network and the mesh.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

#include "hw_model/kernel/text.h"
#include "sim/base/paths.h"
#include "sim/experiments/broadcast/study.h"
#include "sim/experiments/geometry/shapes.h"
#include "sim/experiments/list.h"
#include "sim/machine/core_list.h"
#include "sim/report/plot.h"

namespace rc::sim::experiments {
namespace {

constexpr int kSizes[] = {32, 128, 512, 2048, 8192};
constexpr int kQuickSizes[] = {32, 2048};
constexpr Shape kQuickShape{.cols = 2, .rows = 2, .cores_per_tile = 2};
constexpr int kPartnersOfCore0[] = {2, 47};  // as far as there are so many
// Where requests and responses of a tile want the same cycle, our routers behind the pins may
// choose otherwise than the simulated network interface.
constexpr double kSameMesh = 0.01;

struct Network {
  std::string name;
  std::string path;  // empty: the mesh that is simulated without --network
};

// What is measured on every network: the columns of a table of times.
struct Program {
  std::string name;
  const char* image;
  std::vector<int> cores;
  std::vector<std::string> arguments;
  int partner = 0;  // of core 0 in a ping-pong, which takes one size a run; 0: a broadcast
};

struct Study {
  machine::Machine machine;
  std::vector<Network> networks;
  std::vector<Program> programs;
  std::vector<int> sizes;
  // By program, network and size: us.
  std::vector<std::vector<std::vector<double>>> times = {};
};

Study plan(const ExperimentContext& context) {
  Study study{.machine = context.machine(),
              .networks = {{"model", ""}},
              .programs = {},
              .sizes = {std::begin(kSizes), std::end(kSizes)}};
  if (context.quick()) {
    study.sizes.assign(std::begin(kQuickSizes), std::end(kQuickSizes));
    if (!context.machine_given()) study.machine = shaped(context, kQuickShape);
  }
  if (const std::string& own = context.machine().network; !own.empty()) {
    study.networks.push_back(
        {kernel::shown(std::filesystem::weakly_canonical(own).stem().string()), own});
  } else {
    for (const char* name : {"mesh", "star", "ring", "wormhole"})
      study.networks.push_back({name, std::filesystem::canonical(base::network_file(
                                          fmt::format("rtl/networks/{}", name)))});
  }
  for (const int partner : kPartnersOfCore0)
    if (partner < study.machine.cores())
      study.programs.push_back(
          {fmt::format("pingpong/{}", partner), "pingpong_any", {0, partner}, {}, partner});
  // As in the broadcast study: parts that fit half of the buffer, for DOPL pieces of a quarter.
  const std::vector<int> all = machine::first_cores(study.machine.cores());
  const std::string bytes = fmt::format("bytes={}", fmt::join(study.sizes, ","));
  study.programs.push_back(
      {"cube", "broadcast_any", all, {"cube", bytes, "rounds=1", "part=4096"}});
  study.programs.push_back(
      {"dopl", "broadcast_any", all, {"dopl", bytes, "rounds=1", "part=8192", "pipe=2048"}});
  return study;
}

void measure(ExperimentContext& context, Study& study) {
  std::vector<run::FirmwareJob> jobs;
  const auto add = [&](const Program& program, std::vector<std::string> arguments) {
    for (const Network& network : study.networks) {
      machine::Machine machine = study.machine;
      machine.network = network.path;
      jobs.push_back(app_job(machine, program.image, program.cores, arguments));
    }
  };
  for (const Program& program : study.programs) {
    if (program.partner == 0) {
      add(program, program.arguments);
      continue;
    }
    for (const int size : study.sizes)
      add(program, {"1", std::to_string(program.partner), std::to_string(size)});
  }
  const auto outcomes = context.run("networks", jobs);
  auto outcome = outcomes.begin();
  for (const Program& program : study.programs) {
    auto& of_program = study.times.emplace_back(study.networks.size());
    if (program.partner == 0) {
      for (auto& of_network : of_program) {
        for (const int size : study.sizes)
          of_network.push_back(broadcast_time(*outcome, size, 0).latency_us);
        ++outcome;
      }
      continue;
    }
    for (const int size : study.sizes)
      for (auto& of_network : of_program)
        of_network.push_back((outcome++)->value(fmt::format("{}/{}", program.name, size)));
  }
}

// What a network takes over what the mesh takes.
double ratio(const Study& study, std::size_t program, std::size_t network, std::size_t size) {
  return study.times[program][network][size] / study.times[program][0][size];
}

report::Grid grid(const Study& study, std::size_t program) {
  report::Grid grid{
      fmt::format("{} on {}: us by bytes and network (model: the mesh without --network)",
                  study.programs[program].name, study.machine.name),
      {},
      {}};
  for (const Network& network : study.networks) grid.columns.push_back(network.name);
  for (std::size_t size = 0; size < study.sizes.size(); ++size) {
    auto& line =
        grid.lines.emplace_back(std::to_string(study.sizes[size]), std::vector<double>()).second;
    for (const auto& of_network : study.times[program]) line.push_back(of_network[size]);
  }
  return grid;
}

report::Plot plot(const Study& study) {
  report::Plot plot{.title = "Broadcasts by network: time over that on the simulated mesh",
                    .x = {"bytes", report::Scale::log2},
                    .y = {"times"},
                    .series = {}};
  for (std::size_t program = 0; program < study.programs.size(); ++program) {
    if (study.programs[program].partner != 0) continue;
    for (std::size_t network = 1; network < study.networks.size(); ++network) {
      report::Series& series = plot.series.emplace_back(report::Series{
          .name = fmt::format("{}, {}", study.networks[network].name, study.programs[program].name),
          .dashed = study.programs[program].name == "dopl"});
      for (std::size_t size = 0; size < study.sizes.size(); ++size)
        series.points.emplace_back(study.sizes[size], ratio(study, program, network, size));
    }
  }
  return plot;
}

// What docs/network.md says of the examples.
std::vector<report::Row> claims(const Study& study) {
  double alone = 0, broadcast = 0;  // largest differences of our routers behind the pins
  for (std::size_t program = 0; program < study.programs.size(); ++program)
    for (std::size_t size = 0; size < study.sizes.size(); ++size) {
      double& largest = study.programs[program].partner != 0 ? alone : broadcast;
      largest = std::max(largest, std::abs(ratio(study, program, 1, size) - 1));
    }
  return {report::check_row("mesh_as_model/pingpong", alone, "of the time", 0, alone == 0),
          report::check_row("mesh_as_model/broadcasts", broadcast, "of the time", kSameMesh,
                            broadcast <= kSameMesh)};
}

}  // namespace

std::vector<report::Row> networks(ExperimentContext& context) {
  Study study = plan(context);
  measure(context, study);
  std::vector<report::Row> rows;
  for (std::size_t program = 0; program < study.programs.size(); ++program) {
    context.show(grid(study, program));
    for (std::size_t network = 0; network < study.networks.size(); ++network)
      for (std::size_t size = 0; size < study.sizes.size(); ++size)
        rows.push_back(
            report::plain_row(fmt::format("{}/{}/{}", study.programs[program].name,
                                          study.sizes[size], study.networks[network].name),
                              study.times[program][network][size], "us"));
  }
  context.draw("networks.svg", plot(study),
               fmt::format("{} cores, from the root's start until the last UE has the message. "
                           "Solid: Cube; dashed: DOPL.",
                           study.machine.cores()));
  if (context.machine().network.empty()) std::ranges::move(claims(study), std::back_inserter(rows));
  return rows;
}

}  // namespace rc::sim::experiments
