// SPDX-License-Identifier: Apache-2.0
#include "sim/run/mark_watch.h"

#include <algorithm>
#include <utility>

namespace rc::sim::run {

void watch_marks(const FirmwareJob& job, CoreWatch& watch, const machine::ElfImage& program,
                 std::function<kernel::Picos(kernel::Cycle)> time_of) {
  if (!job.marks || program.marks.empty()) return;
  cpu::BreakConditions at;
  for (const machine::ProgramMark& mark : program.marks) at.addresses.push_back(mark.address);
  at.stops = [&job, &core = watch.core(), &marks = program.marks,
              time_of = std::move(time_of)](const cpu::BreakReport& report) {
    const auto mark =
        std::ranges::lower_bound(marks, report.eip, {}, &machine::ProgramMark::address);
    // Of the block under way the core has not counted the instructions yet.
    cpu::CoreCounters counters = core.counters();
    counters.instructions = report.instructions;
    job.marks({core.id(), *mark, report.cycle, time_of(report.cycle), counters});
    return false;
  };
  watch.set(CoreWatch::kMarks, std::move(at));
}

}  // namespace rc::sim::run
