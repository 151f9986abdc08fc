// SPDX-License-Identifier: Apache-2.0
// The run under a debugger as a line of time: simulations that stand at instants of the past, and
// one that stands at the present. Whatever is between two of them is simulated again when it is
// asked for, which gives the same cycles, so every instant can be returned to.
//
// A stop is exact: the core that hits a break stands before (a watch: behind) its instruction, and
// every other core at the first instruction boundary that is not earlier. The run is simulated up
// to the hit, and then, from a copy of an instant before (a foothold), once more up to that time.
//
// All hits have an order (HitKey), and stops are told in it: also several of one instant, one after
// the other. The way back tells the same ones in reverse, from wherever it begins. Only a watch of
// memory stands elsewhere then: before the access.
//
// Writing a register or memory changes history: what came later is forgotten.
//
// time_line.cpp has the present and the way forwards, time_line_back.cpp the way back,
// time_line_breaks.cpp what stops, time_line_held.cpp what a program does that holds it,
// time_line_monitor.cpp the monitor commands.
//
// Errors: kernel::InputError if the host cannot start another process, and for more breakpoints and
// watchpoints than a thousand.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "hw_model/kernel/time.h"
#include "sim/debug/simulation.h"
#include "sim/debug/target.h"

namespace rc::sim::debug {

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

class TimeLine : public DebugTarget {
 public:
  // `first` stands at the beginning. `limit`: the time behind which nothing is simulated.
  TimeLine(Simulation first, DebugPrograms programs, kernel::Picos limit = kernel::Picos::never());

  unsigned count() override { return static_cast<unsigned>(now_.instructions().size()); }
  std::string name(unsigned rank) override;
  const DebugPrograms& programs() override { return programs_; }
  GdbRegisters registers(unsigned rank) override;
  void set_registers(unsigned rank, const GdbRegisters& registers) override;
  std::optional<std::vector<std::uint8_t>> read(unsigned rank, std::uint32_t address,
                                                std::uint32_t bytes) override;
  bool write(unsigned rank, std::uint32_t address, const std::vector<std::uint8_t>& data) override;
  void set_breakpoint(unsigned program, std::uint32_t address, bool hardware, bool on) override;
  void set_watch(unsigned rank, WatchKind kind, std::uint32_t address, std::uint32_t bytes,
                 bool on) override;
  StopEvent go_on(const std::function<bool()>& interrupted) override;
  StopEvent go_back(const std::function<bool()>& interrupted) override;
  void restart() override;
  StopEvent step(const StepRequest& wanted, const std::function<bool()>& interrupted) override;
  StopEvent step_back(const StepRequest& wanted, const std::function<bool()>& interrupted) override;
  std::string monitor(const std::vector<std::string>& words, unsigned rank,
                      const std::function<bool()>& interrupted) override;

  // --- for a program that holds the machine -------------------------------------------------------
  // An instant that can be returned to any number of times, with all that was told up to it.
  class Instant {
   private:
    friend class TimeLine;
    Instant(Simulation there) : simulation_(std::move(there)) {}
    Simulation simulation_;
    std::vector<MachineHit> hits_;
    HitKey told_, behind_;
    std::map<unsigned, std::uint64_t> from_of_;
    Event told_event_;
  };
  Instant instant();
  // The line of time begins there anew: there is no way back behind it.
  void begin_at(Instant& instant);

  // As go_on(), up to that time in ps; Why::interrupted if nothing stopped it before.
  StopEvent go_on_until(std::uint64_t until, const std::function<bool()>& interrupted);
  // Back to where everything before that time has happened. False: interrupted, it stands where it stood.
  bool return_to(std::uint64_t time, const std::function<bool()>& interrupted);
  // Of the present, or of the hit that it stands at.
  std::uint64_t time() const;
  bool over() const { return now_.over(); }
  const std::vector<std::optional<int>>& statuses() const { return now_.statuses(); }
  // A request of checkpoint_process.cpp to the present; a copy of it, for those that spoil what they ask;
  // and what is to be said after one that wrote.
  nlohmann::json ask(const nlohmann::json& request) { return now_.ask(request); }
  Simulation copy() { return now_.copy(); }
  void written() { changed(); }

  // From now on the way forwards records events: calls of addresses, by program; stores to memory as
  // `rank` sees it, of that one only if the memory is its own; messages of the mesh.
  void record_calls(unsigned program, std::uint32_t address);
  // Whether that is so.
  bool record_stores(unsigned rank, std::uint32_t address, std::uint32_t bytes);
  void record_messages();
  void record_nothing() { recorded_ = nullptr; }
  // The next event of what has been simulated, each once.
  std::optional<Event> next_event();

  // As a debugger leaves that has gone.
  void clear_breaks();
  // Lets the run go on to its end without this object; the id of the process that simulates.
  int finish();

 private:
  struct Watch {
    WatchKind kind;
    std::uint32_t address, bytes;
    nlohmann::json place;  // of the chip; null: memory of cores
    int rank = -1;         // whose memory; -1: of all
    unsigned program = 0;  // for which it was set
    auto key() const { return std::make_tuple(kind, address, bytes, program); }
    bool hears_of(const MachineHit& hit) const;
  };

  // Where the run is taken up again after a slice that went too far: on the same way, before the
  // present. What was hit in between is earlier than RunRequest::from. One serves many steps.
  struct Foothold {
    Simulation simulation;
    double made_at;  // host seconds
  };

  // Where a core is that has stepped alone, while all others stay at the present: going on from there
  // finds what they hit meanwhile. A debugger that steps several cores in turn sees each where it left
  // it.
  struct Ahead {
    Simulation simulation;
    std::vector<MachineHit> hits;
    HitKey told, behind;
    std::optional<Foothold> foothold = {};
  };
  // Makes it the present for as long as it lives.
  class Excursion;

  struct Found {
    MachineHit hit;
    std::size_t mark;  // from which it was found
  };

  // What stops.
  void check_room() const;
  void forget_watches();
  bool stops() const { return !breakpoints_.empty() || !watches_.empty(); }
  RunRequest armed() const;
  nlohmann::json& recorded();
  void fetch_events();
  Watch watch_of(unsigned rank, WatchKind kind, std::uint32_t address, std::uint32_t bytes);
  static nlohmann::json wanted_place(const Watch& watch);
  static nlohmann::json wanted_memory(const Watch& watch);
  bool is_set(const MachineHit& hit) const;
  bool breaks_at(const MachineHit& hit) const;
  StopEvent event_of(const MachineHit& hit) const;

  // Forwards.
  StopEvent go_with_all(std::uint64_t until, const std::optional<RunRequest::Step>& step,
                        const std::function<bool()>& interrupted);
  StopEvent run(std::uint64_t until, const RunRequest& request,
                const std::function<bool()>& interrupted);
  bool advance(std::uint64_t began, RunRequest request, const std::function<bool()>& interrupted);
  StopEvent step_alone(const StepRequest& wanted, const std::function<bool()>& interrupted);
  Simulation& seen_by(unsigned rank);
  void join(std::optional<unsigned> rank);
  void leave_steps();
  void forget_reached();
  std::optional<StopEvent> next_of_instant();
  void stand_at_fault(const std::function<bool()>& interrupted);
  StopEvent over_event() const;

  // Backwards.
  Simulation at(Simulation& from, RunRequest request, const std::function<bool()>& interrupted);
  std::size_t mark_before(const std::function<bool(const Simulation&)>& reached) const;
  std::optional<Simulation> at_count(unsigned rank, std::uint64_t count, std::uint64_t until,
                                     const std::function<bool()>& interrupted);
  bool go_to_time(std::uint64_t time, const std::function<bool()>& interrupted);
  std::optional<Found> last_hit(const HitKey& before, std::uint64_t after,
                                const std::function<bool()>& interrupted);
  std::optional<Found> last_untold(const std::function<bool()>& interrupted);
  StopEvent go_to(const Found& found, const std::function<bool()>& interrupted);
  StopEvent go_to_beginning();

  void move_to(Simulation there);
  void stand();
  void stand(const HitKey& told, const HitKey& behind);
  void keep_foothold();
  void take_foothold();
  void keep_present_if_changed();
  void keep_beginning();
  void changed();
  std::string bind_watches(const std::vector<std::string>& words);
  std::string go_to(const std::vector<std::string>& words, unsigned rank,
                    const std::function<bool()>& interrupted);

  std::deque<Simulation> marks_;  // by time; the first is the beginning
  // The beginning as it was, if the debugger wrote before anything ran.
  std::optional<Simulation> unwritten_;
  Simulation now_;
  bool modified_ = true;  // the present is not that of any mark and what follows it
  double kept_at_ = 0;    // host time at which a mark was made last
  std::uint64_t slice_ = 50'000'000;

  DebugPrograms programs_;
  std::uint64_t limit_;
  std::set<std::tuple<unsigned, std::uint32_t, bool>> breakpoints_;  // program, address, hardware
  // Once it was watched, a place of the chip is read as it is, not as a core sees it: a core that
  // has written sees what it wrote before it is there. By first address: bytes, place.
  std::map<std::uint32_t, std::pair<std::uint32_t, nlohmann::json>> known_places_;
  // GDB takes watches away at every stop and sets them again, whatever thread is chosen then. Each
  // stays with the core for which it was set first.
  std::map<std::tuple<WatchKind, std::uint32_t, std::uint32_t, unsigned>, int> watched_of_;
  std::vector<Watch> watches_;
  std::vector<MachineHit> hits_;  // of the present instant, in order
  HitKey told_;                   // up to which of these the debugger has heard
  HitKey behind_;                 // where the way back begins: before this
  // Ranks that are told up to another time than the present.
  std::map<unsigned, std::uint64_t> from_of_;
  std::map<unsigned, Ahead> ahead_;  // by rank
  // Who stepped alone last, if nothing else moved since: the way back begins there.
  std::optional<unsigned> last_ahead_;
  // After steps back, each of one core alone: where the way back of the others begins, and that of each
  // of those.
  std::optional<HitKey> behind_all_;
  std::map<unsigned, HitKey> behind_of_;
  std::optional<Foothold> foothold_;
  nlohmann::json recorded_;   // RunRequest::recorded
  std::deque<Event> events_;  // to be told
  Event told_event_;          // the last of those that were
  std::optional<Simulation::Failure> failure_;
  HeldOutput::Positions shown_{};
  std::map<unsigned, std::string> names_;
};

inline std::uint64_t TimeLine::time() const {
  return hits_.empty() ? now_.time() : std::min(now_.time(), told_.time);
}

}  // namespace rc::sim::debug
