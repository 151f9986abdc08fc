// SPDX-License-Identifier: Apache-2.0
// The broadcast study: the thesis' tables and claims, OC-Bcast, and the ablations.
#include <algorithm>
#include <iterator>

#include "sim/experiments/broadcast/plan.h"
#include "sim/experiments/list.h"

namespace rc::sim::experiments {

namespace {

constexpr const BroadcastPart* kParts[] = {&kBroadcastTables, &kBroadcastClaims, &kBroadcastFigures,
                                           &kBroadcastOcBcast, &kBroadcastAblations};

}  // namespace

std::vector<std::string> broadcast_part_names() {
  std::vector<std::string> names;
  for (const BroadcastPart* part : kParts) names.emplace_back(part->name);
  return names;
}

std::vector<report::Row> broadcast(ExperimentContext& context) {
  std::vector<const BroadcastPart*> parts;
  for (const BroadcastPart* part : kParts)
    if (context.wants(part->name)) parts.push_back(part);
  BroadcastStudy study(context);
  for (const BroadcastPart* part : parts) part->want(study, context.quick());
  if (context.makes_report()) want_for_report(study);
  study.run("broadcast");
  std::vector<report::Row> rows;
  for (const BroadcastPart* part : parts) {
    std::vector<report::Row> more = part->rows(study, context.quick());
    std::ranges::move(more, std::back_inserter(rows));
  }
  if (context.makes_report()) add_broadcast_report(study, context, rows);
  return rows;
}

}  // namespace rc::sim::experiments
