// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/firmware_statistics.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/run/stats.h"

namespace rc::soak {

std::string firmware_statistics(const sim::run::FirmwareJob& job) {
  std::ostringstream output;
  sim::run::HostConsole console(output, output, static_cast<int>(job.cores.size()));
  const sim::run::FirmwareRun run = sim::run::run_firmware(job, console);
  nlohmann::json stats = sim::run::stats_json(job, run, 0);
  stats["succeeded"] = run.succeeded();
  stats["output"] = output.str();
  // A spoiled snapshot may have a machine of any name.
  return stats.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string difference(const std::string& expected, const std::string& got) {
  const nlohmann::json all =
      nlohmann::json::diff(nlohmann::json::parse(expected), nlohmann::json::parse(got));
  return fmt::format("{} statistics differ, the first: {}", all.size(), all.front().dump());
}

}  // namespace rc::soak
