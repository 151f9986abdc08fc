// SPDX-License-Identifier: Apache-2.0
// One random program of many cores on a random machine: all statistics with the simulator's
// shortcuts, and with each of them off.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hw_model/arch/scc_map.h"
#include "sim/base/paths.h"
#include "sim/base/processes.h"
#include "tests/lockstep/isa/random.h"
#include "tests/soak/case.h"
#include "tests/soak/firmware_statistics.h"

namespace rc::soak {
namespace {

using lockstep::Random;

constexpr kernel::Picos kMaxTime{2'000'000'000'000};

std::vector<int> random_cores(Random& random) {
  std::vector<int> all(SCC_CORES);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  for (std::uint32_t i = SCC_CORES - 1; i > 0; --i) std::swap(all[i], all[random.below(i + 1)]);
  // Few cores mostly: without its shortcuts the simulator is slow.
  const std::uint32_t most = random.chance(80) ? 4 : random.chance(80) ? 12 : SCC_CORES;
  all.resize(1 + random.below(most));
  std::ranges::sort(all);
  return all;
}

// The machine of the default file with a few parameters of its own.
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

sim::run::FirmwareJob random_job(const SoakCase& which, Random& random) {
  sim::run::FirmwareJob job;
  job.machine =
      sim::machine::load_machine(sim::machine::kDefaultMachine, random_settings(random), "model");
  job.image = sim::base::firmware_image("soak");
  job.cores = random_cores(random);
  // The fewer cores, the longer: a case takes a second, and little of it is start-up.
  const auto cores = static_cast<std::uint32_t>(job.cores.size());
  const std::uint32_t rounds = which.of(2 + random.below(4 + 200 / cores));
  job.arguments = {fmt::format("{}", random.word()), fmt::format("{}", rounds)};
  job.options.max_time = kMaxTime;
  return job;
}

std::string describe(const sim::run::FirmwareJob& job) {
  return fmt::format("{}, {} cores, soak {} {}", job.machine.name, job.cores.size(),
                     job.arguments[0], job.arguments[1]);
}

std::uint64_t sum(const nlohmann::json& list, const char* name) {
  std::uint64_t all = 0;
  for (const nlohmann::json& each : list) all += each.value(name, std::uint64_t{0});
  return all;
}

}  // namespace

SoakResult soak_firmware(const SoakCase& which) {
  Random random(which.seed);
  const sim::run::FirmwareJob job = random_job(which, random);
  sim::run::FirmwareJob polling = job, in_step = job, exact = job, threaded = job;
  polling.options.fast_forward = false;
  in_step.options.decoupled = false;
  exact.machine.network_exact = true;
  threaded.options.threads = 3;
  // SystemC elaborates once a process.
  std::vector<sim::base::Task> tasks;
  const std::vector<std::pair<std::string, sim::run::FirmwareJob>> ways{
      {"", job},
      {"--no-fast-forward", polling},
      {"--quantum 0", in_step},
      {"--network-exact", exact},
      {"--threads 3", threaded}};
  for (const auto& way : ways)
    tasks.push_back({way.first, [&way] { return firmware_statistics(way.second); }});
  const auto texts = sim::base::run_in_processes(tasks, 1, [](std::size_t) {});

  SoakResult result;
  const nlohmann::json plain = nlohmann::json::parse(texts.front());
  result.totals.instructions = sum(plain["cores"], "instructions");
  result.totals.messages = sum(plain["tiles"], "sent");
  if (!plain["succeeded"]) result.mismatch = describe(job) + ": the program found an error\n";
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (texts[i] == texts.front()) continue;
    result.mismatch += fmt::format("{}, {}: {}\n", describe(job), ways[i].first,
                                   difference(texts.front(), texts[i]));
  }
  return result;
}

}  // namespace rc::soak
