// SPDX-License-Identifier: Apache-2.0
// The lines of a report that say who waits for whom, from what waits.cpp reads of each.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "sim/run/calls/unreceived_messages.h"
#include "sim/run/waits.h"

namespace rc::sim::run {
namespace {

constexpr std::string_view kLine = "\n  ";

using Waits = std::vector<std::optional<Wait>>;  // by rank; nothing: it has ended

std::string text_of(const Wait& wait) {
  std::string text = wait.call;
  if (!wait.where.empty()) text += (text.empty() ? "" : ", ") + wait.where;
  if (text.empty()) return text;
  return text + (wait.what.empty() ? "; " : ": waits " + wait.what + "; ");
}

Waits waits_of(const StoppedMachine& machine) {
  Waits waits(machine.count);
  for (std::size_t rank = 0; rank < machine.count; ++rank)
    if (!machine.ended(rank)) waits[rank] = wait_of(machine, rank);
  return waits;
}

std::string lines_of(const StoppedMachine& machine, const Waits& waits) {
  std::string text;
  for (std::size_t rank = 0; rank < machine.count; ++rank)
    if (waits[rank])
      text += fmt::format("{}{}: {}{}", kLine, machine.name(rank), text_of(*waits[rank]),
                          machine.state(rank));
  return text;
}

// These alone send chunks in halves (docs/firmware.md).
bool is_pipelined(const Wait& wait) {
  return wait.call.starts_with("iRCCE_send") || wait.call.starts_with("iRCCE_recv");
}

// Of a sender and a receiver that wait for each other: sizes or libraries that differ.
std::string differing_sides(const StoppedMachine& machine, const Waits& waits) {
  std::string text;
  for (std::size_t rank = 0; rank < waits.size(); ++rank) {
    const auto& sender = waits[rank];
    if (!sender || sender->kind != Wait::Kind::send || !sender->partner) continue;
    const auto& receiver = waits[*sender->partner];
    if (!receiver || receiver->kind != Wait::Kind::receive || receiver->partner != rank) continue;
    if (sender->bytes && receiver->bytes && *sender->bytes != *receiver->bytes)
      text +=
          fmt::format("{0}{1} {2} sends {3} to {1} {4}, which receives {5}", kLine, machine.unit,
                      rank, bytes_text(*sender->bytes), *sender->partner, *receiver->bytes);
    else if (is_pipelined(*sender) != is_pipelined(*receiver))
      text += fmt::format(
          "{}UE {} and UE {} wait in different libraries: iRCCE_send and iRCCE_recv need each "
          "other "
          "from one chunk on",
          kLine, rank, *sender->partner);
  }
  return text;
}

// Who has gone on to a barrier while another one waits for a message with it: often sizes differ.
std::string lost_partners(const StoppedMachine& machine, const Waits& waits) {
  std::string text;
  for (std::size_t rank = 0; rank < waits.size(); ++rank) {
    if (!waits[rank] || waits[rank]->kind == Wait::Kind::other || !waits[rank]->partner) continue;
    const std::size_t other = *waits[rank]->partner;
    if (!waits[other] || !waits[other]->in_barrier) continue;
    const bool sends = waits[rank]->kind == Wait::Kind::send;
    text += fmt::format(
        "{0}{1} {2} is not {3} {1} {4}{5}", kLine, machine.unit, other,
        sends ? "receiving from" : "sending to", rank,
        machine.unit == "UE" && !machine.lock_taken ? "; run --check compares both sides" : "");
  }
  return text;
}

// What has come to a node that waits for another message, or has ended: often types or nodes differ.
std::string other_messages(const StoppedMachine& machine, const Waits& waits) {
  constexpr std::size_t kMostTold = 3;
  std::string text;
  for (std::size_t rank = 0; rank < waits.size() && machine.unit == "node"; ++rank) {
    if (waits[rank] && waits[rank]->kind != Wait::Kind::receive) continue;
    const std::vector<UnreceivedMessage> others = unreceived(machine, rank);
    for (std::size_t i = 0; i < std::min(others.size(), kMostTold); ++i)
      text += fmt::format("{}{} {} has {}, which it {} receive", kLine, machine.unit, rank,
                          others[i].text(machine), waits[rank] ? "does not" : "did not");
    if (others.size() > kMostTold) text += fmt::format(", and {} more", others.size() - kMostTold);
  }
  return text;
}

// Every circle once, from its lowest rank.
std::string circles(const StoppedMachine& machine, const Waits& waits) {
  std::string text;
  std::vector<int> reached(waits.size(), -1);  // from which rank
  for (std::size_t first = 0; first < waits.size(); ++first) {
    std::size_t at = first;
    while (reached[at] < 0 && waits[at] && waits[at]->partner) {
      reached[at] = static_cast<int>(first);
      at = *waits[at]->partner;
    }
    if (reached[at] != static_cast<int>(first) || !waits[at] || !waits[at]->partner) continue;
    text += fmt::format("{}a circle: {} {}", kLine, machine.unit, at);
    if (waits[at]->partner == at) {
      text += " waits for itself";
      continue;
    }
    for (std::size_t next = *waits[at]->partner;; next = *waits[next]->partner) {
      text += fmt::format(" waits for {}", next);
      if (next == at) break;
      text += ", which";
    }
  }
  return text;
}

// Whoever waits for all, or for anybody, waits for them, too.
std::string ended(const StoppedMachine& machine, const Waits& waits) {
  std::vector<std::size_t> ranks;
  for (std::size_t rank = 0; rank < waits.size(); ++rank)
    if (!waits[rank]) ranks.push_back(rank);
  if (ranks.empty()) return "";
  return fmt::format("{}{} {} {} ended", kLine, machine.unit, ranges_text(ranks),
                     ranks.size() == 1 ? "has" : "have");
}

std::string partly_called(const StoppedMachine& machine, const Waits& waits) {
  std::map<std::string, std::vector<std::size_t>> callers;
  for (std::size_t rank = 0; rank < waits.size(); ++rank)
    if (waits[rank] && !waits[rank]->collective.empty())
      callers[waits[rank]->collective].push_back(rank);
  std::string text;
  for (const auto& [function, ranks] : callers)
    if (ranks.size() < waits.size())
      text += fmt::format("{}only {} {} of {} {} in {}", kLine, machine.unit, ranges_text(ranks),
                          waits.size(), ranks.size() == 1 ? "is" : "are", function);
  return text;
}

}  // namespace

std::string ranges_text(const std::vector<std::size_t>& ranks) {
  std::string text;
  for (std::size_t i = 0, last = 0; i < ranks.size(); i = last + 1) {
    for (last = i; last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1;) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", ranks[i]);
    if (last != i) text += fmt::format("-{}", ranks[last]);
  }
  return text;
}

std::string standing_lines(const StoppedMachine& machine) {
  return lines_of(machine, waits_of(machine));
}

std::string wait_lines(const StoppedMachine& machine) {
  const Waits waits = waits_of(machine);
  return lines_of(machine, waits) + differing_sides(machine, waits) +
         lost_partners(machine, waits) + other_messages(machine, waits) + circles(machine, waits) +
         ended(machine, waits) + partly_called(machine, waits);
}

}  // namespace rc::sim::run
