// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/record.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/json_input.h"
#include "sim/base/json_output.h"
#include "sim/experiments/experiment.h"
#include "sim/report/accuracy.h"

namespace rc::sim::experiments {

void write_result(const std::string& directory, const report::Result& result) {
  const std::string stem = directory + "/" + result.experiment;
  base::write_json(stem + ".json", report::to_json(result));
  base::write_file(stem + ".csv", report::to_csv(result));
}

std::vector<report::Result> read_results(const std::string& directory) {
  std::vector<report::Result> results;
  for (const Experiment& experiment : experiments()) {
    const std::string file = fmt::format("{}/{}.json", directory, experiment.name);
    if (!std::filesystem::exists(file)) continue;
    const auto json = base::parse_json(base::read_file(file));
    if (!json) throw kernel::InputError(fmt::format("{}: expected JSON", kernel::shown(file)));
    results.push_back(report::from_json(*json, kernel::shown(file)));
    if (results.back().experiment != experiment.name)
      throw kernel::InputError(
          fmt::format("{}: is of experiment '{}', expected {}", kernel::shown(file),
                      kernel::shown(results.back().experiment), experiment.name));
  }
  if (results.empty())
    throw kernel::InputError(
        fmt::format("{}: no result of an experiment, expected what reproduce --out wrote",
                    kernel::shown(directory)));
  return results;
}

std::string accuracy_page(const std::vector<report::Result>& results, const std::string& command) {
  std::vector<report::ExperimentAccuracy> all;
  for (const report::Result& result : results)
    all.push_back({result, find_experiment(result.experiment).deviations});
  return report::accuracy_statement(all, report::known_fits(), report::known_documents(), command);
}

}  // namespace rc::sim::experiments
