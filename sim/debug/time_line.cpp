// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/time_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::sim::debug {

using nlohmann::json;

namespace {

// A slice of the run takes about so many seconds of the host; between slices the debugger is heard.
constexpr double kSliceSeconds = 0.1;
constexpr std::uint64_t kLongestSlice = 10'000'000'000, kShortestSlice = 100'000;
// Marks: as far apart, in seconds of the host, and as many at most. A copy costs the run some 50
// ms, for its pages are copied as they are written.
constexpr double kMarkSeconds = 2.0;
constexpr std::size_t kMarks = 24;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

TimeLine::TimeLine(Simulation first, DebugPrograms programs, kernel::Picos limit)
    : now_(std::move(first)), programs_(std::move(programs)), limit_(limit.value) {}

// --- looking and writing -------------------------------------------------------------------------

std::string TimeLine::name(unsigned rank) {
  auto& name = names_[rank];
  if (name.empty()) name = now_.ask({{"do", "name"}, {"rank", rank}}).at("name");
  return name;
}

GdbRegisters TimeLine::registers(unsigned rank) {
  return seen_by(rank)
      .ask({{"do", "registers"}, {"rank", rank}})
      .at("registers")
      .get<GdbRegisters>();
}

void TimeLine::set_registers(unsigned rank, const GdbRegisters& registers) {
  join(rank);
  keep_beginning();
  now_.ask({{"do", "set registers"}, {"rank", rank}, {"registers", registers}});
  changed();
  // It stands wherever it was put, and nothing of that has been told.
  std::erase_if(hits_, [&](const MachineHit& hit) {
    return !hit.place && hit.rank == static_cast<int>(rank);
  });
  from_of_[rank] = 0;
}

std::optional<std::vector<std::uint8_t>> TimeLine::read(unsigned rank, std::uint32_t address,
                                                        std::uint32_t bytes) {
  Simulation& seen = seen_by(rank);
  const json answer =
      seen.ask({{"do", "read"}, {"rank", rank}, {"address", address}, {"bytes", bytes}});
  if (!answer.contains("data")) return std::nullopt;
  auto data = answer["data"].get<std::vector<std::uint8_t>>();
  for (const auto& [first, known] : known_places_) {
    if (first - address >= bytes) continue;
    const auto there =
        seen.ask({{"do", "read place"}, {"place", known.second}, {"bytes", known.first}})
            .at("data")
            .get<std::vector<std::uint8_t>>();
    for (std::size_t i = 0; i < there.size() && first - address + i < data.size(); ++i)
      data[first - address + i] = there[i];
  }
  return data;
}

bool TimeLine::write(unsigned rank, std::uint32_t address, const std::vector<std::uint8_t>& data) {
  join(rank);
  keep_beginning();
  const bool done =
      now_.ask({{"do", "write"}, {"rank", rank}, {"address", address}, {"data", data}}).at("done");
  if (done) changed();
  return done;
}

// Before something is written.
void TimeLine::keep_beginning() {
  if (marks_.empty() && !unwritten_) unwritten_ = now_.copy();
}

void TimeLine::changed() {
  modified_ = true;
  now_.was_written();
  leave_steps();
  foothold_.reset();
  std::erase_if(marks_, [this](const Simulation& mark) { return mark.time() > now_.time(); });
}

void TimeLine::restart() {
  Simulation& first = unwritten_ ? *unwritten_ : marks_.empty() ? now_ : marks_.front();
  Simulation there = first.copy();
  marks_.clear();
  unwritten_.reset();
  shown_ = {};
  modified_ = true;
  move_to(std::move(there));
  stand();
}

// --- forwards ------------------------------------------------------------------------------------

StopEvent TimeLine::go_on(const std::function<bool()>& interrupted) {
  return go_on_until(kNoLimit, interrupted);
}

StopEvent TimeLine::go_on_until(std::uint64_t until, const std::function<bool()>& interrupted) {
  return go_with_all(until, std::nullopt, interrupted);
}

StopEvent TimeLine::step(const StepRequest& wanted, const std::function<bool()>& interrupted) {
  // A core whose program has ended does not step any more.
  if (seen_by(wanted.rank).statuses()[wanted.rank]) return go_on(interrupted);
  if (wanted.alone) return step_alone(wanted, interrupted);
  const std::uint64_t behind = seen_by(wanted.rank).instructions()[wanted.rank] + 1;
  return go_with_all(kNoLimit, RunRequest::Step{wanted.rank, behind, wanted.first, wanted.bytes},
                     interrupted);
}

StopEvent TimeLine::go_with_all(std::uint64_t until, const std::optional<RunRequest::Step>& step,
                                const std::function<bool()>& interrupted) {
  behind_all_.reset();
  behind_of_.clear();
  if (!ahead_.empty()) failure_.reset();
  if (!stops()) join(last_ahead_);  // nobody hears of what the others do meanwhile
  last_ahead_.reset();
  if (const auto event = next_of_instant()) return *event;
  RunRequest request = armed();
  request.step = step;
  request.from = now_.time();
  request.from_of = from_of_;
  const StopEvent event = run(until, request, interrupted);
  forget_reached();
  return event;
}

// --- steps of one core alone -----------------------------------------------------------------------

class TimeLine::Excursion {
 public:
  Excursion(TimeLine& line, Ahead& ahead) : line_(line), ahead_(ahead) { exchange(); }
  ~Excursion() { exchange(); }
  Excursion(const Excursion&) = delete;
  Excursion& operator=(const Excursion&) = delete;

 private:
  void exchange() {
    std::swap(line_.now_, ahead_.simulation);
    std::swap(line_.hits_, ahead_.hits);
    std::swap(line_.told_, ahead_.told);
    std::swap(line_.behind_, ahead_.behind);
    std::swap(line_.foothold_, ahead_.foothold);
  }

  TimeLine& line_;
  Ahead& ahead_;
};

// The whole machine goes on with it, in a simulation of its own: it may need the others.
StopEvent TimeLine::step_alone(const StepRequest& wanted,
                               const std::function<bool()>& interrupted) {
  behind_all_.reset();
  behind_of_.clear();
  auto known = ahead_.extract(wanted.rank);  // a failure forgets the others
  Ahead own = known ? std::move(known.mapped()) : Ahead{now_.copy(), hits_, told_, behind_};
  StopEvent event;
  {
    const Excursion excursion(*this, own);
    RunRequest request = armed();
    request.step = {wanted.rank, now_.instructions()[wanted.rank] + 1, wanted.first, wanted.bytes};
    request.from = now_.time();
    request.only = static_cast<int>(wanted.rank);
    request.places = json::array();
    event = run(kNoLimit, request, interrupted);
  }
  from_of_[wanted.rank] = own.simulation.time();
  last_ahead_ = wanted.rank;
  ahead_.insert_or_assign(wanted.rank, std::move(own));
  return event;
}

Simulation& TimeLine::seen_by(unsigned rank) {
  const auto own = ahead_.find(rank);
  return own == ahead_.end() ? now_ : own->second.simulation;
}

// The present becomes where `rank` is; nothing: it stays.
void TimeLine::join(std::optional<unsigned> rank) {
  if (const auto own = rank ? ahead_.find(*rank) : ahead_.end(); own != ahead_.end()) {
    Ahead there = std::move(own->second);
    now_ = std::move(there.simulation);
    hits_ = std::move(there.hits);
    told_ = there.told;
    behind_ = there.behind;
    foothold_ = std::move(there.foothold);
  }
  leave_steps();
}

void TimeLine::leave_steps() {
  ahead_.clear();
  last_ahead_.reset();
  from_of_.clear();
  behind_all_.reset();
  behind_of_.clear();
}

// Others have come to where it is.
void TimeLine::forget_reached() {
  std::erase_if(from_of_, [this](const auto& of) { return of.second <= now_.time(); });
  std::erase_if(ahead_,
                [this](const auto& of) { return of.second.simulation.time() <= now_.time(); });
}

// What else was hit at the present instant, and is still set. Nothing moves.
std::optional<StopEvent> TimeLine::next_of_instant() {
  for (const MachineHit& hit : hits_) {
    const auto own = from_of_.find(static_cast<unsigned>(hit.rank));
    if (hit.key() <= told_ || hit.time.value >= now_.time() || !is_set(hit) ||
        (own != from_of_.end() && hit.time.value < own->second))
      continue;
    HitKey told = hit.key(), behind = told;
    told.at_address = 1;
    // The way back undoes an access first: a debugger that did not hear of it would go by another value.
    behind.at_address = hit.reason == cpu::BreakReport::Reason::watch ? 1 : 0;
    const StopEvent event = event_of(hit);
    stand(told, behind);
    return event;
  }
  return std::nullopt;
}

// In slices, up to `until`, the first stop, or the end of the programs.
StopEvent TimeLine::run(std::uint64_t until, const RunRequest& wanted,
                        const std::function<bool()>& interrupted) {
  RunRequest request = wanted;
  request.recorded = recorded_;
  StopEvent event;
  if (!foothold_) take_foothold();
  const std::uint64_t began = now_.time();
  until = std::min(until, limit_);
  for (;;) {
    if (now_.over()) {
      event = over_event();
      break;
    }
    if (failure_ || now_.time() >= until) break;
    request.until = std::min(until, now_.time() + slice_);
    const double begin = seconds();
    if (begin - foothold_->made_at > kMarkSeconds) take_foothold();
    const bool went = advance(began, request, interrupted);
    const double took = seconds() - begin;
    if (took < kSliceSeconds / 2) slice_ = std::min(2 * slice_, kLongestSlice);
    if (took > kSliceSeconds * 2) slice_ = std::max(slice_ / 2, kShortestSlice);
    if (!went && failure_) stand_at_fault(interrupted);
    if (!went) break;
    if (const auto hit = next_of_instant()) {
      keep_foothold();
      return *hit;
    }
    if (interrupted()) break;
  }
  stand();
  keep_foothold();
  if (failure_) {
    event.why = StopEvent::Why::failed;
    event.text = failure_->text;
    event.of_rank = failure_->rank.has_value();
    event.rank = failure_->rank.value_or(0);
    event.signal = failure_->signal;
  } else if (event.why == StopEvent::Why::interrupted && now_.time() >= limit_) {
    event.why = StopEvent::Why::failed;
    event.text = "--max-time is reached";
  }
  return event;
}

// To request.until or the first hit. False: the machine failed, and stands before that; or the
// debugger wanted a stop, and it stands at the foothold, or where this run began.
bool TimeLine::advance(std::uint64_t began, RunRequest request,
                       const std::function<bool()>& interrupted) try {
  const std::uint64_t begin = now_.time();
  for (;;) {
    const Simulation::Ran ran = now_.run(request, interrupted);
    if (!ran.early && !ran.failed) {
      hits_ = now_.hits();
      told_ = {};
      now_.show(shown_);
      if (!recorded_.is_null()) fetch_events();
      return !failure_;
    }
    now_ = foothold_->simulation.copy();
    if (ran.early) {
      request.until = *ran.early + 1;
      continue;
    }
    failure_ = ran.failed;
    request.watched = false;
    request.until = std::max(failure_->time, begin);
    if (request.until == now_.time()) return false;
  }
} catch (const Interrupted&) {
  now_ = foothold_->simulation.copy();
  if (now_.time() < began) {  // the foothold is older than this run
    request.until = began;
    now_.run(request, {});
  }
  return false;
}

// A handler has reported the fault, or a library its call: stands before the instruction of the
// program that did it, where its frames are.
void TimeLine::stand_at_fault(const std::function<bool()>& interrupted) try {
  if (!failure_->rank || failure_->places.empty()) return;
  RunRequest request;
  request.programs = programs_.of_rank;
  request.only = static_cast<int>(*failure_->rank);
  request.addresses.resize(programs_.files.size());
  request.addresses[programs_.of_rank[*failure_->rank]] = failure_->places;
  // It fails as before: a node of a hypercube is ahead of the time at which the machine does.
  request.until = kNoLimit;
  request.last_before = HitKey{kNoLimit};
  request.watched = false;
  Simulation probe = foothold_->simulation.copy();
  const Simulation::Ran ran = probe.run(request, interrupted);
  if (!ran.last_hit) return;
  request.last_before.reset();
  request.from = ran.last_hit->time.value;
  request.until = request.from + 1;
  Simulation there = at(foothold_->simulation, request, interrupted);
  auto failure = std::move(failure_);
  auto foothold = std::move(foothold_);
  move_to(std::move(there));
  failure_ = std::move(failure);
  foothold_ = std::move(foothold);
} catch (const Interrupted&) {  // it stands behind the fault
}

// The foothold becomes a mark if the last one is long ago.
void TimeLine::keep_foothold() {
  if (!foothold_) return;
  const bool far = marks_.empty() || foothold_->simulation.time() > marks_.back().time();
  if (!modified_ && (!far || seconds() - kept_at_ < kMarkSeconds)) return;
  marks_.push_back(std::move(foothold_->simulation));
  foothold_.reset();
  kept_at_ = seconds();
  modified_ = false;
  if (marks_.size() <= kMarks) return;
  // The one whose neighbours are nearest, but for the first and the last.
  std::size_t least = 1;
  for (std::size_t i = 1; i + 1 < marks_.size(); ++i) {
    const auto gap = [&](std::size_t k) { return marks_[k + 1].time() - marks_[k - 1].time(); };
    if (gap(i) < gap(least)) least = i;
  }
  marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(least));
}

void TimeLine::take_foothold() {
  Simulation here = now_.copy();
  keep_foothold();
  foothold_ = Foothold{std::move(here), seconds()};
}

void TimeLine::move_to(Simulation there) {
  now_ = std::move(there);
  foothold_.reset();
  now_.show(shown_);
  leave_steps();
  failure_.reset();
  hits_ = now_.hits();
}

// Where nothing was hit.
void TimeLine::stand() {
  hits_.clear();
  stand({now_.time()}, {now_.time()});
}

void TimeLine::stand(const HitKey& told, const HitKey& behind) {
  told_ = told;
  behind_ = behind;
  // A step is told at once, or never; the breakpoint that it led to is pending.
  for (MachineHit& hit : hits_)
    if (hit.reason == cpu::BreakReport::Reason::count && breaks_at(hit))
      hit.reason = cpu::BreakReport::Reason::address;
  std::erase_if(
      hits_, [](const MachineHit& hit) { return hit.reason == cpu::BreakReport::Reason::count; });
}

StopEvent TimeLine::over_event() const {
  StopEvent event;
  event.why = StopEvent::Why::over;
  event.statuses.resize(programs_.files.size());
  for (unsigned rank = 0; rank < now_.statuses().size(); ++rank) {
    int& status = event.statuses[programs_.of_rank[rank]];
    if (status == 0) status = now_.statuses()[rank].value_or(0);
  }
  return event;
}

// --- the end -------------------------------------------------------------------------------------

int TimeLine::finish() {
  marks_.clear();
  foothold_.reset();
  now_.show(shown_);
  return now_.finish();
}

}  // namespace rc::sim::debug
