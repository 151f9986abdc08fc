// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/firmware_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "sim/run/stats.h"

namespace rc::soak {

using lockstep::Random;

std::vector<int> random_cores(Random& random, std::uint32_t all, std::uint32_t most) {
  std::vector<int> cores(all);
  for (std::size_t i = 0; i < cores.size(); ++i) cores[i] = static_cast<int>(i);
  for (std::uint32_t i = all - 1; i > 0; --i) std::swap(cores[i], cores[random.below(i + 1)]);
  // Few cores mostly: without its shortcuts the simulator is slow.
  const std::uint32_t count = random.chance(80) ? 4 : random.chance(80) ? 12 : most;
  cores.resize(1 + random.below(std::min({count, most, all})));
  std::ranges::sort(cores);
  return cores;
}

std::vector<std::string> random_settings(Random& random) {
  std::vector<std::string> settings;
  const auto perhaps = [&](const char* name, std::uint32_t least, std::uint32_t most) {
    if (random.chance(30))
      settings.push_back(fmt::format("{}={}", name, least + random.below(most - least + 1)));
  };
  perhaps("clocks.tile_divider", 2, 9);
  perhaps("clocks.mesh_divider", 1, 6);
  perhaps("noc.pipeline", 1, 4);
  perhaps("tile.mpb_write_cycles", 1, 60);
  perhaps("tile.mpb_port_cycles", 0, 9);
  perhaps("tile.mesh_out_cycles", 0, 20);
  perhaps("tile.miu_request_cycles", 0, 12);
  perhaps("memory.front_end_cycles", 0, 40);
  perhaps("memory.trc_cycles", 0, 60);
  perhaps("core.l2.hit_cycles", 0, 30);
  perhaps("core.l1d.hit_cycles", 0, 2);
  if (random.chance(30)) settings.push_back("core.l2.size_bytes=32768");
  if (random.chance(20)) settings.push_back("core.write_allocate=true");
  if (random.chance(20)) settings.push_back("core.btb_entries=16");
  return settings;
}

std::string statistics(const sim::run::FirmwareJob& job) {
  std::ostringstream output;
  sim::run::HostConsole console(output, output, static_cast<int>(job.cores.size()));
  const sim::run::FirmwareRun run = sim::run::run_firmware(job, console);
  nlohmann::json stats = sim::run::stats_json(job, run, 0);
  stats["succeeded"] = run.succeeded();
  stats["output"] = output.str();
  return stats.dump();
}

std::uint64_t sum(const nlohmann::json& list, const char* name) {
  std::uint64_t all = 0;
  for (const nlohmann::json& each : list) all += each.value(name, std::uint64_t{0});
  return all;
}

}  // namespace rc::soak
