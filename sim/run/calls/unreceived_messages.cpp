// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/unreceived_messages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "sim/run/calls/nx_request.h"

namespace rc::sim::run {
namespace {

constexpr std::string_view kFirst = "nx::(anonymous namespace)::first_arrival";
// Members of nx::Arrival and bits of its source (firmware/nx/kernel/kernel.h, hw_model/arch/ipsc_map.h).
constexpr std::uint32_t kType = 4, kLength = 8, kSource = 12, kClaimedBy = 20, kNext = 24;
constexpr std::uint32_t kNodeBits = (1u << IPSC_PID_SHIFT) - 1;
constexpr unsigned kMostArrivals = 1024;
// Types that the library gives its own messages (NX_USER_LAST and NX_FORCED_FIRST in nx.h).
constexpr std::uint32_t kOwnFirst = 1'000'000'000, kOwnLast = 1'073'741'823;

std::optional<std::uint32_t> first_arrival(const StoppedMachine& machine, std::size_t rank) {
  const auto there = address_of(machine, rank, kFirst);
  return there ? machine.word(rank, *there) : std::nullopt;
}

// Of NX: their arguments begin with type, buffer and length.
constexpr std::array<std::string_view, 8> kSends = {"csend",     "gsendx", "isend",  "csendrecv",
                                                    "isendrecv", "hsend",  "hsendx", "hsendrecv"};

}  // namespace

std::string UnreceivedMessage::text(const StoppedMachine& machine) const {
  return fmt::format("a message of {} bytes, type {}, from {}", bytes,
                     static_cast<std::int32_t>(type),
                     node >= machine.count ? "the host" : fmt::format("{} {}", machine.unit, node));
}

std::vector<UnreceivedMessage> unreceived(const StoppedMachine& machine, std::size_t rank) {
  std::vector<UnreceivedMessage> found;
  auto at = first_arrival(machine, rank);
  for (unsigned i = 0; i < kMostArrivals && at && *at != 0; ++i) {
    const auto member = [&](std::uint32_t offset) {
      return machine.word(rank, *at + offset).value_or(0);
    };
    const std::uint32_t type = member(kType);
    const bool own = type >= kOwnFirst && type <= kOwnLast;
    if (member(kClaimedBy) == 0 && !own)
      found.push_back({member(kSource) & kNodeBits, type, member(kLength)});
    at = machine.word(rank, *at + kNext);
  }
  return found;
}

void UnreceivedMessages::began(const StoppedMachine& machine, std::size_t rank,
                               const LibraryCalls::Call& call) {
  if (call.arguments.size() >= 3 && std::ranges::count(kSends, call.function->name) != 0)
    sent_[{rank, call.arguments[0], call.arguments[2]}].insert(
        lines_.named(machine.program(rank), call.behind - 1));
}

void UnreceivedMessages::look(const StoppedMachine& machine) {
  for (std::size_t rank = 0; rank < machine.count; ++rank) {
    for (const UnreceivedMessage& each : unreceived(machine, rank)) {
      const auto sent = sent_.find({each.node, each.type, each.bytes});
      found_.add(fmt::format(
          "never received: {} {} left {}{}", machine.unit, rank, each.text(machine),
          sent == sent_.end() ? "" : fmt::format(", sent in {}", fmt::join(sent->second, " or "))));
    }
  }
}

}  // namespace rc::sim::run
