// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/multicast_traffic.h"

#include <algorithm>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::noc {
namespace {

std::uint32_t drawn_members(const EndGrid& grid, const PatternSettings& pattern) {
  return pattern.group != 0 ? pattern.group : grid.nodes() - 1;
}

// What a source offers for each copy to one of its members, where `rate` is for all copies.
SyntheticSettings of_calls(const EndGrid& grid, const PatternSettings& pattern,
                           SyntheticSettings settings) {
  const Pattern checked(grid, pattern);  // refuses what cannot be
  double copies = drawn_members(grid, pattern);
  if (!pattern.hot_nodes.empty()) {
    const auto members = static_cast<double>(pattern.hot_nodes.size());
    copies = members - members / grid.nodes();  // a member sends itself none
  }
  settings.rate /= copies;
  return settings;
}

}  // namespace

MulticastTraffic::MulticastTraffic(const EndGrid& grid, const PatternSettings& pattern,
                                   const SyntheticSettings& settings, bool forks)
    : forks_(forks),
      list_(pattern.hot_nodes),
      drawn_(drawn_members(grid, pattern)),
      calls_(grid, Pattern(grid, {}), of_calls(grid, pattern, settings)) {
  const std::uint64_t base = kernel::splitmix64(~settings.seed);
  for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
    nodes_.push_back(
        {.random = kernel::Random(kernel::splitmix64(base + node)), .left = {}, .copy = {}});
    if (offered(node).rate > kMostOffered)
      throw kernel::InputError("node " + std::to_string(node) + " would send " +
                               std::to_string(offered(node).rate) +
                               " flits a cycle, expected at most 1");
  }
}

unsigned MulticastTraffic::copies(std::uint32_t node) const {
  if (list_.empty()) return drawn_;
  return static_cast<unsigned>(list_.size() - (std::ranges::count(list_, node) != 0 ? 1 : 0));
}

void MulticastTraffic::choose_members(std::uint32_t index) {
  Node& node = nodes_[index];
  if (!list_.empty()) {
    for (auto member = list_.rbegin(); member != list_.rend(); ++member)
      if (*member != index) node.left.push_back(static_cast<std::uint16_t>(*member));
    return;
  }
  // The first members of a random order of all others.
  std::vector<std::uint16_t> all;
  for (std::uint32_t other = 0; other < nodes_.size(); ++other)
    if (other != index) all.push_back(static_cast<std::uint16_t>(other));
  for (std::uint32_t i = 0; i < drawn_; ++i) {
    const auto from = i + node.random.below(static_cast<std::uint32_t>(all.size()) - i);
    std::swap(all[i], all[from]);
    node.left.push_back(all[i]);
  }
}

std::optional<Demand> MulticastTraffic::next(std::uint32_t index) {
  Node& node = nodes_[index];
  if (copies(index) == 0) return std::nullopt;
  if (node.left.empty() || forks_) {
    const std::optional<Demand> call = calls_.next(index);
    if (!call) return call;
    node.copy = *call;
    node.copy.created = call->cycle;
    node.copy.tag = node.multicasts++;
    node.copy.copies = static_cast<std::uint16_t>(copies(index));
    node.copy.forks = forks_;
    node.left.clear();
    choose_members(index);
  }
  if (forks_) return node.copy;
  node.copy.destination = node.left.back();
  node.left.pop_back();
  return node.copy;
}

OfferedLoad MulticastTraffic::offered(std::uint32_t node) const {
  const OfferedLoad call = calls_.offered(node);
  const unsigned all = forks_ ? std::min(1U, copies(node)) : copies(node);
  // Copies come together.
  return {.rate = call.rate * all,
          .dispersion = call.dispersion * std::max(1U, all),
          .period = call.period};
}

}  // namespace rc::noc
