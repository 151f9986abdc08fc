// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "tests/soak/case.h"

namespace rc::soak {

const std::vector<SoakPart>& soak_parts() {
  static const std::vector<SoakPart> parts{
      {"network", "random traffic on the event-driven network against the stepped one", 4,
       soak_network},
      {"graph", "random networks on graphs in both orders of evaluation and from a snapshot", 2,
       soak_graph},
      {"rtl", "random traffic on RTL routers against models", 1, soak_rtl},
      {"core", "random programs on the core against the host's own CPU", 4, soak_core},
      {"firmware", "random programs of many cores, with the simulator's shortcuts against without",
       5, soak_firmware},
      {"snapshot", "random programs saved at random instants and gone on with, spoiled snapshots",
       2, soak_snapshot},
      {"parsers", "spoiled images, machine files, traces, schedules, scripts, option values", 2,
       soak_parsers}};
  return parts;
}

const SoakPart& soak_part(const std::string& name) {
  const auto it = std::ranges::find(soak_parts(), name, &SoakPart::name);
  if (it != soak_parts().end()) return *it;
  std::vector<std::string> names;
  for (const SoakPart& part : soak_parts()) names.push_back(part.name);
  throw kernel::InputError(fmt::format("soak: no part '{}', expected one of {}",
                                       kernel::shown(name), fmt::join(names, ", ")));
}

}  // namespace rc::soak
