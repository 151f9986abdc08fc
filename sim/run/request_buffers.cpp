// SPDX-License-Identifier: Apache-2.0
#include "sim/run/request_buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "hw_model/arch/scc_map.h"
#include "sim/run/rcce_request.h"

namespace rc::sim::run {
namespace {

// What a call returns while its request is not finished (firmware/rcce/include/RCCE.h).
constexpr std::int32_t kPending = -1, kReserved = -2;

}  // namespace

void RequestBuffers::returned(const StoppedMachine& machine, std::size_t rank,
                              const LibraryCalls::Call& call, std::uint32_t value) {
  // Of RCCE.h and of iRCCE.h.
  std::string_view function = call.function->name;
  if (function.starts_with('i')) function.remove_prefix(1);
  const bool sends = function == "RCCE_isend" || function == "RCCE_issend";
  const bool receives = function == "RCCE_irecv" || function == "RCCE_isrecv";
  if ((!sends && !receives) || call.arguments.size() != 4) return;
  const Request posted{call.arguments[3],
                       call.arguments[0],
                       call.arguments[1],
                       call.arguments[2],
                       sends,
                       call.function,
                       call.behind,
                       call.arguments[0] > call.esp && call.arguments[0] < SCC_SHARED_BASE};
  Rank& of = ranks_[rank];
  const auto old =
      std::erase_if(of.open, [&](const Request& each) { return each.address == posted.address; });
  const auto result = static_cast<std::int32_t>(value);
  const bool open = (result == kPending || result == kReserved) && posted.address != 0 &&
                    machine.word(rank, posted.address + kRcceFinished) == 0u;
  if (open) of.open.push_back(posted);
  of.changed |= open || old != 0;
}

void RequestBuffers::accessed(const StoppedMachine& machine, std::size_t rank,
                              const cpu::BreakReport& report) {
  const auto of = ranks_.find(rank);
  if (of == ranks_.end()) return;
  for (const Request& each : of->second.open) {
    if (report.watched - each.data >= each.size || (each.sends && !report.write)) continue;
    found_.add(fmt::format("buffer in use: {} {} {} {}, in {}", machine.unit, rank,
                           report.write ? "wrote" : "read", name(machine, rank, each),
                           lines_.named(machine.program(rank), report.eip - 1)));
  }
}

bool RequestBuffers::look(const StoppedMachine& machine, std::size_t rank, std::uint32_t esp,
                          std::uint32_t eip) {
  const auto of = ranks_.find(rank);
  if (of == ranks_.end()) return false;
  std::vector<Request>& open = of->second.open;
  const auto ended = std::erase_if(open, [&](const Request& each) {
    return machine.word(rank, each.address + kRcceFinished) != 0u;
  });
  const auto left = std::erase_if(open, [&](const Request& each) {
    if (!each.on_stack || each.data >= esp) return false;
    found_.add(fmt::format("buffer in use: {} {} left the function that holds {}; seen in {}",
                           machine.unit, rank, name(machine, rank, each),
                           lines_.named(machine.program(rank), eip)));
    return true;
  });
  return std::exchange(of->second.changed, false) || ended != 0 || left != 0;
}

std::vector<cpu::WatchedRange> RequestBuffers::watches(std::size_t rank) const {
  std::vector<cpu::WatchedRange> all;
  const auto of = ranks_.find(rank);
  if (of != ranks_.end())
    for (const Request& each : of->second.open)
      all.push_back({each.data, each.size, !each.sends, true});
  return all;
}

std::string RequestBuffers::name(const StoppedMachine& machine, std::size_t rank,
                                 const Request& request) {
  return fmt::format(
      "what {} of {} bytes {} {} {}, in {}, has not {} yet", request.function->name, request.size,
      request.sends ? "to" : "from", machine.unit, static_cast<std::int32_t>(request.partner),
      lines_.named(machine.program(rank), request.behind - 1), request.sends ? "sent" : "received");
}

}  // namespace rc::sim::run
