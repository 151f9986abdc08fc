// SPDX-License-Identifier: Apache-2.0
#include "sim/run/unreceived_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace rc::sim::run {
namespace {

constexpr std::string_view kFirst = "first_arrival";
// Members of nx::Arrival and bits of its source (firmware/nx/kernel/kernel.h, hw_model/arch/ipsc_map.h).
constexpr std::uint32_t kType = 4, kLength = 8, kSource = 12, kClaimedBy = 20, kNext = 24;
constexpr std::uint32_t kNodeBits = (1u << IPSC_PID_SHIFT) - 1;
constexpr unsigned kMostArrivals = 1024;

std::optional<std::uint32_t> first_arrival(const StoppedMachine& machine, std::size_t rank) {
  for (const machine::ElfSymbol& each : machine.program(rank).elf.variables)
    if (each.name.ends_with(kFirst)) return machine.word(rank, each.address);
  return std::nullopt;
}

}  // namespace

void UnreceivedMessages::look(const StoppedMachine& machine) {
  for (std::size_t rank = 0; rank < machine.count; ++rank) {
    auto at = first_arrival(machine, rank);
    for (unsigned i = 0; i < kMostArrivals && at && *at != 0; ++i) {
      const auto member = [&](std::uint32_t offset) {
        return machine.word(rank, *at + offset).value_or(0);
      };
      const std::uint32_t node = member(kSource) & kNodeBits;
      if (member(kClaimedBy) == 0)
        found_.add(fmt::format(
            "never received: {0} {1} left a message of {2} bytes, type {3}, from {4}", machine.unit,
            rank, member(kLength), static_cast<std::int32_t>(member(kType)),
            node >= machine.count ? "the host" : fmt::format("{} {}", machine.unit, node)));
      at = machine.word(rank, *at + kNext);
    }
  }
}

}  // namespace rc::sim::run
