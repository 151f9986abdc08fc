// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/noc_setup.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/forks.h"
#include "hw_model/noc/traffic/classed_traffic.h"
#include "hw_model/noc/traffic/exchange_traffic.h"
#include "hw_model/noc/traffic/multicast_traffic.h"
#include "hw_model/noc/traffic/trace.h"

namespace rc::sim::lab {
namespace {

constexpr std::uint64_t kLeastWindow = 20;

// A priority that decides nothing is a mistake.
void check_classes(const NocSetup& setup) {
  const bool by_class = setup.graph && setup.graph->router().priority == noc::Priority::by_class;
  if (by_class && setup.traffic_classes.empty())
    throw kernel::InputError("--priority class: expected --traffic-class, which has a priority");
  for (const TrafficClass& one : setup.traffic_classes)
    if (one.priority != 0 && !by_class)
      throw kernel::InputError(
          fmt::format("--traffic-class: priority={}: only with --priority class", one.priority));
}

}  // namespace

std::unique_ptr<noc::TrafficSource> make_traffic(const NocSetup& setup) {
  const noc::EndGrid ends = setup.ends();
  if (setup.is_trace())
    return std::make_unique<noc::TraceTraffic>(ends, setup.trace_text, setup.trace_file);
  if (setup.is_netrace())
    return std::make_unique<noc::NetraceTraffic>(ends, setup.netrace, setup.netrace_settings);
  if (!setup.traffic_classes.empty()) {
    std::vector<noc::ClassTraffic> classes;
    for (const TrafficClass& one : setup.traffic_classes)
      classes.push_back(
          traffic_of(one, share_of(one, setup.traffic_classes), setup.rate, setup.seed));
    return std::make_unique<noc::ClassedTraffic>(ends, classes);
  }
  noc::SyntheticSettings settings{
      .sizes = noc::sizes_by_class(setup.packet_flits, ends.message_classes),
      .class_shares = setup.class_shares,
      .arrivals = setup.arrivals,
      .rate = setup.rate,
      .seed = setup.seed};
  if (setup.is_multicast())
    return std::make_unique<noc::MulticastTraffic>(ends, setup.pattern, settings, setup.forks);
  const noc::Pattern pattern(ends, setup.pattern);
  if (setup.exchanges.empty() && setup.outstanding == 0 && setup.batch == 0)
    return std::make_unique<noc::SyntheticTraffic>(ends, pattern, settings);
  noc::ExchangeSettings exchange{
      .exchanges = {}, .limit = setup.outstanding, .service = setup.service, .batch = setup.batch};
  if (!setup.exchanges.empty()) exchange.exchanges = noc::read_exchanges(setup.exchanges);
  return std::make_unique<noc::ExchangeTraffic>(ends, pattern, std::move(settings), exchange);
}

void check_settings(const NocSetup& setup) {
  if (!setup.graph) check_params(setup.params);
  if (setup.measure < kLeastWindow || setup.measure > kMaxWindowCycles)
    throw kernel::InputError(fmt::format("--measure {}: expected {} to {} cycles", setup.measure,
                                         kLeastWindow, kMaxWindowCycles));
  if (setup.warmup > kMaxWindowCycles)
    throw kernel::InputError(
        fmt::format("--warmup {}: expected 0 to {} cycles", setup.warmup, kMaxWindowCycles));
  if (setup.verdict_cycles > kMaxWindowCycles)
    throw kernel::InputError(fmt::format("--verdict-cycles {}: expected 0 to {} cycles",
                                         setup.verdict_cycles, kMaxWindowCycles));
  if (!(setup.precision > 0 && setup.precision < 1))
    throw kernel::InputError(
        fmt::format("--precision {}: expected above 0 and below 1", setup.precision));
  if (setup.service > kMaxWindowCycles)
    throw kernel::InputError(
        fmt::format("--service-cycles {}: expected 0 to {}", setup.service, kMaxWindowCycles));
  check_classes(setup);
  if (setup.is_multicast() &&
      !(setup.exchanges.empty() && setup.outstanding == 0 && setup.batch == 0))
    throw kernel::InputError(
        "--traffic multicast: expected no --exchanges, --outstanding and --batch");
  if (setup.forks) noc::check_forks(setup.graph->router(), setup.graph->routing());
  if (setup.batch > kMaxWindowCycles)
    throw kernel::InputError(
        fmt::format("--batch {}: expected 0 to {} packets", setup.batch, kMaxWindowCycles));
}

noc::EndGrid NocSetup::ends() const {
  if (graph) return graph->ends();
  noc::EndGrid grid(params);
  if (!network.empty()) {
    grid.most_flits = network_flits.most;
    grid.limit = nullptr;
  }
  return grid;
}

unsigned largest_packet(const NocSetup& setup) {
  if (setup.is_trace()) return 1;
  if (setup.is_netrace()) return setup.netrace_settings.largest();
  unsigned largest = 1;
  for (const TrafficClass& one : setup.traffic_classes)
    largest = std::max<unsigned>(largest, noc::largest_packet(one.packet_flits));
  if (!setup.traffic_classes.empty()) return largest;
  if (setup.exchanges.empty()) return noc::largest_packet(setup.packet_flits);
  for (const noc::Exchange& one : noc::read_exchanges(setup.exchanges))
    largest = std::max<unsigned>({largest, one.request, one.reply});
  return largest;
}

void check(const NocSetup& setup) {
  check_settings(setup);
  make_traffic(setup);
}

}  // namespace rc::sim::lab
