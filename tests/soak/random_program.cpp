// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/random_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "sim/base/paths.h"

namespace rc::soak {
namespace {

using lockstep::Random;

// Beside it there are the flags of every UE; of larger buffers each core has its own.
constexpr std::uint32_t kLeastMpb = 4096;  // bytes of a core

// Of single cores, or of whole tiles, whose cores poll beside each other.
std::vector<int> random_cores(const sim::machine::Machine& machine, Random& random) {
  const unsigned together = random.chance(50) ? machine.geometry().cores_per_tile : 1;
  std::vector<unsigned> first(machine.geometry().cores() / together);
  std::iota(first.begin(), first.end(), 0);
  for (auto i = static_cast<std::uint32_t>(first.size()); i-- > 1;)
    std::swap(first[i], first[random.below(i + 1)]);
  // Few cores mostly: without its shortcuts the simulator is slow.
  const std::uint32_t most = random.chance(80) ? 4 : random.chance(80) ? 12 : 48;
  const std::size_t wanted = 1 + random.below(most);
  std::vector<int> cores;
  for (std::size_t i = 0; i < first.size() && cores.size() < wanted; ++i) {
    for (unsigned z = 0; z < together; ++z)
      cores.push_back(static_cast<int>(first[i] * together + z));
  }
  std::ranges::sort(cores);
  return cores;
}

// The machine of the default file with a few parameters of its own.
std::vector<std::string> random_settings(Random& random) {
  std::vector<std::string> settings;
  const auto perhaps = [&](const char* name, std::uint32_t least, std::uint32_t most) {
    perhaps_set(settings, random, name, least, most);
  };
  perhaps("clocks.tile_divider", 2, 9);
  perhaps("clocks.mesh_divider", 1, 6);
  perhaps("noc.pipeline", 1, 4);
  perhaps("tile.mpb_write_cycles", 1, 60);
  perhaps("tile.mpb_port_cycles", 0, 9);
  perhaps("tile.register_port_cycles", 0, 9);
  perhaps("tile.interface_queue", 1, 20);
  perhaps("tile.mesh_out_cycles", 0, 20);
  perhaps("tile.miu_request_cycles", 0, 12);
  perhaps("memory.front_end_cycles", 0, 40);
  perhaps("memory.trc_cycles", 0, 60);
  if (random.chance(20)) settings.push_back("memory.page_policy=open");
  if (random.chance(20)) settings.push_back("memory.scheduling=bank-ready");
  if (random.chance(20)) settings.push_back("memory.ranks=1");
  perhaps("core.l2.hit_cycles", 0, 30);
  perhaps("core.l1d.hit_cycles", 0, 2);
  perhaps("core.page_walk_cycles", 0, 60);
  if (random.chance(30)) settings.push_back("core.l2.size_bytes=32768");
  if (random.chance(20)) settings.push_back("core.write_allocate=true");
  if (random.chance(20)) settings.push_back("core.btb_entries=16");
  if (random.chance(20)) settings.push_back("core.dtlb_entries=8");
  return settings;
}

// Up to 48 cores in any arrangement.
void add_geometry(std::vector<std::string>& settings, Random& random) {
  const std::uint32_t cols = 1 + random.below(6), rows = 1 + random.below(4);
  const std::uint32_t cores = cols * rows > 12 ? 1 + random.below(2) : 1u << random.below(3);
  const std::uint32_t mpb = kLeastMpb * cores << random.below(2);
  const auto set = [&](const char* name, const std::string& value) {
    settings.push_back(fmt::format("{}={}", name, value));
  };
  set("noc.cols", fmt::format("{}", cols));
  set("noc.rows", fmt::format("{}", rows));
  set("geometry.cores_per_tile", fmt::format("{}", cores));
  set("geometry.mpb_bytes", fmt::format("{}", mpb));
  set("geometry.controllers",
      random.chance(50) ? "0,0W" : fmt::format("0,0W {},{}E", cols - 1, random.below(rows)));
  set("geometry.system_interface", fmt::format("{},0S", random.below(cols)));
  set("geometry.voltage_controller", fmt::format("{},{}N", random.below(cols), rows - 1));
  set("machine.private_slots", "16");  // 48 cores may share a controller
}

std::string random_image(bool any_geometry, Random& random) {
  static const char* const kScc[] = {"soak",
                                     "soak",
                                     "soak_bigflags",
                                     "soak_singlebitflags",
                                     "soak_requests",
                                     "soak_requests_bigflags",
                                     "soak_requests_singlebitflags"};
  static const char* const kAny[] = {"soak_any", "soak_requests_any"};
  const char* const name = any_geometry ? kAny[random.below(2)] : kScc[random.below(7)];
  return sim::base::firmware_image(name);
}

}  // namespace

void perhaps_set(std::vector<std::string>& settings, Random& random, const char* name,
                 std::uint32_t least, std::uint32_t most) {
  if (random.chance(30))
    settings.push_back(fmt::format("{}={}", name, least + random.below(most - least + 1)));
}

void add_topology(std::vector<std::string>& settings, Random& random) {
  // Each has an end point for every one of 24 tiles.
  static const std::vector<std::vector<const char*>> kTopologies{
      {"topology=mesh", "end_wire=1"},
      {"topology=torus"},
      {"topology=ring", "sizes=24"},
      {"topology=hypercube", "stages=5"},
      {"topology=cmesh", "sizes=3x2"},
      {"topology=fly", "radix=2", "stages=5"},
      {"topology=tree", "radix=4", "stages=3"},
      {"topology=thin-tree", "radix=3", "stages=3"},
      {"topology=flattened", "sizes=4x3", "concentration=2"},
      {"topology=dragonfly"},
      {"topology=star", "concentration=24"},
      {"topology=full", "sizes=12", "concentration=2"},
      {"topology=chips", "sizes=3x2", "chips=2x2"}};
  const auto& words = kTopologies[random.below(static_cast<std::uint32_t>(kTopologies.size()))];
  for (const char* word : words) settings.push_back(fmt::format("noc.{}", word));
  const std::string family = words.front();
  if (random.chance(50)) settings.push_back("noc.tiles=spread");
  const bool adaptive = random.chance(30) && family != "topology=fly";
  if (adaptive) settings.push_back("noc.routing=adaptive");
  if (random.chance(30)) settings.push_back(fmt::format("noc.wire={}", 1 + random.below(4)));
  if (random.chance(30)) {
    settings.push_back("noc.allocation=two-stage");
    if (adaptive || random.chance(50)) settings.push_back("noc.flow=cut-through");
  }
}

RandomProgram random_program(const SoakCase& which, Random& random) {
  RandomProgram program;
  program.settings = random_settings(random);
  const bool any_geometry = random.chance(35);
  if (any_geometry) add_geometry(program.settings, random);
  program.image = random_image(any_geometry, random);
  program.cores = random_cores(program.machine(), random);
  // The fewer cores, the longer: a case takes a second, and little of it is start-up.
  const auto cores = static_cast<std::uint32_t>(program.cores.size());
  const std::uint32_t rounds = which.of(2 + random.below(4 + 200 / cores));
  program.arguments = {fmt::format("{}", random.word()), fmt::format("{}", rounds)};
  return program;
}

sim::machine::Machine RandomProgram::machine() const {
  return sim::machine::load_machine(sim::machine::kDefaultMachine, settings, "model");
}

sim::run::FirmwareJob RandomProgram::job() const {
  sim::run::FirmwareJob job;
  job.machine = machine();
  job.image = image;
  job.cores = cores;
  job.arguments = arguments;
  job.options.max_time = kernel::Picos{2'000'000'000'000};
  return job;
}

std::vector<std::string> RandomProgram::words(const std::vector<std::string>& options) const {
  std::vector<std::string> all{"run", image, "--cores", fmt::format("{}", fmt::join(cores, ","))};
  for (const std::string& setting : settings) all.insert(all.end(), {"--set", setting});
  all.insert(all.end(), options.begin(), options.end());
  all.insert(all.end(), {"--max-time", "2", "--"});
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

}  // namespace rc::soak
