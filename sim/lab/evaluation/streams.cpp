// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/streams.h"

#include <algorithm>

namespace rc::sim::lab {

void Streams::add(const noc::PacketRecord& packet) {
  const std::uint64_t latency = packet.latency();
  const unsigned number = of_traffic_ ? packet.traffic_class : packet.message_class;
  ClassStats& its = by_class_[number];
  its.latency.add(latency);
  its.flits += packet.flits;
  flits_[packet.source] += packet.flits;
  if (packet.kind == noc::PacketKind::reply) round_trip_.add(packet.delivered - packet.tag);

  std::vector<std::uint32_t>& row = last_[packet.source];
  if (row.empty()) row.resize(nodes_ * by_class_.size());
  std::uint32_t& last = row[number * nodes_ + packet.destination];
  // Cycles modulo 2^32: two packets of a stream that are under way at a time are closer.
  const auto created = static_cast<std::uint32_t>(packet.created);
  if (last != 0 && static_cast<std::int32_t>(created - last) < 0)
    ++overtaken_;
  else
    last = created;

  if (by_pair_.empty()) return;
  PairStats& pair = by_pair_[packet.source * nodes_ + packet.destination];
  ++pair.packets;
  pair.flits += packet.flits;
  pair.latency += latency;
  pair.most = std::max(pair.most, latency);
}

std::vector<PairStats> Streams::pairs() const {
  std::vector<PairStats> pairs;
  for (std::size_t i = 0; i < by_pair_.size(); ++i) {
    if (by_pair_[i].packets == 0) continue;
    pairs.push_back(by_pair_[i]);
    pairs.back().source = static_cast<std::uint16_t>(i / nodes_);
    pairs.back().destination = static_cast<std::uint16_t>(i % nodes_);
  }
  return pairs;
}

double Streams::fairness(const std::vector<noc::OfferedLoad>& offered) const {
  double sum = 0, squares = 0, sources = 0;
  for (std::size_t source = 0; source < nodes_; ++source) {
    if (offered[source].rate == 0) continue;
    const double share = static_cast<double>(flits_[source]) / offered[source].rate;
    sum += share;
    squares += share * share;
    ++sources;
  }
  return squares == 0 ? 1 : sum * sum / (sources * squares);
}

}  // namespace rc::sim::lab
