// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/job_ways.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "sim/base/processes.h"
#include "tests/soak/firmware_statistics.h"

namespace rc::soak {
namespace {

using Json = nlohmann::json;

// How the way is called is no result.
std::string statistics(const sim::run::FirmwareJob& job) {
  Json stats = Json::parse(firmware_statistics(job));
  stats.erase("router");
  stats.erase("dcm");
  return stats.dump();
}

std::uint64_t sum(const Json& stats, const char* list, const char* name) {
  std::uint64_t all = 0;
  if (!stats.contains(list)) return all;
  for (const Json& each : stats[list]) all += each.value(name, std::uint64_t{0});
  return all;
}

}  // namespace

std::string name_of(const sim::run::FirmwareJob& job) {
  return fmt::format("{}, {} cores, {} {}", job.machine.name, job.cores.size(),
                     std::filesystem::path(job.image).stem().string(),
                     fmt::join(job.arguments, " "));
}

SoakResult compare_ways(const std::vector<JobWay>& ways) {
  // SystemC elaborates once a process.
  std::vector<sim::base::Task> tasks;
  for (const JobWay& way : ways)
    tasks.push_back({way.option, [&way] { return statistics(way.job); }});
  const auto ended = sim::base::try_in_processes(tasks, 1, [](std::size_t) {});

  SoakResult result;
  const std::string what = name_of(ways.front().job);
  if (ended.front().error) return {{}, fmt::format("{}: {}\n", what, ended.front().text)};
  const Json plain = Json::parse(ended.front().text);
  result.totals.instructions = sum(plain, "cores", "instructions");
  result.totals.messages = sum(plain, "tiles", "sent") + sum(plain, "nodes", "sent");
  if (!plain["succeeded"]) result.mismatch = fmt::format("{}: the program found an error\n", what);
  for (std::size_t i = 1; i < ended.size(); ++i) {
    if (ended[i].error) {
      result.mismatch += fmt::format("{}: {}: {}\n", what, ways[i].option, ended[i].text);
    } else if (ended[i].text != ended.front().text) {
      result.mismatch += fmt::format("{}: {}: {}\n", what, ways[i].option,
                                     difference(ended.front().text, ended[i].text));
    }
  }
  return result;
}

}  // namespace rc::soak
