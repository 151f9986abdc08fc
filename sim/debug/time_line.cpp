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
constexpr std::size_t kMostBreaks = 1000;  // and watchpoints; each run is told all of them

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
  return now_.ask({{"do", "registers"}, {"rank", rank}}).at("registers").get<GdbRegisters>();
}

void TimeLine::set_registers(unsigned rank, const GdbRegisters& registers) {
  now_.ask({{"do", "set registers"}, {"rank", rank}, {"registers", registers}});
  changed();
}

std::optional<std::vector<std::uint8_t>> TimeLine::read(unsigned rank, std::uint32_t address,
                                                        std::uint32_t bytes) {
  const json answer =
      now_.ask({{"do", "read"}, {"rank", rank}, {"address", address}, {"bytes", bytes}});
  if (!answer.contains("data")) return std::nullopt;
  auto data = answer["data"].get<std::vector<std::uint8_t>>();
  for (const auto& [first, known] : known_places_) {
    if (first - address >= bytes) continue;
    const auto there =
        now_.ask({{"do", "read place"}, {"place", known.second}, {"bytes", known.first}})
            .at("data")
            .get<std::vector<std::uint8_t>>();
    for (std::size_t i = 0; i < there.size() && first - address + i < data.size(); ++i)
      data[first - address + i] = there[i];
  }
  return data;
}

bool TimeLine::write(unsigned rank, std::uint32_t address, const std::vector<std::uint8_t>& data) {
  const bool done =
      now_.ask({{"do", "write"}, {"rank", rank}, {"address", address}, {"data", data}}).at("done");
  if (done) changed();
  return done;
}

void TimeLine::changed() {
  modified_ = true;
  before_step_.reset();
  std::erase_if(marks_, [this](const Simulation& mark) { return mark.time() > now_.time(); });
}

// --- conditions ----------------------------------------------------------------------------------

void TimeLine::set_breakpoint(unsigned program, std::uint32_t address, bool on) {
  if (on) {
    check_room();
    breakpoints_.emplace(program, address);
  } else {
    breakpoints_.erase({program, address});
  }
}

void TimeLine::set_watch(unsigned rank, WatchKind kind, std::uint32_t address, std::uint32_t bytes,
                         bool on) {
  Watch watch{kind, address, bytes, nullptr, -1, programs_.of_rank[rank]};
  std::erase_if(watches_, [&](const Watch& each) { return each.key() == watch.key(); });
  if (!on) return;
  check_room();
  forget_watches();
  const json answer = now_.ask({{"do", "place"}, {"rank", rank}, {"address", address}});
  if (answer.contains("place")) {
    watch.place = answer["place"];
    known_places_[address] = {bytes, watch.place};
  } else if (!answer["shared"].get<bool>()) {
    watch.rank = watched_of_.try_emplace(watch.key(), static_cast<int>(rank)).first->second;
  }
  watches_.push_back(watch);
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
  before_step_.reset();
}

RunRequest TimeLine::armed() const {
  RunRequest request;
  request.programs = programs_.of_rank;
  request.addresses.resize(programs_.files.size());
  for (const auto& [program, address] : breakpoints_) request.addresses[program].push_back(address);
  for (const Watch& watch : watches_) {
    const bool reads = watch.kind != WatchKind::write, writes = watch.kind != WatchKind::read;
    if (watch.place.is_null()) {
      request.watches.push_back({watch.address, watch.bytes, reads, writes, watch.rank});
    } else {
      request.places.push_back({watch.place[0], watch.place[1], watch.place[2], watch.bytes, reads,
                                writes, watch.address});
    }
    // A round of polling that is skipped reads nothing.
    request.every_round = request.every_round || reads;
  }
  return request;
}

// --- forwards ------------------------------------------------------------------------------------

StopEvent TimeLine::go_on(const std::function<bool()>& interrupted) {
  RunRequest request = armed();
  request.pass = standing_;
  if (before_step_ && !breakpoints_.empty()) {
    now_ = std::move(*before_step_);
    request.pass = passed_by_step_;
  }
  before_step_.reset();
  return run(kNoLimit, request, interrupted);
}

StopEvent TimeLine::step(unsigned rank, const std::function<bool()>& interrupted) {
  RunRequest request = armed();
  request.pass = standing_;
  // A core whose program has ended does not step any more.
  if (now_.statuses()[rank]) return run(kNoLimit, request, interrupted);
  // It stands there, whatever made it stop.
  if (std::ranges::find(request.pass, rank) == request.pass.end()) request.pass.push_back(rank);
  before_step_.reset();
  if (breakpoints_.empty()) {
    before_step_ = now_.copy();
    passed_by_step_ = request.pass;
  }
  request.limits.assign(count(), kNoLimit);
  request.limits[rank] = now_.instructions()[rank] + 1;
  return run(kNoLimit, request, interrupted);
}

// In slices, up to `until`, the first stop, or the end of the programs.
StopEvent TimeLine::run(std::uint64_t until, const RunRequest& wanted,
                        const std::function<bool()>& interrupted) {
  RunRequest request = wanted;
  StopEvent event;
  Foothold foothold{now_.copy(), request.pass, seconds()};
  until = std::min(until, limit_);
  for (;;) {
    if (now_.over()) {
      event = over_event();
      break;
    }
    if (!failure_.empty() || now_.time() >= until) break;
    request.until = std::min(until, now_.time() + slice_);
    const double begin = seconds();
    if (begin - foothold.made_at > kMarkSeconds) {
      Foothold next{now_.copy(), request.pass, begin};
      keep(std::exchange(foothold, std::move(next)).simulation);
    }
    const bool went = advance(foothold, request, interrupted);
    request.pass = standing_;
    const double took = seconds() - begin;
    if (took < kSliceSeconds / 2) slice_ = std::min(2 * slice_, kLongestSlice);
    if (took > kSliceSeconds * 2) slice_ = std::max(slice_ / 2, kShortestSlice);
    if (!went) break;
    if (!hits_.empty()) {
      event = tell();
      break;
    }
    if (interrupted()) break;
  }
  keep(std::move(foothold.simulation));
  if (!failure_.empty()) {
    event.why = StopEvent::Why::failed;
    event.text = failure_;
  } else if (event.why == StopEvent::Why::interrupted && now_.time() >= limit_) {
    event.why = StopEvent::Why::failed;
    event.text = "--max-time is reached";
  }
  return event;
}

// To request.until or the first hit. False: the machine failed, and stands before that; or the
// debugger wanted a stop, and it stands at the foothold.
bool TimeLine::advance(Foothold& foothold, RunRequest request,
                       const std::function<bool()>& interrupted) try {
  told_at_ = kNoLimit;
  const std::uint64_t begin = now_.time();
  for (;;) {
    const std::vector<std::uint64_t> before = now_.instructions();
    const Simulation::Ran ran = now_.run(request, interrupted);
    if (!ran.early && !ran.failed) {
      hits_ = now_.hits();
      // Whoever was to go on and has not had the time stands where it stood.
      standing_.clear();
      for (const unsigned rank : request.pass)
        if (now_.instructions()[rank] == before[rank]) standing_.push_back(rank);
      now_.show(shown_);
      return failure_.empty();
    }
    now_ = foothold.simulation.copy();
    request.pass = foothold.pass;
    if (ran.early) {
      request.until = *ran.early + 1;
      continue;
    }
    failure_ = *ran.failed;
    request.watched = false;
    request.until = std::max(ran.failed_at, begin);
    if (request.until == now_.time()) return false;
  }
} catch (const Interrupted&) {
  now_ = foothold.simulation.copy();
  standing_ = foothold.pass;
  return false;
}

// `past`, where the run came by, becomes a mark if the last one is long ago.
void TimeLine::keep(Simulation past) {
  const bool far = marks_.empty() || past.time() > marks_.back().time();
  if (!modified_ && (!far || seconds() - kept_at_ < kMarkSeconds)) return;
  marks_.push_back(std::move(past));
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

void TimeLine::move_to(Simulation there) {
  now_ = std::move(there);
  now_.show(shown_);
  before_step_.reset();
  standing_.clear();
  failure_.clear();
}

// All cores that hit something at this instant stand there; the event reports one of them.
StopEvent TimeLine::tell() {
  constexpr auto kCount = static_cast<int>(cpu::BreakReport::Reason::count);
  json hit = hits_.front();
  for (const json& each : hits_) {
    if (each["place"].get<bool>()) {
      told_at_ = each["time"];
    } else {
      standing_.push_back(each["rank"]);
    }
    if (each["reason"] == kCount) hit = each;
  }
  hits_.clear();
  StopEvent event;
  const int rank = hit["rank"];
  event.rank = rank < 0 ? 0 : static_cast<unsigned>(rank);
  switch (static_cast<cpu::BreakReport::Reason>(hit["reason"].get<int>())) {
    case cpu::BreakReport::Reason::count:
      event.why = StopEvent::Why::stepped;
      break;
    case cpu::BreakReport::Reason::watch:
      event.why = StopEvent::Why::watch;
      tell_watch(hit["address"], event);
      break;
    default:
      event.why = StopEvent::Why::breakpoint;
      break;
  }
  return event;
}

// GDB knows a watch by its first byte.
void TimeLine::tell_watch(std::uint32_t accessed, StopEvent& event) const {
  event.address = accessed;
  for (const Watch& watch : watches_) {
    if (accessed - watch.address >= watch.bytes) continue;
    event.address = watch.address;
    event.watch = watch.kind;
  }
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
  now_.show(shown_);
  return now_.finish();
}

}  // namespace rc::sim::debug
