// SPDX-License-Identifier: Apache-2.0
// Machines of other shapes than the SCC's: distances, RCCE's conformance, broadcasts.
#include "sim/experiments/geometry/shapes.h"
#include "sim/experiments/list.h"

namespace rc::sim::experiments {
namespace {

struct Part {
  const char* name;
  void (*measure)(ExperimentContext& context, std::vector<report::Row>& rows);
};

constexpr Part kParts[] = {
    {"distances", geometry_distances},
    {"conformance", geometry_conformance},
    {"broadcast", geometry_broadcast},
};

}  // namespace

std::vector<std::string> geometry_part_names() {
  std::vector<std::string> names;
  for (const Part& part : kParts) names.emplace_back(part.name);
  return names;
}

std::vector<report::Row> geometry(ExperimentContext& context) {
  std::vector<report::Row> rows;
  for (const Part& part : kParts)
    if (context.wants(part.name)) part.measure(context, rows);
  return rows;
}

}  // namespace rc::sim::experiments
