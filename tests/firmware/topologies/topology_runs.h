// SPDX-License-Identifier: Apache-2.0
// Runs of the chip on networks of any topology, by their parameters.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/command.h"

namespace rc::test {

// "topology=star concentration=24" as words of run.
inline std::string set_noc(const std::string& words) {
  std::istringstream in(words);
  std::string text;
  for (std::string word; in >> word;) text += " --set noc." + word;
  return text;
}

inline CommandResult run_on(const std::string& noc, const std::string& app,
                            const std::string& rest = "") {
  return run_command(std::string(ROCKCREEK_SIM) + " run " + FIRMWARE_APPS + "/" + app + ".elf" +
                     set_noc(noc) + " " + rest);
}

inline std::string scratch(const std::string& name) {
  return (std::filesystem::temp_directory_path() /
          ("rockcreek_topologies_" + std::to_string(::getpid()) + "_" + name))
      .string();
}

// The statistics of such a run, without those of the host.
inline nlohmann::json stats_on(const std::string& noc, const std::string& app,
                               const std::string& options = "", const std::string& words = "") {
  const std::string file = scratch("stats.json");
  const CommandResult result =
      run_on(noc, app, options + " --stats " + file + (words.empty() ? "" : " -- " + words));
  if (result.exit_code != 0) return {{"failed", noc + ": " + result.out + result.error}};
  nlohmann::json stats = nlohmann::json::parse(std::ifstream(file));
  std::filesystem::remove(file);
  stats.erase("host_seconds");
  return stats;
}

}  // namespace rc::test
