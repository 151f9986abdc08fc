// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/machine.h"

#include <algorithm>

#include "hw_model/kernel/error.h"

namespace rc::sim::debug {

using kernel::Picos;

namespace {

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
  if (!read(rank, address, before.data(), bytes)) return false;
  return answered([&] { return poke(rank, address, data, bytes); }, false);
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
  for (unsigned rank = 0; rank < count(); ++rank) {
    cpu::BreakConditions on = breaks.cores[rank];
    if (last_before_ && !on.watches.empty()) on.instructions = core(rank).counters().instructions;
    if (!on.empty())
      on.stops = [this, rank](const cpu::BreakReport& report) { return stops(rank, report); };
    core(rank).set_breaks(on);
    go_on(rank);
  }
  watch_places(breaks.places);
  set_every_round(breaks.every_round);
}

void DebugMachine::clear_breaks() {
  MachineBreaks none;
  none.cores.resize(count());
  set_breaks(none);
}

bool DebugMachine::advance(Picos end) {
  begin_ = time();
  end_ = end;
  hits_.clear();
  last_hit_.reset();
  settled_ = Picos{0};
  const bool running = run_to(end);
  std::ranges::sort(hits_, {}, &MachineHit::key);
  return running;
}

bool DebugMachine::stops(unsigned rank, const cpu::BreakReport& report) {
  const Picos time = time_of(rank, report.cycle) + Picos{report.paired};
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

void DebugMachine::broken(unsigned rank) {
  const cpu::BreakReport& report = core(rank).break_report();
  for (const MachineHit& known : hits_)
    if (!known.place && known.rank == static_cast<int>(rank)) return;
  hit({time_of(rank, report.cycle) + Picos{report.paired}, static_cast<int>(rank), report.reason(),
       report.accessed ? report.watched : report.eip, report.write, false, report.instructions});
}

void DebugMachine::accessed(MachineHit access) {
  access.place = true;
  access.reason = cpu::BreakReport::Reason::watch;
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
