#include "sim/debug/time_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"

namespace rc::sim {

using kernel::InputError;
using nlohmann::json;

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
// A slice of the run takes about so many seconds of the host; between slices the debugger is heard.
constexpr double kSliceSeconds = 0.1;
constexpr std::uint64_t kLongestSlice = 10'000'000'000, kShortestSlice = 100'000;
// Marks: as far apart, in seconds of the host, and as many at most.
constexpr double kMarkSeconds = 0.5;
constexpr std::size_t kMarks = 24;
// An instant that was returned to gets a mark so shortly before it: the next step back is near.
constexpr std::uint64_t kNear = 20'000'000;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

StopEvent::Access access_of(WatchKind kind) {
  return kind == WatchKind::write  ? StopEvent::Access::write
         : kind == WatchKind::read ? StopEvent::Access::read
                                   : StopEvent::Access::either;
}

}  // namespace

TimeLine::TimeLine(Simulation first) : now_(std::move(first)) {}

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

void TimeLine::set_breakpoint(std::uint32_t address, bool on) {
  if (on) {
    breakpoints_.insert(address);
  } else {
    breakpoints_.erase(address);
  }
}

void TimeLine::set_watch(unsigned rank, WatchKind kind, std::uint32_t address, std::uint32_t bytes,
                         bool on) {
  Watch watch{kind, address, bytes, nullptr, -1};
  std::erase_if(watches_, [&](const Watch& each) { return each.key() == watch.key(); });
  if (!on) return;
  const json answer = now_.ask({{"do", "place"}, {"rank", rank}, {"address", address}});
  if (answer.contains("place")) {
    watch.place = answer["place"];
    known_places_[address] = {bytes, watch.place};
  } else if (!answer["shared"].get<bool>()) {
    watch.rank = watched_of_.try_emplace(watch.key(), static_cast<int>(rank)).first->second;
  }
  watches_.push_back(watch);
}

void TimeLine::clear_breaks() {
  breakpoints_.clear();
  watches_.clear();
  before_step_.reset();
}

RunRequest TimeLine::armed() const {
  RunRequest request;
  request.addresses.assign(breakpoints_.begin(), breakpoints_.end());
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
  while (now_.time() < until) {
    if (now_.over()) return over_event();
    if (!failure_.empty()) break;
    request.until = std::min(until, now_.time() + slice_);
    const double begin = seconds();
    const bool went = advance(request);
    request.pass = standing_;
    const double took = seconds() - begin;
    if (took < kSliceSeconds / 2) slice_ = std::min(2 * slice_, kLongestSlice);
    if (took > kSliceSeconds * 2) slice_ = std::max(slice_ / 2, kShortestSlice);
    if (!went) break;
    if (!hits_.empty()) return tell();
    if (interrupted()) return event;
  }
  if (!failure_.empty()) {
    event.why = StopEvent::Why::failed;
    event.text = failure_;
  }
  return event;
}

// To request.until or the first hit. False: the machine failed; it stands before that.
bool TimeLine::advance(RunRequest request) {
  told_at_ = kNoLimit;
  for (;;) {
    Simulation next = now_.copy();
    const Simulation::Ran ran = next.run(request);
    if (ran.early) {
      request.until = *ran.early + 1;
      continue;
    }
    if (ran.failed) {
      failure_ = *ran.failed;
      request.watched = false;
      request.until = std::max(ran.failed_at, now_.time());
      if (request.until == now_.time()) return false;
      continue;
    }
    hits_ = ran.hits;
    // Whoever was to go on and has not had the time stands where it stood.
    standing_.clear();
    for (const unsigned rank : request.pass)
      if (next.instructions()[rank] == now_.instructions()[rank]) standing_.push_back(rank);
    keep_present();
    move_to(std::move(next));
    return failure_.empty();
  }
}

// The present becomes a mark, if the last one is long ago.
void TimeLine::keep_present() {
  const bool far = marks_.empty() || now_.time() > marks_.back().time();
  if (!modified_ && (!far || seconds() - kept_at_ < kMarkSeconds)) return;
  if (far || modified_) {
    marks_.push_back(std::move(now_));
    kept_at_ = seconds();
    modified_ = false;
  }
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
}

// All cores that hit something at this instant stand there; one of them is told of.
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
    event.access = access_of(watch.kind);
  }
}

StopEvent TimeLine::over_event() const {
  StopEvent event;
  event.why = StopEvent::Why::over;
  for (const auto& status : now_.statuses())
    if (status && *status != 0 && event.status == 0) event.status = *status;
  return event;
}

// --- backwards -----------------------------------------------------------------------------------

// The index behind the last mark that satisfies `reached`; 0 if none does.
std::size_t TimeLine::mark_before(const std::function<bool(const Simulation&)>& reached) const {
  std::size_t behind = 0;
  for (std::size_t i = 0; i < marks_.size(); ++i)
    if (reached(marks_[i])) behind = i + 1;
  return behind;
}

// From `from` exactly to the first hit of `request`, or to its end.
Simulation TimeLine::at(Simulation& from, RunRequest request) {
  for (;;) {
    Simulation there = from.copy();
    const Simulation::Ran ran = there.run(request);
    if (!ran.early && !ran.failed) return there;
    if (ran.failed && !request.watched) throw InputError("the way back failed: " + *ran.failed);
    if (ran.failed) request.watched = false;
    request.until = ran.early ? *ran.early + 1 : ran.failed_at;
  }
}

void TimeLine::go_to_count(unsigned rank, std::uint64_t target) {
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
  Simulation there = at(marks_[behind - 1], request);
  // Simulated once more from near it, that mark serves the next step back.
  const std::uint64_t mark_time = marks_[behind - 1].time();
  if (there.time() > mark_time + 2 * kNear) {
    RunRequest approach;
    approach.until = there.time() - kNear;
    Simulation near = at(marks_[behind - 1], approach);
    marks_.insert(marks_.begin() + static_cast<std::ptrdiff_t>(behind), std::move(near));
  }
  move_to(std::move(there));
}

void TimeLine::go_to_time(std::uint64_t time) {
  const std::size_t behind =
      mark_before([&](const Simulation& mark) { return mark.time() <= time; });
  if (behind == 0) return;
  RunRequest request;
  request.until = time;
  Simulation there = marks_[behind - 1].copy();
  if (time > there.time()) there = at(marks_[behind - 1], request);
  move_to(std::move(there));
}

StopEvent TimeLine::step_back(unsigned rank) {
  StopEvent event;
  event.why = StopEvent::Why::stepped;
  event.rank = rank;
  keep_present_if_changed();
  const std::uint64_t done = now_.instructions()[rank];
  leave_present();
  if (marks_.empty() || done <= marks_.front().instructions()[rank]) {
    if (!marks_.empty()) move_to(marks_.front().copy());
    event.why = StopEvent::Why::beginning;
    return event;
  }
  go_to_count(rank, done - 1);
  return event;
}

StopEvent TimeLine::go_back(const std::function<bool()>& interrupted) {
  keep_present_if_changed();
  std::uint64_t until = now_.time();
  std::vector<std::uint64_t> limits = now_.instructions();
  leave_present();
  for (std::size_t i = mark_before([&](const Simulation& m) { return m.time() < until; }); i > 0;
       --i) {
    if (auto event = last_hit(marks_[i - 1], until, limits)) return *event;
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
}

// Goes to the last hit between `from` and the instant that `until` and `limits` describe; nothing
// if there is none.
std::optional<StopEvent> TimeLine::last_hit(Simulation& from, std::uint64_t until,
                                            const std::vector<std::uint64_t>& limits) {
  RunRequest request = armed();
  request.until = until;
  request.counting = request.every_round = true;
  request.limits = limits;
  Simulation probe = from.copy();
  const Simulation::Ran ran = probe.run(request);
  if (ran.failed) throw InputError("the way back failed: " + *ran.failed);
  json last;
  std::uint64_t last_time = 0;
  for (const json& hit : ran.hits) {
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
    go_to_time(last_time);
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
  Simulation stop = at(from, there);
  const std::uint64_t behind = stop.instructions()[at_rank];
  const json hits = stop.hits();
  move_to(std::move(stop));
  StopEvent event;
  event.rank = at_rank;
  event.why = StopEvent::Why::breakpoint;
  if (counted["watch"].get<bool>()) {
    // Backwards a watch stops before the access, which is now undone.
    go_to_count(at_rank, behind - 1);
    event.why = StopEvent::Why::watch;
    for (const json& hit : hits)
      if (hit["rank"] == rank) tell_watch(hit["address"], event);
  } else {
    standing_.push_back(at_rank);
  }
  return event;
}

void TimeLine::leave_present() {
  before_step_.reset();
  standing_.clear();
  failure_.clear();
}

void TimeLine::keep_present_if_changed() {
  if (!modified_ || now_.over()) return;
  marks_.push_back(now_.copy());
  modified_ = false;
}

// --- monitor -------------------------------------------------------------------------------------

std::string TimeLine::monitor(const std::vector<std::string>& words, unsigned rank) {
  if (words.empty() || words[0] == "help") {
    return "time                        simulated time, and the cycle of the thread's core\n"
           "cores                       where every core is, and what it waits for\n"
           "goto TIME                   as 20us, 1.5ms, or a cycle of the thread's core\n"
           "watch UE|all                whose memory the watches on private memory are for\n"
           "marks                       instants from which the past is simulated again\n" +
           now_.ask({{"do", "monitor"}, {"rank", rank}, {"words", {"help"}}})
               .value("text", std::string());
  }
  if (words[0] == "time") {
    const json cycle = now_.ask({{"do", "time of"}, {"rank", rank}, {"cycle", 0}});
    return fmt::format("{} ps, cycle {} of {}\n", now_.time(), cycle["cycle"].get<std::uint64_t>(),
                       name(rank));
  }
  if (words[0] == "marks") {
    std::string text;
    for (const Simulation& mark : marks_) text += fmt::format("{} ps\n", mark.time());
    return text.empty() ? "none yet\n" : text;
  }
  if (words[0] == "goto") return go_to(words, rank);
  if (words[0] == "watch") return bind_watches(words);
  const json answer = now_.ask({{"do", "monitor"}, {"rank", rank}, {"words", words}});
  if (answer.contains("error"))
    throw InputError(
        fmt::format("{}: {}", kernel::shown(words[0]), answer["error"].get<std::string>()));
  return answer.at("text");
}

std::string TimeLine::bind_watches(const std::vector<std::string>& words) {
  const std::string word = words.size() == 2 ? words[1] : "";
  const auto rank = parse_whole(word, count() - 1);
  if (!rank && word != "all")
    throw InputError(fmt::format("watch: expected 0 to {}, or all", count() - 1));
  std::string text;
  for (auto& [key, bound] : watched_of_) {
    bound = rank ? static_cast<int>(*rank) : -1;
    text += fmt::format("{:#x}: the memory of {}\n", std::get<1>(key),
                        rank ? name(static_cast<unsigned>(*rank)) : "all cores");
  }
  return text.empty() ? "no watch on private memory was set yet\n" : text;
}

std::string TimeLine::go_to(const std::vector<std::string>& words, unsigned rank) {
  const std::string word = words.size() == 2 ? words[1] : "";
  std::uint64_t time = kNoLimit;
  static constexpr std::pair<std::string_view, double> kUnits[] = {
      {"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"s", 1e12}};
  if (const auto cycle = parse_whole(word)) {
    time = now_.ask({{"do", "time of"}, {"rank", rank}, {"cycle", *cycle}}).at("time");
  } else {
    for (const auto& [unit, picos] : kUnits) {
      if (time != kNoLimit || !word.ends_with(unit)) continue;
      const auto value = parse_real(std::string_view(word).substr(0, word.size() - unit.size()));
      if (value && *value >= 0 && *value * picos < 1e18)
        time = static_cast<std::uint64_t>(*value * picos);
    }
  }
  if (time == kNoLimit)
    throw InputError("goto: expected a time, as 20us or 1.5ms, or a cycle of the thread's core");
  keep_present_if_changed();
  if (time < now_.time()) {
    leave_present();
    go_to_time(time);
  } else {
    before_step_.reset();
    run(time, {}, [] { return false; });
  }
  return fmt::format("{} ps. GDB must forget what it knows: maintenance flush register-cache\n",
                     now_.time());
}

int TimeLine::finish() {
  marks_.clear();
  now_.show(shown_);
  return now_.finish();
}

}  // namespace rc::sim
