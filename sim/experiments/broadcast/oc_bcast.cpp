// SPDX-License-Identifier: Apache-2.0
// OC-Bcast beside RCCE_comm's algorithms, as its paper compares them: a binomial tree for latency,
// scatter-allgather for throughput.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/experiments/broadcast/plan.h"

namespace rc::sim::experiments {
namespace {

constexpr int kArities[] = {2, 7, 47};
constexpr int kLatencyBytes[] = {32, 3072};  // one line, one chunk
// Peak throughput: 1 MB; in quick mode 32 chunks, which fill the pipeline several times.
int throughput_bytes(bool quick) { return quick ? 32 * 96 * 32 : 1 << 20; }

// The paper's abstract: "almost 3x" the throughput, "at least 27%" less latency.
constexpr double kThroughputGain = 3;
constexpr double kLatencyGain = 0.27;

// As the paper measured: at 533/800/800 MHz, messages not in the caches, all with the
// copy that brings lines in. RCCE's own copy is three times slower (`_rcce_copy`).
Broadcast as_in_paper(const BroadcastStudy& study, Broadcast broadcast) {
  broadcast.cold = true;
  return study.on_machine(broadcast, machine::kDefaultMachine);
}
Broadcast oc(const BroadcastStudy& study, int arity) {
  return as_in_paper(study, oc_broadcast(arity));
}
Broadcast known(const BroadcastStudy& study, const char* algorithm) {
  return as_in_paper(study, plain_broadcast(algorithm));
}

struct Rival {
  const char* name;
  const char* algorithm;
};
std::vector<Rival> throughput_rivals(bool quick) {
  std::vector<Rival> all{{"scatter_allgather", "scatter_allgather_ircce"},
                         {"binomial", "binomial_ircce"}};
  if (!quick) all.push_back({"scatter_allgather_rcce_copy", "scatter_allgather"});
  return all;
}
constexpr Rival kLatencyRivals[] = {{"binomial", "binomial_ircce"},
                                    {"scatter_allgather", "scatter_allgather_ircce"}};

void want_oc_bcast(BroadcastStudy& study, bool quick) {
  for (const int arity : kArities) {
    study.want(oc(study, arity), throughput_bytes(quick));
    for (const int bytes : kLatencyBytes) study.want(oc(study, arity), bytes);
  }
  for (const Rival& rival : throughput_rivals(quick))
    study.want(known(study, rival.algorithm), throughput_bytes(quick));
  for (const Rival& rival : kLatencyRivals)
    for (const int bytes : kLatencyBytes) study.want(known(study, rival.algorithm), bytes);
}

void add_throughput(std::vector<report::Row>& found, const BroadcastStudy& study, bool quick) {
  const int bytes = throughput_bytes(quick);
  const auto add = [&](const std::string& name, const Broadcast& broadcast) {
    const double rate = bytes / study.time(broadcast, bytes).latency_us;  // MB/s, MB = 10^6 bytes
    found.push_back(report::plain_row(name + "/throughput", rate, "MB/s"));
    return rate;
  };
  double best = 0, best_known = 0;
  for (const int arity : kArities)
    best = std::max(best, add(fmt::format("oc_bcast/{}", arity), oc(study, arity)));
  for (const Rival& rival : throughput_rivals(quick))
    best_known = std::max(best_known, add(rival.name, known(study, rival.algorithm)));
  found.push_back(
      report::stated_row("oc_bcast/throughput_gain", best / best_known, kThroughputGain, "times"));
}

void add_latency(std::vector<report::Row>& found, const BroadcastStudy& study, int bytes) {
  const auto add = [&](const std::string& name, const Broadcast& broadcast) {
    const double us = study.time(broadcast, bytes).latency_us;
    found.push_back(report::plain_row(fmt::format("{}/latency/{}", name, bytes), us, "us"));
    return us;
  };
  double least = std::numeric_limits<double>::infinity(), least_known = least;
  for (const int arity : kArities)
    least = std::min(least, add(fmt::format("oc_bcast/{}", arity), oc(study, arity)));
  for (const Rival& rival : kLatencyRivals)
    least_known = std::min(least_known, add(rival.name, known(study, rival.algorithm)));
  const double gain = 1 - least / least_known;
  found.push_back(report::claim_row(fmt::format("oc_bcast/latency_gain/{}", bytes), gain,
                                    "of the known ones' latency", kLatencyGain,
                                    gain >= kLatencyGain));
}

std::vector<report::Row> oc_bcast_rows(const BroadcastStudy& study, bool quick) {
  std::vector<report::Row> found;
  add_throughput(found, study, quick);
  for (const int bytes : kLatencyBytes) add_latency(found, study, bytes);
  return found;
}

}  // namespace

const BroadcastPart kBroadcastOcBcast{"rival", want_oc_bcast, oc_bcast_rows};

}  // namespace rc::sim::experiments
