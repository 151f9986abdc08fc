// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/deadlock/escape.h"

#include <algorithm>

namespace rc::noc {
namespace {

bool holds(const std::vector<std::uint64_t>& row, std::uint32_t bit) {
  return (row[bit / 64] >> bit % 64 & 1) != 0;
}

void merge(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& row) {
  if (into.empty()) into.resize(row.size());
  for (std::size_t word = 0; word < row.size(); ++word) into[word] |= row[word];
}

}  // namespace

EscapeLinks::EscapeLinks(const Ground& ground, unsigned escape_groups)
    : number_(ground.nodes(), kNowhere), first_(ground.nodes()) {
  for (std::uint32_t node = 0; node < ground.nodes(); ++node) {
    if ((escape_groups >> ground.group(node) & 1) == 0) continue;
    number_[node] = static_cast<std::uint32_t>(node_of_.size());
    node_of_.push_back(node);
  }
  if (node_of_.size() <= kMaxIndirectNodes) {
    holders_.assign(node_of_.size(), Row((node_of_.size() + 63) / 64));
  }
}

void EscapeLinks::target_done(const Head& head) {
  // Each node after all that lead to it, with the escape nodes that a packet there may hold.
  std::vector<Row> held(number_.size());
  for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
    Row row = std::move(held[*node]);
    if (is_escape(*node)) {
      row.assign(holders_.front().size(), 0);
      row[number_[*node] / 64] = std::uint64_t{1} << number_[*node] % 64;
    }
    if (row.empty()) continue;
    for (std::uint64_t link = first_[*node]; link < links_.size() && links_[link].from == *node;
         ++link) {
      const std::uint32_t to = links_[link].to;
      if (is_escape(to)) {
        add(to, row, head);
      } else {
        merge(held[to], row);
      }
    }
  }
  links_.clear();
  order_.clear();
}

void EscapeLinks::add(std::uint32_t to, const Row& holders, const Head& head) {
  merge(holders_[number_[to]], holders);
  for (std::size_t step = 0; step < circle_.size(); ++step) {
    if (found_[step] || circle_[(step + 1) % circle_.size()] != to) continue;
    if (!holds(holders, number_[circle_[step]])) continue;
    found_[step] = true;
    destinations_[step] = head.destination;
    --wanted_left_;
  }
}

Dependencies EscapeLinks::dependencies() const {
  Dependencies result;
  const auto waits = [this](std::uint32_t from, std::uint32_t to) {
    return is_escape(from) && holds(holders_[to], number_[from]);
  };
  for (std::uint32_t from = 0; from < number_.size(); ++from) {
    result.first.push_back(result.to.size());
    for (std::uint32_t to = 0; to < node_of_.size(); ++to) {
      if (waits(from, to)) result.to.push_back(node_of_[to]);
    }
  }
  result.first.push_back(result.to.size());
  return result;
}

void EscapeLinks::want(const std::vector<std::uint32_t>& circle) {
  circle_ = circle;
  destinations_.assign(circle.size(), 0);
  found_.assign(circle.size(), false);
  wanted_left_ = circle.size();
}

}  // namespace rc::noc
