// SPDX-License-Identifier: Apache-2.0
// Requests and their replies: each node asks others and waits for what they answer. Or plain
// packets, of which a node may have only so many under way.
//
// A request is created by the node's random process. It leaves when the node has fewer than `limit`
// exchanges under way, in order. Its destination answers `service` cycles after its arrival; a reply
// that is ready leaves before a request. So do BookSim's read and write traffic and its batches
// (src/trafficmanager.cpp, src/batchtrafficmanager.cpp).
#pragma once

#include <deque>
#include <string_view>
#include <vector>

#include "hw_model/noc/traffic/synthetic_traffic.h"

namespace rc::noc {

// Flits of a request and its reply, and how often this kind is.
struct Exchange {
  std::uint16_t request = 1, reply = 1;
  double weight = 1;
};
// "1-5", or "1-5:0.5,5-1:0.5": REQUEST-REPLY:WEIGHT. kernel::InputError for any other text.
std::vector<Exchange> read_exchanges(std::string_view text);

struct ExchangeSettings {
  std::vector<Exchange> exchanges;  // empty: packets without a reply
  std::uint32_t limit = 0;          // of a node under way; 0: none
  std::uint64_t service = 1;        // cycles from a request's arrival to its reply
  std::uint64_t batch = 0;  // exchanges of a node, all created in cycle 1; 0: endless, by the rate
};

class ExchangeTraffic final : public TrafficSource {
 public:
  // The rate counts requests and replies, where there are replies: a mean node sends as many flits
  // of either as others for it. Requests are of message class 0, replies of the last one. Packets
  // without a reply have the classes and sizes of `settings`. kernel::InputError, one line.
  ExchangeTraffic(const EndGrid& grid, const Pattern& pattern, SyntheticSettings settings,
                  const ExchangeSettings& exchange);

  std::optional<Demand> next(std::uint32_t node) override;
  bool closed() const override { return true; }
  void now(std::uint64_t cycle) override { now_ = cycle; }
  void taken(std::uint32_t node) override;
  const std::vector<std::uint32_t>& delivered(const PacketRecord& packet) override;
  // Of requests or packets alone: replies are not the node's own.
  OfferedLoad offered(std::uint32_t node) const override { return requests_.offered(node); }

 private:
  struct Node {
    kernel::Random random;
    std::optional<Demand> request;  // the next one; nothing after the last
    std::deque<Demand> replies;     // in order of their cycles
    std::uint32_t under_way = 0;
    std::uint64_t left = 0;     // of a batch
    std::uint64_t free_at = 0;  // cycle in which the limit let the next request go
  };

  static SyntheticSettings of_requests(SyntheticSettings settings,
                                       const ExchangeSettings& exchange);
  void draw(std::uint32_t node);
  bool blocked(const Node& node) const {
    return settings_.limit != 0 && node.under_way >= settings_.limit;
  }
  // Whether the first reply leaves before the next request.
  bool reply_first(const Node& node, std::uint64_t request_cycle) const;
  std::uint64_t request_cycle(const Node& node) const;

  ExchangeSettings settings_;
  SyntheticTraffic requests_;
  std::uint8_t reply_class_;
  std::uint64_t now_ = 0;
  std::vector<std::uint64_t> below_;  // random words below choose this exchange or one before
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> changed_;  // by the last delivery
};

}  // namespace rc::noc
