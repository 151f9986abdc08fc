// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/request_buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "hw_model/arch/scc_map.h"
#include "sim/run/calls/nx_request.h"
#include "sim/run/calls/rcce_request.h"

namespace rc::sim::run {
namespace {

bool on_stack(const LibraryCalls::Call& call, std::uint32_t data) {
  return data > call.esp && data < SCC_SHARED_BASE;
}

}  // namespace

// What such a call has left to be done; nothing: it was none, it failed, or all is done.
std::optional<RequestBuffers::Request> RequestBuffers::posted(const StoppedMachine& machine,
                                                              std::size_t rank,
                                                              const LibraryCalls::Call& call,
                                                              std::uint32_t value) {
  const std::vector<std::uint32_t>& words = call.arguments;
  std::string_view function = call.function->name;
  Request request;
  request.function = call.function;
  request.behind = call.behind;
  if (machine.unit == "node") {
    request.sends = function == "isend";
    if (!request.sends && function != "irecv" && function != "irecvx") return std::nullopt;
    const auto address = nx_request(machine, rank, value);
    if (!address || words.size() < 3) return std::nullopt;
    request.address = *address;
    request.data = words[1];
    request.size = words[2];
    if (request.sends && words.size() > 3) request.partner = words[3];
  } else {
    const bool of_ircce = function.starts_with('i');
    if (of_ircce) function.remove_prefix(1);
    request.sends = function == "RCCE_isend" || function == "RCCE_issend";
    if (!request.sends && function != "RCCE_irecv" && function != "RCCE_isrecv")
      return std::nullopt;
    // Where one of any length ends nobody knows.
    if (!is_unfinished(of_ircce, value) || words.size() != 4 || words[3] == 0 ||
        words[1] == kRcceAny)
      return std::nullopt;
    request.data = words[0];
    request.size = words[1];
    request.partner = words[2];
    request.address = words[3];
  }
  request.on_stack = on_stack(call, request.data);
  return is_open(machine, rank, request) ? std::optional(request) : std::nullopt;
}

bool RequestBuffers::is_open(const StoppedMachine& machine, std::size_t rank,
                             const Request& request) {
  if (machine.unit != "node") return machine.word(rank, request.address + kRcceFinished) == 0u;
  const std::uint32_t state = machine.word(rank, request.address).value_or(0) & 0xFF;
  return (state == kNxPosted || state == kNxBusy) &&
         machine.word(rank, request.address + kNxBuffer) == request.data;
}

void RequestBuffers::returned(const StoppedMachine& machine, std::size_t rank,
                              const LibraryCalls::Call& call, std::uint32_t value) {
  Rank& of = ranks_[rank];
  // A request that was cancelled never finishes.
  if (call.function->library && call.function->name.ends_with("_cancel") && value == 0 &&
      machine.unit == "UE" && !call.arguments.empty())
    of.changed |= std::erase_if(of.open, [&](const Request& each) {
                    return each.address == call.arguments[0];
                  }) != 0;
  const auto request = posted(machine, rank, call, value);
  if (!request) return;
  std::erase_if(of.open, [&](const Request& each) { return each.address == request->address; });
  of.open.push_back(*request);
  of.changed = true;
}

void RequestBuffers::accessed(const StoppedMachine& machine, std::size_t rank,
                              const cpu::BreakReport& report) {
  const auto of = ranks_.find(rank);
  if (of == ranks_.end() || report.outside) return;
  // An interrupt may be served meanwhile.
  if (symbols::is_library(lines_.of(machine.program(rank)).unit(report.eip - 1))) return;
  for (const Request& each : of->second.open) {
    if (report.watched - each.data >= each.size || (each.sends && !report.write) ||
        !is_open(machine, rank, each))
      continue;
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
  const auto ended =
      std::erase_if(open, [&](const Request& each) { return !is_open(machine, rank, each); });
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
  const std::string partner =
      request.partner ? fmt::format(" {} {} {}", request.sends ? "to" : "from", machine.unit,
                                    static_cast<std::int32_t>(*request.partner))
                      : "";
  return fmt::format("what {} of {} bytes{}, in {}, has not {} yet", request.function->name,
                     request.size, partner, lines_.named(machine.program(rank), request.behind - 1),
                     request.sends ? "sent" : "received");
}

}  // namespace rc::sim::run
