// SPDX-License-Identifier: Apache-2.0
// One random program of many cores on a random machine: all statistics with the simulator's
// shortcuts, and with each of them off.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "hw_model/arch/scc_map.h"
#include "sim/base/paths.h"
#include "sim/base/processes.h"
#include "tests/soak/case.h"
#include "tests/soak/firmware_case.h"

namespace rc::soak {
namespace {

using lockstep::Random;

sim::run::FirmwareJob random_job(Random& random) {
  sim::run::FirmwareJob job;
  job.machine =
      sim::machine::load_machine(sim::machine::kDefaultMachine, random_settings(random), "model");
  job.image = sim::base::firmware_image("soak");
  job.cores = random_cores(random, SCC_CORES, SCC_CORES);
  // The fewer cores, the longer: a case takes a second, and little of it is start-up.
  const auto cores = static_cast<std::uint32_t>(job.cores.size());
  const std::uint32_t rounds = 2 + random.below(4 + 200 / cores);
  job.arguments = {fmt::format("{}", random.word()), fmt::format("{}", rounds)};
  job.options.max_time = kMaxRunTime;
  return job;
}

std::string describe(const sim::run::FirmwareJob& job) {
  return fmt::format("{}, {} cores, soak {} {}", job.machine.name, job.cores.size(),
                     job.arguments[0], job.arguments[1]);
}

}  // namespace

SoakResult soak_firmware(std::uint64_t seed) {
  Random random(seed);
  const sim::run::FirmwareJob job = random_job(random);
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
    tasks.push_back({way.first, [&way] { return statistics(way.second); }});
  const auto texts = sim::base::run_in_processes(tasks, 1, [](std::size_t) {});

  SoakResult result;
  const nlohmann::json plain = nlohmann::json::parse(texts.front());
  result.totals.instructions = sum(plain["cores"], "instructions");
  result.totals.messages = sum(plain["tiles"], "sent");
  if (!plain["succeeded"]) result.mismatch = describe(job) + ": the program found an error\n";
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (texts[i] == texts.front()) continue;
    const nlohmann::json difference = nlohmann::json::diff(plain, nlohmann::json::parse(texts[i]));
    result.mismatch +=
        fmt::format("{}: {} statistics differ with {}, the first: {}\n", describe(job),
                    difference.size(), ways[i].first, difference.front().dump());
  }
  return result;
}

}  // namespace rc::soak
