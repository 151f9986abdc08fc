// SPDX-License-Identifier: Apache-2.0
// An object of its own: programs without a registry link the rest.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/suggestion.h"
#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

const Experiment& find_experiment(const std::string& name) {
  const auto it = std::ranges::find(experiments(), name, &Experiment::name);
  if (it != experiments().end()) return *it;
  std::vector<std::string> names;
  for (const Experiment& experiment : experiments()) names.push_back(experiment.name);
  throw kernel::InputError(fmt::format("no experiment '{}'{}; known: {}", kernel::shown(name),
                                       base::suggestion(name, names), fmt::join(names, ", ")));
}

}  // namespace rc::sim::experiments
