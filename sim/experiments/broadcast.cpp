// The broadcast study: its tables, what it says about its figures, the rival, and why.
#include <algorithm>
#include <iterator>

#include "sim/experiments/broadcast_plan.h"
#include "sim/experiments/list.h"

namespace rc::sim {

std::vector<Row> broadcast(Lab& lab) {
  const BroadcastPart* const parts[] = {&kBroadcastTables, &kBroadcastClaims, &kBroadcastOcBcast,
                                        &kBroadcastAblations};
  BroadcastStudy study(lab);
  for (const BroadcastPart* part : parts) part->want(study, lab.quick());
  want_for_report(study, lab.quick());
  study.run("broadcast");
  std::vector<Row> rows;
  for (const BroadcastPart* part : parts) {
    std::vector<Row> more = part->rows(study, lab.quick());
    std::ranges::move(more, std::back_inserter(rows));
  }
  lab.attach("report.html", broadcast_report(study, lab.machine(), lab.quick(), rows));
  return rows;
}

}  // namespace rc::sim
