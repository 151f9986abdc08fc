// SPDX-License-Identifier: Apache-2.0
// The iPSC/860 beside ICASE 91-4: message times, edge contention, complete exchange.
#include <iterator>

#include "sim/experiments/ipsc/exchange.h"
#include "sim/experiments/ipsc/messages.h"
#include "sim/experiments/ipsc/report.h"
#include "sim/experiments/list.h"

namespace rc::sim::experiments {

std::vector<report::Row> ipsc(ExperimentContext& context) {
  std::vector<report::Row> rows;
  const auto append = [&rows](const std::vector<report::Row>& more) {
    rows.insert(rows.end(), more.begin(), more.end());
  };
  if (context.wants(kIpscMessages)) {
    append(ipsc_latency(context));
    append(ipsc_contention(context));
  }
  if (!context.wants(kIpscExchange) && !as_published(context)) return rows;
  const ExchangeStudy study = measure_exchange(context);
  for (const int d : study.dimensions()) context.show(exchange_grid(study, d));
  context.show(regions_of_optimality(study));
  draw_exchange(context, study);
  append(exchange_points(study));
  append(exchange_claims(study));
  rows.push_back(statements_that_hold("exchange", study));
  append(other_node_claims(context));
  return rows;
}

}  // namespace rc::sim::experiments
