// SPDX-License-Identifier: Apache-2.0
// The numbers of a run's page, as run.json beside it: what two runs are compared by.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rc::sim::report {

struct RunNumbers {
  struct Function {
    std::string name;
    std::uint64_t cycles = 0, instructions = 0, stalled = 0;
  };
  struct Core {
    std::string name;
    std::vector<std::uint64_t> cycles;  // by kind of time
  };
  struct Link {
    std::string name;
    std::uint64_t load = 0;
  };

  std::string command, date, version, commit, machine;
  std::string failure;  // one line; empty: the run did not fail
  double us = 0;
  std::string link_unit;
  std::vector<std::string> kinds;
  std::vector<Function> functions;
  std::vector<Core> cores;
  std::vector<Link> links;
};

nlohmann::ordered_json to_json(const RunNumbers& numbers);

/// `name`: the file, or a folder that has it as run.json. kernel::InputError for what is none.
RunNumbers read_run_numbers(const std::string& name);

}  // namespace rc::sim::report
