// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/exchange_traffic.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/traffic/traffic_driver.h"

namespace rc::noc {
namespace {

constexpr std::uint64_t kBegin = 1;  // the first cycle
constexpr double kLeastWeight = 1e-3, kMostWeight = 1e6;

template <class Number>
bool take_number(std::string_view& text, Number& value) {
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(stopped - text.data()));
  return true;
}

bool take(std::string_view& text, char expected) {
  if (text.empty() || text.front() != expected) return false;
  text.remove_prefix(1);
  return true;
}

bool in_range(std::uint16_t flits) { return flits >= 1 && flits <= PacketSizes::kMax; }

}  // namespace

std::vector<Exchange> read_exchanges(std::string_view text) {
  std::vector<Exchange> exchanges;
  std::string_view left = text;
  do {
    Exchange one;
    bool right = take_number(left, one.request) && take(left, '-') &&
                 take_number(left, one.reply) && in_range(one.request) && in_range(one.reply);
    if (right && take(left, ':'))
      right =
          take_number(left, one.weight) && one.weight >= kLeastWeight && one.weight <= kMostWeight;
    exchanges.push_back(one);
    if (right && (left.empty() || left.front() == ',')) continue;
    throw kernel::InputError("exchanges '" + kernel::shown(text) +
                             "': expected REQUEST-REPLY or REQUEST-REPLY:WEIGHT,..., with 1 to " +
                             std::to_string(PacketSizes::kMax) +
                             " flits and weights from 0.001 to 1000000");
  } while (take(left, ','));
  return exchanges;
}

SyntheticSettings ExchangeTraffic::of_requests(SyntheticSettings settings,
                                               const ExchangeSettings& exchange) {
  if (exchange.exchanges.empty()) return settings;
  double flits = 0, requests = 0;
  std::string sizes;
  for (const Exchange& one : exchange.exchanges) {
    requests += one.weight * one.request;
    flits += one.weight * (one.request + one.reply);
    sizes +=
        (sizes.empty() ? "" : ",") + std::to_string(one.request) + ":" + std::to_string(one.weight);
  }
  settings.rate *= requests / flits;
  settings.sizes = {PacketSizes(sizes)};
  settings.class_shares.clear();
  return settings;
}

ExchangeTraffic::ExchangeTraffic(const EndGrid& grid, const Pattern& pattern,
                                 SyntheticSettings settings, const ExchangeSettings& exchange)
    : settings_(exchange),
      requests_(grid, pattern, of_requests(settings, exchange)),
      reply_class_(static_cast<std::uint8_t>(grid.message_classes - 1)) {
  double sum = 0, before = 0;
  for (const Exchange& one : settings_.exchanges) {
    sum += one.weight;
    grid.expect_fit(one.reply, "replies");
  }
  for (const Exchange& one : settings_.exchanges) {
    before += one.weight;
    below_.push_back(kernel::word_threshold(before / sum));
  }
  if (!below_.empty()) below_.back() = kernel::word_threshold(1);
  const std::uint64_t base = kernel::splitmix64(~settings.seed);
  for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
    nodes_.push_back({.random = kernel::Random(kernel::splitmix64(base + node)),
                      .request = {},
                      .replies = {},
                      .left = settings_.batch});
    draw(node);
  }
}

void ExchangeTraffic::draw(std::uint32_t index) {
  Node& node = nodes_[index];
  node.request.reset();
  if (settings_.batch != 0 && node.left == 0) return;
  node.request = requests_.next(index);
  if (!node.request) return;
  Demand& request = *node.request;
  if (settings_.batch != 0) {
    --node.left;
    request.cycle = kBegin;
  }
  if (below_.empty()) return;
  const std::uint32_t word = node.random.word();
  std::uint64_t kind = 0;
  while (word >= below_[kind]) ++kind;
  request.flits = settings_.exchanges[kind].request;
  request.message_class = 0;
  request.kind = PacketKind::request;
  request.tag = kind;
}

std::uint64_t ExchangeTraffic::request_cycle(const Node& node) const {
  if (!node.request || blocked(node)) return kNever;
  return std::max(node.request->cycle, node.free_at);
}

bool ExchangeTraffic::reply_first(const Node& node, std::uint64_t request_cycle) const {
  return !node.replies.empty() && node.replies.front().cycle <= std::max(request_cycle, now_);
}

std::optional<Demand> ExchangeTraffic::next(std::uint32_t index) {
  const Node& node = nodes_[index];
  const std::uint64_t cycle = request_cycle(node);
  if (reply_first(node, cycle)) return node.replies.front();
  if (!node.request) return std::nullopt;
  Demand demand = *node.request;
  demand.created = demand.cycle;
  demand.cycle = cycle;
  return demand;
}

void ExchangeTraffic::taken(std::uint32_t index) {
  Node& node = nodes_[index];
  if (reply_first(node, request_cycle(node))) {
    node.replies.pop_front();
    return;
  }
  ++node.under_way;
  draw(index);
}

const std::vector<std::uint32_t>& ExchangeTraffic::delivered(const PacketRecord& packet) {
  if (packet.kind == PacketKind::request) {
    Node& server = nodes_[packet.destination];
    server.replies.push_back({.cycle = packet.delivered + settings_.service,
                              .destination = packet.source,
                              .flits = settings_.exchanges[packet.tag].reply,
                              .message_class = reply_class_,
                              .kind = PacketKind::reply,
                              .tag = packet.created});
    changed_ = {packet.destination};
    return changed_;
  }
  const std::uint32_t asker = packet.kind == PacketKind::reply ? packet.destination : packet.source;
  Node& node = nodes_[asker];
  if (blocked(node)) node.free_at = packet.delivered + 1;
  --node.under_way;
  changed_ = {asker};
  return changed_;
}

}  // namespace rc::noc
