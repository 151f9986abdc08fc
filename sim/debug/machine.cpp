// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/machine.h"

#include <algorithm>
#include <tuple>

namespace rc::sim::debug {

using kernel::Picos;

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
