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

std::vector<std::uint32_t> MessageSizes::places(const StoppedMachine& machine, std::size_t rank) {
  const JobPrograms::Program& program = machine.program(rank);
  if (program.elf.has_code_of("iRCCE_")) lost_ = true;
  const auto function = [&](std::string_view name, std::string_view partner) {
    Function found{.address = function_at(program.elf, name)};
    // Neither where there is none nor where it is the program's own.
    if (found.address == 0 || !symbols::is_library(lines_.of(program).unit(found.address)))
      return Function{};
    for (const symbols::Parameter& each : lines_.of(program).place(found.address).parameters) {
      // Behind the return address.
      if (each.name == "data") found.data = each.offset + 4;
      if (each.name == "size") found.size = each.offset + 4;
      if (each.name == partner) found.partner = each.offset + 4;
    }
    if (found.data == 0 || found.size == 0 || found.partner == 0) lost_ = true;
    return found;
  };
  const Functions all = functions_[rank] = {function(kSend, "dest"), function(kReceive, "source"),
                                            function_at(program.elf, kTest)};
  std::vector<std::uint32_t> places = {all.send.address, all.receive.address, all.test};
  std::erase(places, 0u);
  return lost_ ? std::vector<std::uint32_t>{} : places;
}

void MessageSizes::met(const StoppedMachine& machine, std::size_t rank, const cpu::Core& core,
                       std::uint32_t eip, std::uint32_t caller) {
  constexpr unsigned kEsp = 4;
  const Functions& all = functions_.at(rank);
  if (eip == all.test) lost_ = true;
  if (lost_ || (eip != all.send.address && eip != all.receive.address)) return;
  const bool sent = eip == all.send.address;
  called(machine, rank, sent ? sends : receives, sent ? all.send : all.receive,
         core.arch_state().gpr[kEsp], caller);
}

void MessageSizes::called(const StoppedMachine& machine, std::size_t rank, Side side,
                          const Function& function, std::uint32_t esp, std::uint32_t caller) {
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
  open[side].push_back({*bytes, *behind, caller});
  if (open[sends].empty() || open[receives].empty()) return;
  compare(machine, pair, open[sends].front(), open[receives].front());
  for (auto& calls : open) calls.pop_front();
}

void MessageSizes::compare(const StoppedMachine& machine, const Pair& pair, const Call& send,
                           const Call& receive) {
  if (send.bytes == receive.bytes) return;
  const auto [from, to] = pair;
  found_.add(fmt::format(
      "sizes differ: UE {} sends {} bytes to UE {}, in {}; UE {} receives {}, in {}", from,
      send.bytes, to, place(machine, from, send), to, receive.bytes, place(machine, to, receive)));
}

std::string MessageSizes::place(const StoppedMachine& machine, std::size_t rank, const Call& call) {
  return lines_.locate(machine.program(rank), call.behind - 1,
                       call.caller == call.behind ? 0 : call.caller);
}

std::vector<std::string> MessageSizes::findings() const {
  return lost_ ? std::vector<std::string>{} : found_.texts();
}

}  // namespace rc::sim::run
