// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/machine.h"

#include <algorithm>
#include <array>

#include "hw_model/kernel/error.h"

namespace rc::sim::debug {

using kernel::Picos;

namespace {

// Most instructions end within so many cycles, loads from memory included. A copy of 48 cores takes the
// host 3 ms.
constexpr kernel::Cycle kStepCycles = 160;

void add(cpu::BreakConditions& on, const cpu::BreakConditions& more) {
  on.addresses.insert(on.addresses.end(), more.addresses.begin(), more.addresses.end());
  on.watches.insert(on.watches.end(), more.watches.begin(), more.watches.end());
}

bool has(const std::vector<std::uint32_t>& addresses, std::uint32_t address) {
  return std::ranges::find(addresses, address) != addresses.end();
}

bool watches(const cpu::BreakConditions& on, const cpu::BreakReport& report) {
  return std::ranges::any_of(on.watches, [&](const cpu::WatchedRange& each) {
    return report.watched - each.first < each.bytes && (report.write ? each.writes : each.reads);
  });
}

bool is_in(const std::vector<WatchedPlace>& places, const MachineHit& access) {
  return std::ranges::any_of(places, [&](const WatchedPlace& each) {
    return access.address - each.address < each.bytes && (access.write ? each.writes : each.reads);
  });
}

// A debugger asks for any address, and firmware maps addresses to where there is nothing.
template <class F>
auto answered(F access, decltype(access()) otherwise) {
  try {
    return access();
  } catch (const kernel::MachineError&) {
    return otherwise;
  }
}

}  // namespace

bool DebugMachine::read(unsigned rank, std::uint32_t address, void* data, std::uint32_t bytes) {
  return answered([&] { return peek(rank, address, data, bytes); }, false);
}

bool DebugMachine::write(unsigned rank, std::uint32_t address, const void* data,
                         std::uint32_t bytes) {
  std::vector<std::uint8_t> before(bytes);
  return read(rank, address, before.data(), bytes) &&
         answered([&] { return poke(rank, address, data, bytes); }, false);
}

bool DebugMachine::read_physical(unsigned rank, std::uint32_t address, void* data,
                                 std::uint32_t bytes) {
  return answered([&] { return peek_physical(rank, address, data, bytes); }, false);
}

bool DebugMachine::write_physical(unsigned rank, std::uint32_t address, const void* data,
                                  std::uint32_t bytes) {
  std::vector<std::uint8_t> before(bytes);
  return read_physical(rank, address, before.data(), bytes) &&
         answered([&] { return poke_physical(rank, address, data, bytes); }, false);
}

std::optional<WatchedPlace> DebugMachine::place_of(unsigned rank, std::uint32_t address) {
  return answered([&] { return find_place(rank, address); }, std::nullopt);
}

bool DebugMachine::shared(unsigned rank, std::uint32_t address) {
  return answered([&] { return others_reach(rank, address); }, false);
}

void DebugMachine::set_breaks(const MachineBreaks& breaks) {
  from_ = breaks.from;
  from_of_ = breaks.from_of;
  last_before_ = breaks.last_before;
  breaks_ = breaks.recorded.empty() ? MachineBreaks{} : breaks;
  stepping_.reset();
  for (unsigned rank = 0; rank < count(); ++rank) {
    cpu::BreakConditions on = breaks.cores[rank];
    if (on.instructions == core(rank).counters().instructions + 1) stepping_ = rank;
    if (!breaks.recorded.empty()) add(on, breaks.recorded[rank]);
    if (last_before_ && !on.watches.empty()) on.instructions = core(rank).counters().instructions;
    if (!on.empty())
      on.stops = [this, rank](const cpu::BreakReport& report) { return stops(rank, report); };
    set_core_ ? set_core_(rank, on) : core(rank).set_breaks(on);
    go_on(rank);
  }
  std::vector<WatchedPlace> places = breaks.places;
  places.insert(places.end(), breaks.recorded_places.begin(), breaks.recorded_places.end());
  watch_places(places);
  set_every_round(breaks.every_round);
}

void DebugMachine::clear_breaks() {
  MachineBreaks none;
  none.cores.resize(count());
  set_breaks(none);
}

bool DebugMachine::advance(Picos end) {
  begin_ = time();
  hits_.clear();
  last_hit_.reset();
  settled_ = Picos{0};
  bool running = true;
  const kernel::Cycle first = stepping_ ? core(*stepping_).now() : 0;
  // Hits come at the cycles of the core, and a picosecond behind them.
  for (kernel::Cycle half = 0; stepping_ && half <= 2 * kStepCycles; ++half) {
    end_ = time_of(*stepping_, first + half / 2) + Picos{1 + half % 2};
    if (!running || !hits_.empty() || end_ >= end) break;
    if (end_ > time()) running = run_to(end_);
  }
  for (const MachineHit& hit : hits_) end = std::min(end, hit.time + Picos{1});
  end_ = end;
  if (running && end > time()) running = run_to(end);
  std::ranges::sort(hits_, {}, &MachineHit::key);
  return running;
}

bool DebugMachine::stops(unsigned rank, const cpu::BreakReport& met) {
  const Picos time = time_of(rank, met.cycle) + Picos{met.paired};
  if (!breaks_.recorded.empty()) record(rank, met, time);
  const cpu::BreakReport report = asked(rank, met);
  if (report.reason() == cpu::BreakReport::Reason::none) return false;
  if (report.counted) {
    if (!last_before_) return true;
    settled_ = std::max(settled_, time);
  }
  const auto own = from_of_.find(rank);
  if (time.value < (own == from_of_.end() ? from_ : own->second)) return false;
  if (!last_before_) return true;
  MachineHit hit{
      time,  static_cast<int>(rank), cpu::BreakReport::Reason::watch, report.watched, report.write,
      false, report.instructions};
  if (report.accessed) consider(hit);
  hit.reason = cpu::BreakReport::Reason::address;
  hit.address = report.eip;
  if (report.at_address) consider(hit);
  return false;
}

// What of a hit stops the core: the rest is recorded only.
cpu::BreakReport DebugMachine::asked(unsigned rank, const cpu::BreakReport& report) const {
  cpu::BreakReport stops = report;
  if (breaks_.recorded.empty()) return stops;
  const cpu::BreakConditions& on = breaks_.cores[rank];
  stops.at_address = report.at_address && has(on.addresses, report.eip);
  stops.accessed = report.accessed && watches(on, report);
  return stops;
}

void DebugMachine::record(unsigned rank, const cpu::BreakReport& report, Picos time) {
  const cpu::BreakConditions& on = breaks_.recorded[rank];
  Event event{Event::Kind::store, time.value, static_cast<int>(rank), report.watched, false, {}};
  if (report.accessed && report.write && watches(on, report)) {
    std::uint32_t word = 0;
    if (read(rank, report.watched, &word, sizeof word)) event.values = {word};
    log_->add_once(event, report.instructions);
  }
  if (!report.at_address || !has(on.addresses, report.eip)) return;
  constexpr unsigned kStack = 4;  // eax ecx edx ebx esp
  std::array<std::uint32_t, 7> words{};
  event.kind = Event::Kind::call;
  event.address = report.eip;
  event.values.clear();
  if (read(rank, core(rank).arch_state().gpr[kStack], words.data(), sizeof words))
    event.values.assign(words.begin(), words.end());
  log_->add_once(event, report.instructions);
}

void DebugMachine::broken(unsigned rank) {
  const cpu::BreakReport report = asked(rank, core(rank).break_report());
  for (const MachineHit& known : hits_)
    if (!known.place && known.rank == static_cast<int>(rank)) return;
  hit({time_of(rank, report.cycle) + Picos{report.paired}, static_cast<int>(rank), report.reason(),
       report.accessed ? report.watched : report.eip, report.write, false, report.instructions});
}

void DebugMachine::accessed(MachineHit access) {
  access.place = true;
  access.reason = cpu::BreakReport::Reason::watch;
  if (access.write && is_in(breaks_.recorded_places, access))
    log_->add({Event::Kind::store, access.time.value, access.rank, access.address, true, {}});
  if (!breaks_.recorded.empty() && !is_in(breaks_.places, access)) return;
  if (access.time.value < from_) return;
  last_before_ ? consider(access) : hit(access);
}

void DebugMachine::consider(const MachineHit& hit) {
  if (hit.key() < *last_before_ && (!last_hit_ || last_hit_->key() < hit.key())) last_hit_ = hit;
}

// A core whose registers were written stands in the past.
void DebugMachine::hit(const MachineHit& hit) {
  const Picos at = std::max(hit.time, begin_);
  if (at + Picos{1} < end_) throw HitTooEarly{at};
  hits_.push_back(hit);
  hits_.back().time = at;
}

}  // namespace rc::sim::debug
