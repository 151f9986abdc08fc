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
      {"shapes", "RTL routers of random shapes beside the model, every pin", 1, soak_shapes},
      {"core", "random programs on the core against the host's own CPU", 4, soak_core},
      {"firmware", "random programs of many cores, with the simulator's shortcuts against without",
       5, soak_firmware},
      {"snapshot", "random programs saved at random instants and restored; spoiled snapshots", 2,
       soak_snapshot},
      {"ipsc", "random programs of NX on the iPSC/860, with shortcuts and RTL and without", 2,
       soak_ipsc},
      {"replay", "traffic of random programs, recorded in several ways and replayed", 1,
       soak_replay},
      {"explore", "explorations that are killed and go on against one that is not", 1,
       soak_explore},
      {"inputs", "spoiled input for every reader: files, options, packets, calls of programs", 2,
       soak_inputs},
      {"library", "networks of users that misbehave behind their C interface", 1, soak_library},
      {"debug", "random programs under a debugger that says anything, against alone", 2,
       soak_debug},
      {"python", "random calls of the Python module", 1, soak_python}};
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
