// SPDX-License-Identifier: Apache-2.0
#include "sim/run/message_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace rc::sim::run {
namespace {

constexpr std::string_view kSend = "RCCE_send", kReceive = "RCCE_recv", kTest = "RCCE_recv_test";

std::uint32_t function_at(const machine::ElfImage& elf, std::string_view name) {
  const auto found = std::ranges::find(elf.symbols, name, &machine::ElfSymbol::name);
  return found == elf.symbols.end() ? 0 : found->address;
}

}  // namespace

void MessageSizes::watch(const StoppedMachine& machine, std::size_t rank, cpu::Core& core) {
  const JobPrograms::Program& program = machine.program(rank);
  if (program.elf.has_code_of("iRCCE_")) lost_ = true;
  const std::uint32_t test = function_at(program.elf, kTest);
  const auto function = [&](std::string_view name, std::string_view partner) {
    Function found{.address = function_at(program.elf, name)};
    if (found.address == 0) return found;
    for (const symbols::Parameter& each : lines_.of(program).place(found.address).parameters) {
      // Behind the return address.
      if (each.name == "data") found.data = each.offset + 4;
      if (each.name == "size") found.size = each.offset + 4;
      if (each.name == partner) found.partner = each.offset + 4;
    }
    if (found.data == 0 || found.size == 0 || found.partner == 0) lost_ = true;
    return found;
  };
  const Function send = function(kSend, "dest"), receive = function(kReceive, "source");
  cpu::BreakConditions at;
  for (const std::uint32_t address : {send.address, receive.address, test})
    if (address != 0) at.addresses.push_back(address);
  if (lost_ || at.addresses.empty()) return;
  at.stops = [this, &machine, &core, rank, send, receive, test](const cpu::BreakReport& report) {
    constexpr unsigned kEsp = 4;
    const std::uint32_t esp = core.arch_state().gpr[kEsp];
    if (report.eip == test && test != 0) lost_ = true;
    if (report.eip == send.address) called(machine, rank, sends, send, esp);
    if (report.eip == receive.address) called(machine, rank, receives, receive, esp);
    return false;
  };
  core.set_breaks(at);
}

void MessageSizes::called(const StoppedMachine& machine, std::size_t rank, Side side,
                          const Function& function, std::uint32_t esp) {
  const auto data = machine.word(rank, esp + function.data);
  const auto bytes = machine.word(rank, esp + function.size);
  const auto partner = machine.word(rank, esp + function.partner);
  const auto behind = machine.word(rank, esp);
  // What the library refuses, or does not send.
  if (!data || !bytes || !partner || !behind || *data == 0 || *bytes == 0 ||
      static_cast<std::int32_t>(*bytes) < 0 || *partner >= machine.count || *partner == rank)
    return;
  const Pair pair = side == sends ? Pair(rank, *partner) : Pair(*partner, rank);
  auto& open = open_[pair];
  open[side].push_back({*bytes, *behind});
  if (open[sends].empty() || open[receives].empty()) return;
  compare(machine, pair, open[sends].front(), open[receives].front());
  for (auto& calls : open) calls.pop_front();
}

void MessageSizes::compare(const StoppedMachine& machine, const Pair& pair, const Call& send,
                           const Call& receive) {
  if (send.bytes == receive.bytes) return;
  const auto [from, to] = pair;
  ++found_[fmt::format(
      "sizes differ: UE {} sends {} bytes to UE {}, in {}; UE {} receives {}, in {}", from,
      send.bytes, to, place(machine, from, send.behind), to, receive.bytes,
      place(machine, to, receive.behind))];
}

// Of the call before `behind`.
std::string MessageSizes::place(const StoppedMachine& machine, std::size_t rank,
                                std::uint32_t behind) {
  return lines_.locate(machine.program(rank), behind - 1);
}

std::vector<std::string> MessageSizes::findings() const {
  std::vector<std::string> all;
  if (lost_) return all;
  for (const auto& [text, times] : found_)
    all.push_back(times == 1 ? text : fmt::format("{} ({} times)", text, times));
  return all;
}

}  // namespace rc::sim::run
