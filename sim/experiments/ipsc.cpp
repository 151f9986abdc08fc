// The iPSC/860 beside ICASE 91-4: message times, edge contention, complete exchange.
#include <iterator>

#include "sim/experiments/ipsc_exchange.h"
#include "sim/experiments/ipsc_messages.h"
#include "sim/experiments/ipsc_report.h"
#include "sim/experiments/list.h"

namespace rc::sim {

std::vector<Row> ipsc(Lab& lab) {
  std::vector<Row> rows = ipsc_latency(lab);
  const auto append = [&rows](const std::vector<Row>& more) {
    rows.insert(rows.end(), more.begin(), more.end());
  };
  append(ipsc_contention(lab));

  const ExchangeStudy study = measure_exchange(lab);
  for (const int d : study.dimensions()) lab.show(exchange_grid(study, d));
  lab.show(regions_of_optimality(study));
  for (const auto& [name, svg] : exchange_plots(study)) lab.attach(name, svg);
  append(exchange_points(study));
  append(exchange_claims(study));
  lab.attach("report.html", ipsc_report(lab, study, rows));
  return rows;
}

}  // namespace rc::sim
