// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/machine.h"

#include <algorithm>
#include <tuple>

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

void DebugMachine::set_breaks(const MachineBreaks& breaks, const std::vector<unsigned>& pass) {
  counting_ = false;
  for (unsigned rank = 0; rank < count(); ++rank) {
    core(rank).set_breaks(breaks.cores[rank]);
    counting_ = counting_ || breaks.cores[rank].count_only;
  }
  for (const unsigned rank : pass) pass_break(rank);
  watch_places(breaks.places);
  set_every_round(breaks.every_round);
}

void DebugMachine::clear_breaks() {
  MachineBreaks none;
  none.cores.resize(count());
  set_breaks(none, {});
}

bool DebugMachine::advance(Picos end) {
  begin_ = time();
  end_ = end;
  hits_.clear();
  const bool running = run_to(end);
  std::ranges::sort(hits_, {}, [](const MachineHit& each) {
    return std::make_tuple(each.time.value, each.rank);
  });
  return running;
}

void DebugMachine::broken(unsigned rank) {
  const cpu::BreakReport& report = core(rank).break_report();
  for (const MachineHit& known : hits_)
    if (!known.place && known.rank == static_cast<int>(rank)) return;
  hit({time_of(rank, core(rank).now()), static_cast<int>(rank), report.reason, report.watched,
       report.write, false});
}

void DebugMachine::accessed(MachineHit access) {
  access.place = true;
  access.reason = cpu::BreakReport::Reason::watch;
  hit(access);
}

// While hits are counted, a core that has come as far as it may just stands. The second instruction
// of an issue group is at the time of the first, which may be past.
void DebugMachine::hit(const MachineHit& hit) {
  const Picos at = std::max(hit.time, begin_);
  if (!counting_ && at + Picos{1} < end_) throw HitTooEarly{at};
  hits_.push_back(hit);
}

}  // namespace rc::sim::debug
