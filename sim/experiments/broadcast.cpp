// The broadcast study: its tables, what it says about its figures, the rival, and why.
#include <algorithm>
#include <iterator>

#include "sim/experiments/broadcast_plan.h"
#include "sim/experiments/list.h"

namespace rc::sim {

namespace {

constexpr const BroadcastPart* kParts[] = {&kBroadcastTables, &kBroadcastClaims, &kBroadcastOcBcast,
                                           &kBroadcastAblations};

}  // namespace

std::vector<std::string> broadcast_part_names() {
  std::vector<std::string> names;
  for (const BroadcastPart* part : kParts) names.emplace_back(part->name);
  return names;
}

std::vector<Row> broadcast(Lab& lab) {
  std::vector<const BroadcastPart*> parts;
  for (const BroadcastPart* part : kParts)
    if (lab.wants(part->name)) parts.push_back(part);
  BroadcastStudy study(lab);
  for (const BroadcastPart* part : parts) part->want(study, lab.quick());
  want_for_report(study);
  study.run("broadcast");
  std::vector<Row> rows;
  for (const BroadcastPart* part : parts) {
    std::vector<Row> more = part->rows(study, lab.quick());
    std::ranges::move(more, std::back_inserter(rows));
  }
  lab.attach("report.html", broadcast_report(study, lab, rows));
  return rows;
}

}  // namespace rc::sim
