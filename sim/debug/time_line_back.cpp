// SPDX-License-Identifier: Apache-2.0
// TimeLine: the way back.
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
  request.watched = false;
  for (;;) {
    Simulation there = from.copy();
    const Simulation::Ran ran = there.run(request, interrupted);
    if (ran.failed) throw InputError("the way back failed: " + *ran.failed);
    if (!ran.early) return there;
    request.until = *ran.early + 1;
  }
}

void TimeLine::go_to_count(unsigned rank, std::uint64_t target,
                           const std::function<bool()>& interrupted) {
  // An instruction that is under way at a mark cannot be stopped before from there.
  const std::size_t behind = mark_before([&](const Simulation& mark) {
    const std::uint64_t done = mark.instructions()[rank];
    return mark.time() < now_.time() && (done < target || done == 0);
  });
  if (behind == 0) return;
  RunRequest request;
  request.limits.assign(count(), kNoLimit);
  request.limits[rank] = target;
  request.until = std::max(now_.time(), marks_[behind - 1].time() + 1);
  Simulation there = at(marks_[behind - 1], request, interrupted);
  // Simulated once more from near it, that mark serves the next step back.
  const std::uint64_t mark_time = marks_[behind - 1].time();
  if (there.time() > mark_time + 2 * kNear) {
    RunRequest approach;
    approach.until = there.time() - kNear;
    Simulation near = at(marks_[behind - 1], approach, interrupted);
    marks_.insert(marks_.begin() + static_cast<std::ptrdiff_t>(behind), std::move(near));
  }
  move_to(std::move(there));
}

void TimeLine::go_to_time(std::uint64_t time, const std::function<bool()>& interrupted) {
  const std::size_t behind =
      mark_before([&](const Simulation& mark) { return mark.time() <= time; });
  if (behind == 0) return;
  RunRequest request;
  request.until = time;
  Simulation there = marks_[behind - 1].copy();
  if (time > there.time()) there = at(marks_[behind - 1], request, interrupted);
  move_to(std::move(there));
}

StopEvent TimeLine::step_back(unsigned rank, const std::function<bool()>& interrupted) try {
  StopEvent event;
  event.why = StopEvent::Why::stepped;
  event.rank = rank;
  keep_present_if_changed();
  const std::uint64_t done = now_.instructions()[rank];
  if (marks_.empty() || done <= marks_.front().instructions()[rank]) {
    if (!marks_.empty()) move_to(marks_.front().copy());
    event.why = StopEvent::Why::beginning;
    return event;
  }
  go_to_count(rank, done - 1, interrupted);
  return event;
} catch (const Interrupted&) {  // it stands where it stood
  return {};
}

StopEvent TimeLine::go_back(const std::function<bool()>& interrupted) try {
  keep_present_if_changed();
  std::uint64_t until = now_.time();
  std::vector<std::uint64_t> limits = now_.instructions();
  for (std::size_t i = mark_before([&](const Simulation& m) { return m.time() < until; }); i > 0;
       --i) {
    if (auto event = last_hit(marks_[i - 1], until, limits, interrupted)) return *event;
    until = marks_[i - 1].time();
    limits = marks_[i - 1].instructions();
    if (interrupted()) {
      move_to(marks_[i - 1].copy());
      return {};
    }
  }
  if (!marks_.empty()) move_to(marks_.front().copy());
  StopEvent event;
  event.why = StopEvent::Why::beginning;
  return event;
} catch (const Interrupted&) {  // it stands where it stood
  return {};
}

// Goes to the last hit between `from` and the instant that `until` and `limits` describe; nothing
// if there is none.
std::optional<StopEvent> TimeLine::last_hit(Simulation& from, std::uint64_t until,
                                            const std::vector<std::uint64_t>& limits,
                                            const std::function<bool()>& interrupted) {
  RunRequest request = armed();
  request.until = until;
  request.counting = request.every_round = true;
  request.watched = false;  // what has been passed was no deadlock
  request.limits = limits;
  Simulation probe = from.copy();
  const Simulation::Ran ran = probe.run(request, interrupted);
  if (ran.failed) throw InputError("the way back failed: " + *ran.failed);
  json last;
  std::uint64_t last_time = 0;
  for (const json& hit : probe.hits()) {
    const std::uint64_t time = hit["time"];
    if (!hit["place"].get<bool>() || time >= told_at_ || (!last.is_null() && time < last_time))
      continue;
    last = hit;
    last_time = time;
  }
  int rank = -1;
  for (unsigned i = 0; i < count(); ++i) {
    const json& counted = ran.counted[i];
    const std::uint64_t time = counted["time"];
    if (counted["hits"] == 0 || ((rank >= 0 || !last.is_null()) && time < last_time)) continue;
    rank = static_cast<int>(i);
    last_time = time;
  }
  if (rank < 0 && last.is_null()) return std::nullopt;

  if (rank < 0) {
    go_to_time(last_time, interrupted);
    hits_ = json::array({last});
    return tell();
  }
  const json& counted = ran.counted[static_cast<std::size_t>(rank)];
  RunRequest there = armed();
  there.places = json::array();
  there.until = until;
  there.only = rank;
  there.ignore = counted["hits"].get<std::uint64_t>() - 1;
  there.every_round = true;
  const auto at_rank = static_cast<unsigned>(rank);
  Simulation stop = at(from, there, interrupted);
  const std::uint64_t behind = stop.instructions()[at_rank];
  const json hits = stop.hits();
  move_to(std::move(stop));
  StopEvent event;
  event.rank = at_rank;
  event.why = StopEvent::Why::breakpoint;
  if (counted["watch"].get<bool>()) {
    // Backwards a watch stops before the access, which is now undone.
    go_to_count(at_rank, behind - 1, interrupted);
    event.why = StopEvent::Why::watch;
    for (const json& hit : hits)
      if (hit["rank"] == rank) tell_watch(hit["address"], event);
  } else {
    standing_.push_back(at_rank);
  }
  return event;
}

void TimeLine::keep_present_if_changed() {
  if (!modified_ || now_.over()) return;
  marks_.push_back(now_.copy());
  modified_ = false;
}

}  // namespace rc::sim::debug
