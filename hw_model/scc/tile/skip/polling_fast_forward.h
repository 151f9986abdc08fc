// SPDX-License-Identifier: Apache-2.0
// Skips the repetitions of a tile whose cores only poll their own MPB.
//
// Such a tile repeats itself exactly. After a streak of polls the detector takes a snapshot of the
// whole tile (cores, caches, queues, clock phase) and compares every later one with it. If two are
// equal, and every store in between wrote back the value that was there, the tile parks: nothing is
// simulated until a message arrives, and then unpark() skips all whole periods at once.
//
// Changes no cycle and no counter: proven by comparison with fast-forward off
// (tests/unit/scc/tile/tile.cpp, tests/firmware).
#pragma once

#include <vector>

#include "hw_model/scc/tile/skip/tile_parts.h"
#include "hw_model/scc/tile/snapshot.h"

namespace rc::scc {

class PollingFastForward {
 public:
  PollingFastForward(bool on, const TileParts& parts)
      : on_(on), tile_(parts), first_cores_(parts.ports.size()) {}

  bool parked() const { return parked_; }
  // While it is: core `unit` does nothing but wait.
  bool waits(unsigned unit) const { return period_of(unit).waits(); }
  // The tile's state is recorded and compared. It starts with the next poll of core `unit`.
  bool watching() const { return watching_; }
  bool would_watch(unsigned unit) const {
    return on_ && !watching_ && streak_ + 1 >= wanted_streak_ && (streak_ == 0 || anchor_ == unit);
  }
  // Core `unit` reads its own MPB at `time`; true if the tile parks at that instant. Never before a
  // change of the mesh's clock that is pending.
  bool poll(unsigned unit, kernel::Picos time);
  // Something other than polling happened: what was seen so far counts no more.
  void cancel_detection() {
    streak_ = 0;
    wanted_streak_ = kShortStreak;
    if (watching_) stop_watching();
  }
  // Goes on at `at`, with all whole periods until then accounted for.
  void unpark(kernel::Picos at);
  // Off: never parks. Not while parked.
  void set(bool on) {
    cancel_detection();
    on_ = on;
  }

 private:
  static constexpr unsigned kShortStreak = 8;

  bool detect(kernel::Picos time);
  void start_watching(kernel::Picos time);
  void stop_watching();
  void take_snapshot(kernel::Picos time, Snapshot& snapshot) const;
  ProgressWatch::Period period_of(unsigned unit) const {
    return tile_.ports[unit].progress.since(first_time_);
  }

  bool on_;
  TileParts tile_;
  unsigned streak_ = 0;  // polls of the anchor core without any other event
  unsigned wanted_streak_ = kShortStreak;
  unsigned anchor_ = 0;
  unsigned tries_ = 0;
  bool watching_ = false;
  bool parked_ = false;
  kernel::Picos parked_at_{0};
  kernel::Picos period_{0};

  // The state that a later one is compared with.
  kernel::Picos first_time_{0};
  Snapshot first_;
  std::vector<cpu::CoreCounters> first_cores_;
  TileCounters first_counters_;
};

}  // namespace rc::scc
