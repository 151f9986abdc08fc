// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/ecube_schedule.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace rc::sim::hypercube {
namespace {

// The messages that use a link in a step, steps first.
using Usage = std::map<std::pair<int, ipsc::Link>, std::vector<Transmission>>;

Usage usage(const Schedule& schedule) {
  Usage used;
  for (const Transmission& message : schedule.transmissions)
    for (const ipsc::Link& link : ipsc::ecube_route(message.source, message.destination))
      used[{message.step, link}].push_back(message);
  return used;
}

// Takes all of the links, or none if one of them is taken.
bool take(std::set<ipsc::Link>& taken, const std::vector<ipsc::Link>& links) {
  if (std::ranges::any_of(links, [&](const ipsc::Link& link) { return taken.contains(link); }))
    return false;
  taken.insert(links.begin(), links.end());
  return true;
}

}  // namespace

int Schedule::steps() const {
  int last = 0;
  for (const Transmission& message : transmissions) last = std::max(last, message.step);
  return last;
}

bool Schedule::is_complete_exchange() const {
  std::set<std::pair<int, int>> pairs;
  for (const Transmission& message : transmissions)
    pairs.insert({message.source, message.destination});
  const std::size_t all = static_cast<std::size_t>(nodes()) * static_cast<std::size_t>(nodes() - 1);
  return pairs.size() == all && transmissions.size() == all;
}

Schedule schedule_of(exchange::Algorithm algorithm, int dimension) {
  Schedule schedule{dimension, {}};
  for (int step = 1; step <= exchange::step_count(algorithm, dimension); ++step)
    for (int node = 0; node < schedule.nodes(); ++node) {
      const int to = exchange::destination(algorithm, dimension, node, step);
      if (to != exchange::kNobody) schedule.transmissions.push_back({step, node, to});
    }
  return schedule;
}

Schedule arbitrated(const Schedule& schedule) {
  std::vector<std::vector<Transmission>> waiting(static_cast<std::size_t>(schedule.nodes()));
  for (const Transmission& message : schedule.transmissions)
    waiting[static_cast<std::size_t>(message.source)].push_back(message);
  // The next one to send is at the back.
  for (auto& messages : waiting)
    std::ranges::stable_sort(messages, std::ranges::greater{}, &Transmission::step);

  Schedule executed{schedule.dimension, {}};
  for (int step = 1; executed.transmissions.size() < schedule.transmissions.size(); ++step) {
    std::set<ipsc::Link> taken;
    for (auto& messages : waiting) {
      if (messages.empty()) continue;
      const Transmission next = messages.back();
      if (!take(taken, ipsc::ecube_route(next.source, next.destination))) continue;
      executed.transmissions.push_back({step, next.source, next.destination});
      messages.pop_back();
    }
  }
  return executed;
}

std::vector<LinkConflict> link_conflicts(const Schedule& schedule) {
  std::vector<LinkConflict> conflicts;
  for (auto& [where, messages] : usage(schedule))
    if (messages.size() > 1) conflicts.push_back({where.first, where.second, messages});
  return conflicts;
}

std::vector<SenderConflict> sender_conflicts(const Schedule& schedule) {
  std::map<std::pair<int, int>, int> sent;
  for (const Transmission& message : schedule.transmissions) ++sent[{message.step, message.source}];
  std::vector<SenderConflict> conflicts;
  for (const auto& [where, count] : sent)
    if (count > 1) conflicts.push_back({where.first, where.second, count});
  return conflicts;
}

std::vector<Succession> successions(const Schedule& schedule) {
  const Usage used = usage(schedule);
  std::vector<Succession> found;
  for (const auto& [where, messages] : used)
    if (used.contains({where.first + 1, where.second}))
      found.push_back({where.first, where.second});
  return found;
}

}  // namespace rc::sim::hypercube
