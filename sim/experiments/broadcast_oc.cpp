// OC-Bcast beside RCCE_comm's algorithms, as its paper compares them: a binomial tree for latency,
// scatter-allgather for throughput.
#include <fmt/format.h>

#include <algorithm>

#include "sim/experiments/broadcast_plan.h"

namespace rc::sim {
namespace {

constexpr int kArities[] = {2, 7, 47};
constexpr int kLatencyBytes[] = {32, 3072};  // one line, one chunk
// Peak throughput: 1 MB; in quick mode 32 chunks, which fill the pipeline several times.
int throughput_bytes(bool quick) { return quick ? 32 * 96 * 32 : 1 << 20; }

// The paper's abstract: "almost 3x" the throughput, "at least 27%" less latency.
constexpr double kThroughputGain = 3, kThroughputBound = 0.25;
constexpr double kLatencyGain = 0.27;

void want(BroadcastStudy& study, bool quick) {
  for (const int arity : kArities) {
    study.want(oc_broadcast(arity), throughput_bytes(quick));
    for (const int bytes : kLatencyBytes) study.want(oc_broadcast(arity), bytes);
  }
  study.want(plain_broadcast("scatter_allgather"), throughput_bytes(quick));
  for (const int bytes : kLatencyBytes) {
    study.want(plain_broadcast("binomial"), bytes);
    study.want(plain_broadcast("scatter_allgather"), bytes);
  }
}

std::vector<Row> rows(const BroadcastStudy& study, bool quick) {
  const int bytes = throughput_bytes(quick);
  const auto throughput = [&](const Broadcast& broadcast) {  // MB/s, MB = 10^6 bytes
    return bytes / study.time(broadcast, bytes).latency_us;
  };
  std::vector<Row> found;
  double best = 0;
  for (const int arity : kArities) {
    const double rate = throughput(oc_broadcast(arity));
    best = std::max(best, rate);
    found.push_back(plain_row(fmt::format("oc_bcast/{}/throughput", arity), rate, "MB/s"));
  }
  const double rival = throughput(plain_broadcast("scatter_allgather"));
  found.push_back(plain_row("scatter_allgather/throughput", rival, "MB/s"));
  found.push_back(compared_row("oc_bcast/throughput_gain", best / rival, kThroughputGain, "times",
                               Role::claim, kThroughputBound));
  for (const int size : kLatencyBytes) {
    const double binomial = study.time(plain_broadcast("binomial"), size).latency_us;
    found.push_back(plain_row(fmt::format("binomial/latency/{}", size), binomial, "us"));
    double least = binomial;
    for (const int arity : kArities) {
      const double us = study.time(oc_broadcast(arity), size).latency_us;
      least = std::min(least, us);
      found.push_back(plain_row(fmt::format("oc_bcast/{}/latency/{}", arity, size), us, "us"));
    }
    const double gain = 1 - least / binomial;
    found.push_back(claim_row(fmt::format("oc_bcast/latency_gain/{}", size), gain,
                              "of the binomial tree's latency", kLatencyGain,
                              gain >= kLatencyGain));
  }
  return found;
}

}  // namespace

const BroadcastPart kBroadcastOcBcast{want, rows};

}  // namespace rc::sim
