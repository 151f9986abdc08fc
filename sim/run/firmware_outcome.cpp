// SPDX-License-Identifier: Apache-2.0
#include "sim/run/firmware_outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/kept_results.h"
#include "sim/base/processes.h"
#include "sim/run/job_key.h"
#include "sim/run/routers_area.h"
#include "sim/run/traffic_energy.h"

namespace rc::sim::run {
namespace {

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "(nothing)";
  const auto start = text.rfind('\n', end);
  return text.substr(start + 1, end - start);
}

// "pingpong.elf 8192 on scc", as far as an error line has room.
std::string name_of(const FirmwareJob& job) {
  const std::string image = std::filesystem::path(job.image).filename().string();
  return kernel::shown(
      fmt::format("{} {} on {}", image, fmt::join(job.arguments, " "), job.machine.name),
      kernel::kMaxPathShown);
}

std::string run_and_serialise(const FirmwareJob& job) {
  std::ostringstream text;
  HostConsole console(text, text, static_cast<int>(job.cores.size()));
  const FirmwareRun run = run_firmware(job, console);
  const scc::SccResult& result = run.result;
  for (const systemc::CoreResult& core : result.cores)
    if (core.exit_status != 0)
      throw kernel::MachineError(
          fmt::format("{} {} returned {}; last output: {}", job.machine.is_ipsc() ? "node" : "core",
                      core.core_id, core.exit_status,
                      kernel::shown(last_line(text.str()), kernel::kMaxPathShown)));
  FirmwareWork work;
  for (const systemc::CoreResult& core : result.cores)
    work += {core.counters.instructions, core.cycles, 0};
  nlohmann::json json{{"time", result.time.value},
                      {"console", text.str()},
                      {"instructions", work.instructions},
                      {"core_cycles", work.core_cycles},
                      {"packets", result.packets},
                      {"joules", result.power.joules()},
                      {"core_joules", result.power.core_joules()},
                      {"router_joules", nullptr},
                      {"routers_mm2", nullptr}};
  if (job.machine.is_scc()) {
    const RunTraffic traffic = traffic_of(job, run);
    if (traffic.hops_known) json["router_joules"] = traffic.energy.router_joules;
    if (const auto area = routers_area(job, run)) json["routers_mm2"] = area->all_mm2;
  }
  json["reports"] = nlohmann::json::array();
  for (const Report& report : console.reports())
    json["reports"].push_back({report.name, report.value, report.rank});
  json["links"] = nlohmann::json::array();
  for (const noc::LinkCounters& links : run.links) {
    nlohmann::json& ports = json["links"].emplace_back();
    for (const auto& by_vc : links.flits)
      ports.push_back(std::accumulate(by_vc.begin(), by_vc.end(), std::uint64_t{0}));
  }
  // Firmware may print anything, UTF-8 or not.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

FirmwareOutcome parse_outcome(const std::string& text) {
  const auto json = nlohmann::json::parse(text);
  FirmwareOutcome outcome;
  outcome.time.value = json["time"];
  outcome.console = json["console"];
  outcome.work = {json["instructions"], json["core_cycles"], json["packets"]};
  outcome.joules = json["joules"];
  outcome.core_joules = json["core_joules"];
  const auto known = [&json](const char* name) {
    const auto& value = json.at(name);
    return value.is_null() ? std::nullopt : std::optional<double>(value);
  };
  outcome.router_joules = known("router_joules");
  outcome.routers_mm2 = known("routers_mm2");
  for (const auto& report : json["reports"])
    outcome.reports.push_back({report[0], report[1], report[2]});
  for (const auto& ports : json["links"]) outcome.link_flits.push_back(ports);
  return outcome;
}

std::optional<FirmwareOutcome> kept_outcome(const base::KeptResults& kept, const std::string& key) {
  const auto text = kept.find(key);
  if (!text) return std::nullopt;
  try {
    return parse_outcome(*text);
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

double FirmwareOutcome::value(const std::string& name) const {
  const auto it = std::ranges::find(reports, name, &Report::name);
  if (it == reports.end())
    throw kernel::MachineError(
        fmt::format("the firmware did not report '{}'", kernel::shown(name)));
  return it->value;
}

std::vector<FirmwareOutcome> run_jobs(const std::vector<FirmwareJob>& jobs, unsigned parallel,
                                      const std::function<void(std::size_t)>& finished,
                                      const std::string& directory) {
  const base::KeptResults kept(directory);
  std::vector<std::optional<FirmwareOutcome>> outcomes(jobs.size());
  std::vector<base::Task> tasks;
  std::vector<std::size_t> job_of_task;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::string key = directory.empty() ? "" : job_key(jobs[i]);
    outcomes[i] = kept_outcome(kept, key);
    if (outcomes[i]) continue;
    job_of_task.push_back(i);
    tasks.push_back({name_of(jobs[i]), [&job = jobs[i], &kept, key] {
                       try {
                         const std::string text = run_and_serialise(job);
                         kept.store(key, text);
                         return text;
                       } catch (const kernel::MachineError& error) {
                         throw kernel::MachineError(name_of(job) + ": " + error.what());
                       }
                     }});
  }
  const std::size_t before = jobs.size() - tasks.size();
  const auto texts =
      base::run_in_processes(tasks, parallel, [&](std::size_t done) { finished(before + done); });
  for (std::size_t i = 0; i < texts.size(); ++i) outcomes[job_of_task[i]] = parse_outcome(texts[i]);
  std::vector<FirmwareOutcome> all;
  for (auto& outcome : outcomes) all.push_back(std::move(*outcome));
  return all;
}

}  // namespace rc::sim::run
