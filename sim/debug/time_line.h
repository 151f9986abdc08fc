// SPDX-License-Identifier: Apache-2.0
// The run under a debugger as a line of time: simulations that stand at instants of the past, and
// one that stands at the present. Whatever is between two of them is simulated again when it is
// asked for, which gives the same cycles, so every instant can be returned to.
//
// A stop is exact: the core that hits a break stands before (a watch: behind) its instruction, and
// every other core at the first instruction boundary that is not earlier. The run is simulated up
// to the hit, and then, from a copy of an instant before (a foothold), once more up to that time.
//
// Writing a register or memory changes history: what came later is forgotten.
//
// time_line.cpp has the present and the way forwards, time_line_back.cpp the way back,
// time_line_monitor.cpp the monitor commands.
//
// Errors: kernel::InputError if the host cannot start another process, and for more breakpoints and
// watchpoints than a thousand.
#pragma once

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
  void set_breakpoint(unsigned program, std::uint32_t address, bool on) override;
  void set_watch(unsigned rank, WatchKind kind, std::uint32_t address, std::uint32_t bytes,
                 bool on) override;
  StopEvent go_on(const std::function<bool()>& interrupted) override;
  StopEvent go_back(const std::function<bool()>& interrupted) override;
  StopEvent step(unsigned rank, const std::function<bool()>& interrupted) override;
  StopEvent step_back(unsigned rank, const std::function<bool()>& interrupted) override;
  std::string monitor(const std::vector<std::string>& words, unsigned rank,
                      const std::function<bool()>& interrupted) override;

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
  };

  // Where the run is taken up again after a slice that went too far: on the same way, before the
  // present, no break hit in between. `pass`: ranks that stand there at a break.
  struct Foothold {
    Simulation simulation;
    std::vector<unsigned> pass;
    double made_at;  // host seconds
  };

  void check_room() const;
  void forget_watches();
  RunRequest armed() const;
  StopEvent run(std::uint64_t until, const RunRequest& request,
                const std::function<bool()>& interrupted);
  bool advance(Foothold& foothold, RunRequest request, const std::function<bool()>& interrupted);
  Simulation at(Simulation& from, RunRequest request, const std::function<bool()>& interrupted);
  std::size_t mark_before(const std::function<bool(const Simulation&)>& reached) const;
  void go_to_count(unsigned rank, std::uint64_t count, const std::function<bool()>& interrupted);
  void go_to_time(std::uint64_t time, const std::function<bool()>& interrupted);
  std::optional<StopEvent> last_hit(Simulation& from, std::uint64_t until,
                                    const std::vector<std::uint64_t>& limits,
                                    const std::function<bool()>& interrupted);
  void move_to(Simulation there);
  void keep(Simulation past);
  void keep_present_if_changed();
  void changed();
  StopEvent tell();
  void tell_watch(std::uint32_t accessed, StopEvent& event) const;
  StopEvent over_event() const;
  std::string bind_watches(const std::vector<std::string>& words);
  std::string go_to(const std::vector<std::string>& words, unsigned rank,
                    const std::function<bool()>& interrupted);

  std::deque<Simulation> marks_;  // by time; the first is the beginning
  Simulation now_;
  bool modified_ = true;  // the present is not that of any mark and what follows it
  double kept_at_ = 0;    // host time at which a mark was made last
  std::uint64_t slice_ = 50'000'000;

  DebugPrograms programs_;
  std::uint64_t limit_;
  std::set<std::pair<unsigned, std::uint32_t>> breakpoints_;  // program, address
  // Once it was watched, a place of the chip is read as it is, not as a core sees it: a core that
  // has written sees what it wrote before it is there. By first address: bytes, place.
  std::map<std::uint32_t, std::pair<std::uint32_t, nlohmann::json>> known_places_;
  // GDB takes watches away at every stop and sets them again, whatever thread is chosen then. Each
  // stays with the core for which it was set first.
  std::map<std::tuple<WatchKind, std::uint32_t, std::uint32_t, unsigned>, int> watched_of_;
  std::vector<Watch> watches_;
  std::vector<unsigned> standing_;  // ranks that stand at a break that was reported
  // Before a step in which GDB had no breakpoints: how it gets a core past one. Going on from there
  // finds what other cores hit meanwhile.
  std::optional<Simulation> before_step_;
  std::vector<unsigned> passed_by_step_;
  nlohmann::json hits_ = nlohmann::json::array();  // at the present
  std::uint64_t told_at_ = ~std::uint64_t{0};      // time of the last hit of a place
  std::string failure_;
  HeldOutput::Positions shown_{};
  std::map<unsigned, std::string> names_;
};

}  // namespace rc::sim::debug
