// SPDX-License-Identifier: Apache-2.0
// TimeLine: the way back.
#include <algorithm>

#include "hw_model/kernel/error.h"
#include "sim/debug/time_line.h"

namespace rc::sim::debug {

using kernel::InputError;
using nlohmann::json;

namespace {

// An instant that was returned to gets a mark so shortly before it: the next step back is near.
constexpr std::uint64_t kNear = 20'000'000;

}  // namespace

// The index behind the last mark that satisfies `reached`; 0 if none does.
std::size_t TimeLine::mark_before(const std::function<bool(const Simulation&)>& reached) const {
  std::size_t behind = 0;
  for (std::size_t i = 0; i < marks_.size(); ++i)
    if (reached(marks_[i])) behind = i + 1;
  return behind;
}

// From `from` exactly to the first hit of `request`, or to its end.
Simulation TimeLine::at(Simulation& from, RunRequest request,
                        const std::function<bool()>& interrupted) {
  request.watched = false;  // what has been passed was no deadlock
  for (;;) {
    Simulation there = from.copy();
    const Simulation::Ran ran = there.run(request, interrupted);
    if (ran.failed) throw InputError("the way back failed: " + ran.failed->text);
    if (!ran.early) return there;
    request.until = *ran.early + 1;
  }
}

// The simulation in which `rank`, before `until`, stands where it had executed so many
// instructions, and others where they hit something at that instant; nothing if it never did.
std::optional<Simulation> TimeLine::at_count(unsigned rank, std::uint64_t count,
                                             std::uint64_t until,
                                             const std::function<bool()>& interrupted) {
  // An instruction that is under way at a mark cannot be stopped before from there.
  const std::size_t behind = mark_before([&](const Simulation& mark) {
    const std::uint64_t done = mark.instructions()[rank];
    return mark.time() < until && (done < count || done == 0);
  });
  if (behind == 0) return std::nullopt;
  RunRequest request;
  request.step = {rank, count, 0, 0};
  request.until = until;
  const Simulation alone = at(marks_[behind - 1], request, interrupted);
  if (alone.hits().empty()) return std::nullopt;
  const std::uint64_t time = alone.hits().front().time.value;
  request = armed();
  request.step = {rank, count, 0, 0};
  request.from = time;
  request.until = time + 1;
  Simulation there = at(marks_[behind - 1], request, interrupted);
  // Simulated once more from near it, that mark serves the next step back.
  if (there.time() > marks_[behind - 1].time() + 2 * kNear) {
    RunRequest approach = armed();
    approach.from = kNoLimit;
    approach.until = there.time() - kNear;
    Simulation near = at(marks_[behind - 1], approach, interrupted);
    marks_.insert(marks_.begin() + static_cast<std::ptrdiff_t>(behind), std::move(near));
  }
  return there;
}

// What is accessed on the way counts as a hit behind it, so breaks are set.
bool TimeLine::go_to_time(std::uint64_t time, const std::function<bool()>& interrupted) {
  const std::size_t behind =
      mark_before([&](const Simulation& mark) { return mark.time() <= time; });
  if (behind == 0) return false;
  RunRequest request = armed();
  request.from = kNoLimit;
  request.until = time;
  Simulation there = marks_[behind - 1].copy();
  if (time > there.time()) there = at(marks_[behind - 1], request, interrupted);
  move_to(std::move(there));
  stand();
  return true;
}

StopEvent TimeLine::go_to_beginning() {
  if (!marks_.empty()) move_to(marks_.front().copy());
  stand();
  StopEvent event;
  event.why = StopEvent::Why::beginning;
  return event;
}

StopEvent TimeLine::step_back(const StepRequest& wanted,
                              const std::function<bool()>& interrupted) try {
  const unsigned rank = wanted.rank;
  if (!ahead_.empty()) join(last_ahead_);
  keep_present_if_changed();
  const std::uint64_t done = now_.instructions()[rank];
  if (marks_.empty() || done <= marks_.front().instructions()[rank]) return go_to_beginning();
  auto there = at_count(rank, done - 1, now_.time(), interrupted);
  if (!there) return go_to_beginning();
  const HitKey here{there->time() - 1, 1, static_cast<int>(rank), 1};
  if (!wanted.alone && stops()) {
    const auto found = last_hit(behind_, here.time, interrupted);
    if (found && found->hit.key() > here && found->hit.rank != here.rank)
      return go_to(*found, interrupted);
  }
  const HitKey behind_all = behind_all_.value_or(behind_);
  auto behind_of = std::move(behind_of_);
  move_to(std::move(*there));
  stand(here, {here.time, 1, here.rank, 0});
  if (wanted.alone) {
    behind_all_ = behind_all;
    behind_of_ = std::move(behind_of);
    behind_of_[rank] = behind_;
  }
  StopEvent event;
  event.why = StopEvent::Why::stepped;
  event.rank = rank;
  return event;
} catch (const Interrupted&) {  // it stands where it stood
  return {};
}

StopEvent TimeLine::go_back(const std::function<bool()>& interrupted) try {
  if (!ahead_.empty()) join(last_ahead_);
  keep_present_if_changed();
  const auto found = last_untold(interrupted);
  if (!found) return go_to_beginning();
  auto behind_of = std::move(behind_of_);
  const StopEvent event = go_to(*found, interrupted);
  std::erase_if(behind_of, [&](const auto& of) { return !(of.second < behind_); });
  behind_of_ = std::move(behind_of);
  return event;
} catch (const Interrupted&) {  // it stands where it stood
  return {};
}

// The last hit before the present; of a core that has stepped back alone, before where it is.
std::optional<TimeLine::Found> TimeLine::last_untold(const std::function<bool()>& interrupted) {
  HitKey before = behind_all_.value_or(behind_);
  for (;;) {
    const auto found = last_hit(before, 0, interrupted);
    if (!found || found->hit.rank < 0) return found;
    const auto own = behind_of_.find(static_cast<unsigned>(found->hit.rank));
    if (own == behind_of_.end() || found->hit.key() < own->second) return found;
    before = found->hit.key();
  }
}

// The last hit before `before` of those behind the time `after`; one that is not may be found, too.
std::optional<TimeLine::Found> TimeLine::last_hit(const HitKey& before, std::uint64_t after,
                                                  const std::function<bool()>& interrupted) {
  if (!stops()) return std::nullopt;
  std::optional<Found> last;
  std::uint64_t end = before == HitKey{before.time} ? before.time : before.time + 1;
  for (std::size_t i = mark_before([&](const Simulation& mark) { return mark.time() < end; });
       i > 0; --i) {
    RunRequest request = armed();
    request.until = end;
    request.last_before = before;
    request.watched = false;
    Simulation probe = marks_[i - 1].copy();
    const Simulation::Ran ran = probe.run(request, interrupted);
    if (ran.failed) throw InputError("the way back failed: " + ran.failed->text);
    if (ran.last_hit && (!last || last->hit.key() < ran.last_hit->key()))
      last = Found{*ran.last_hit, i - 1};
    // An instruction that had made its access at the mark is a hit up to `settled`, which a run from
    // an earlier mark sees.
    const std::uint64_t settled = std::max(marks_[i - 1].time(), ran.settled);
    if (settled <= after || (last && last->hit.time.value > settled)) break;
    end = std::min(end, settled + 1);
    if (interrupted()) throw Interrupted{};
  }
  return last;
}

StopEvent TimeLine::go_to(const Found& found, const std::function<bool()>& interrupted) {
  const MachineHit& hit = found.hit;
  const StopEvent event = event_of(hit);
  if (hit.place) {
    go_to_time(hit.time.value, interrupted);
    behind_ = hit.key();
  } else if (hit.reason == cpu::BreakReport::Reason::watch) {
    // Backwards a watch stops before the access, which is now undone.
    if (auto there = at_count(event.rank, hit.instructions - 1, hit.time.value + 1, interrupted)) {
      move_to(std::move(*there));
      stand({now_.time() - 1, 1, hit.rank, 1}, hit.key());
    } else {
      go_to_beginning();
      behind_ = hit.key();
    }
  } else {
    RunRequest request = armed();
    request.from = hit.time.value;
    request.until = hit.time.value + 1;
    // From a mark behind the hit, where this core stands already, no core would hit anything. One
    // where something was written is the only way to what came of it.
    std::size_t mark = found.mark;
    while (mark > 0 && marks_[mark].time() > hit.time.value && !marks_[mark].written()) --mark;
    move_to(at(marks_[mark], request, interrupted));
    if (hits_.empty()) hits_ = {hit};
    stand(hit.key(), hit.key());
  }
  return event;
}

void TimeLine::keep_present_if_changed() {
  if (!modified_ || now_.over()) return;
  marks_.push_back(now_.copy());
  modified_ = false;
}

}  // namespace rc::sim::debug
