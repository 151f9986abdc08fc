// SPDX-License-Identifier: Apache-2.0
// TimeLine: what stops the machine, and how a debugger hears of it.
#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "sim/debug/time_line.h"

namespace rc::sim::debug {

using nlohmann::json;
using Reason = cpu::BreakReport::Reason;

namespace {

constexpr std::size_t kMostBreaks = 1000;  // and watchpoints; each run is told all of them

}  // namespace

void TimeLine::set_breakpoint(unsigned program, std::uint32_t address, bool hardware, bool on) {
  if (on) {
    check_room();
    breakpoints_.emplace(program, address, hardware);
  } else {
    breakpoints_.erase({program, address, hardware});
  }
}

void TimeLine::set_watch(unsigned rank, WatchKind kind, std::uint32_t address, std::uint32_t bytes,
                         bool on) {
  const Watch key{kind, address, bytes, nullptr, -1, programs_.of_rank[rank]};
  std::erase_if(watches_, [&](const Watch& each) { return each.key() == key.key(); });
  if (!on) return;
  check_room();
  forget_watches();
  Watch watch = watch_of(rank, kind, address, bytes);
  if (!watch.place.is_null()) known_places_[address] = {bytes, watch.place};
  if (watch.rank >= 0) watch.rank = watched_of_.try_emplace(watch.key(), watch.rank).first->second;
  watches_.push_back(watch);
}

// What `rank` has there: a place of the chip, memory that it shares, or its own.
TimeLine::Watch TimeLine::watch_of(unsigned rank, WatchKind kind, std::uint32_t address,
                                   std::uint32_t bytes) {
  Watch watch{kind, address, bytes, nullptr, -1, programs_.of_rank[rank]};
  const json answer = now_.ask({{"do", "place"}, {"rank", rank}, {"address", address}});
  if (answer.contains("place")) {
    watch.place = answer["place"];
  } else if (!answer["shared"].get<bool>()) {
    watch.rank = static_cast<int>(rank);
  }
  return watch;
}

void TimeLine::check_room() const {
  if (breakpoints_.size() + watches_.size() >= kMostBreaks)
    throw kernel::InputError(fmt::format("more than {} breakpoints", kMostBreaks));
}

// Of watches that are long gone, where there are too many to keep.
void TimeLine::forget_watches() {
  const auto is_set = [this](const auto& holds) { return std::ranges::any_of(watches_, holds); };
  if (watched_of_.size() >= kMostBreaks)
    std::erase_if(watched_of_, [&](const auto& known) {
      return !is_set([&](const Watch& each) { return each.key() == known.first; });
    });
  if (known_places_.size() >= kMostBreaks)
    std::erase_if(known_places_, [&](const auto& known) {
      return !is_set([&](const Watch& each) { return each.address == known.first; });
    });
}

void TimeLine::clear_breaks() {
  breakpoints_.clear();
  watches_.clear();
  leave_steps();
}

RunRequest TimeLine::armed() const {
  RunRequest request;
  request.programs = programs_.of_rank;
  if (!breakpoints_.empty()) request.addresses.resize(programs_.files.size());
  for (const auto& [program, address, hardware] : breakpoints_)
    request.addresses[program].push_back(address);
  for (const Watch& watch : watches_) {
    if (watch.place.is_null()) {
      request.watches.push_back(wanted_memory(watch));
    } else {
      request.places.push_back(wanted_place(watch));
      // A round of polling that is skipped reads nothing.
      request.every_round = request.every_round || watch.kind != WatchKind::write;
    }
  }
  return request;
}

json TimeLine::wanted_memory(const Watch& watch) {
  return {watch.address, watch.bytes, watch.kind != WatchKind::write, watch.kind != WatchKind::read,
          watch.rank};
}

json TimeLine::wanted_place(const Watch& watch) {
  return {watch.place[0],
          watch.place[1],
          watch.place[2],
          watch.bytes,
          watch.kind != WatchKind::write,
          watch.kind != WatchKind::read,
          watch.address};
}

bool TimeLine::Watch::hears_of(const MachineHit& hit) const {
  if (hit.place == place.is_null() || hit.address - address >= bytes) return false;
  return kind == WatchKind::access || hit.write == (kind == WatchKind::write);
}

bool TimeLine::is_set(const MachineHit& hit) const {
  if (hit.reason == Reason::count) return true;
  if (hit.reason == Reason::watch)
    return std::ranges::any_of(watches_, [&](const Watch& each) { return each.hears_of(hit); });
  return breaks_at(hit);
}

// A breakpoint is set where the core of the hit stands.
bool TimeLine::breaks_at(const MachineHit& hit) const {
  const unsigned program = programs_.of_rank[static_cast<unsigned>(hit.rank)];
  return breakpoints_.contains({program, hit.address, false}) ||
         breakpoints_.contains({program, hit.address, true});
}

// GDB knows a watch by its first byte.
StopEvent TimeLine::event_of(const MachineHit& hit) const {
  StopEvent event;
  event.rank = hit.rank < 0 ? 0 : static_cast<unsigned>(hit.rank);
  if (hit.reason == Reason::count) {
    event.why = StopEvent::Why::stepped;
  } else if (hit.reason == Reason::watch) {
    event.why = StopEvent::Why::watch;
    event.address = hit.address;
    for (const Watch& watch : watches_) {
      if (!watch.hears_of(hit)) continue;
      event.address = watch.address;
      event.watch = watch.kind;
    }
  } else {
    event.why = StopEvent::Why::breakpoint;
    const unsigned program = programs_.of_rank[event.rank];
    event.hardware = !breakpoints_.contains({program, hit.address, false});
  }
  return event;
}

}  // namespace rc::sim::debug
