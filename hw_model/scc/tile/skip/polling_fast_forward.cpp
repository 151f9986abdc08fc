// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/skip/polling_fast_forward.h"

#include <algorithm>

namespace rc::scc {

using kernel::Cycle;
using kernel::Picos;

namespace {
// Comparisons before the detector waits for a longer streak.
constexpr unsigned kTries = 64;
constexpr unsigned kLongestStreak = 1u << 20;
}  // namespace

bool PollingFastForward::poll(unsigned unit, Picos time) {
  if (!on_ || time < tile_.mesh_clock.settled()) return false;
  if (streak_ == 0) anchor_ = unit;
  if (anchor_ != unit) return false;
  ++streak_;
  return detect(time);
}

bool PollingFastForward::detect(Picos time) {
  if (!watching_) {
    if (streak_ >= wanted_streak_) start_watching(time);
    return false;
  }
  // What is cheap to compare comes first.
  const auto neutral = [](const CorePort& port) {
    return !port.present() || port.core->stores_neutral();
  };
  bool repeats = std::all_of(tile_.ports.begin(), tile_.ports.end(), neutral);
  if (repeats) {
    first_.compare();
    take_snapshot(time, first_);
    repeats = first_.same();
  }
  if (repeats) {
    parked_ = true;
    parked_at_ = time;
    period_ = time - first_time_;
    stop_watching();
  } else if (++tries_ == kTries) {
    stop_watching();
    streak_ = 0;
    wanted_streak_ = std::min(wanted_streak_ * 4, kLongestStreak);
  }
  return parked_;
}

void PollingFastForward::start_watching(Picos time) {
  watching_ = true;
  tries_ = 0;
  first_time_ = time;
  first_counters_ = tile_.counters;
  for (unsigned z = 0; z < tile_.ports.size(); ++z) {
    if (!tile_.ports[z].present()) continue;
    tile_.ports[z].core->watch_stores(true);
    first_cores_[z] = tile_.ports[z].core->counters();
  }
  first_.record();
  take_snapshot(time, first_);
}

void PollingFastForward::stop_watching() {
  watching_ = false;
  for (CorePort& port : tile_.ports) {
    if (port.present()) port.core->watch_stores(false);
  }
}

void PollingFastForward::take_snapshot(Picos time, Snapshot& snapshot) const {
  const Cycle now = tile_.clock.cycle_at(time);
  append(snapshot, time - tile_.mesh_clock.time_of(tile_.mesh_clock.cycle_at(time)));
  tile_.mpb.port().snapshot(now, snapshot);
  tile_.miu.port().snapshot(now, snapshot);
  tile_.events.snapshot(time, snapshot);
  for (const CorePort& port : tile_.ports) {
    if (snapshot.differs()) return;
    append(snapshot, port.state);
    append(snapshot, port.paddr);
    if (!port.asleep()) port.fingerprint(now, snapshot);
  }
}

void PollingFastForward::unpark(Picos at) {
  parked_ = false;
  streak_ = 0;
  // A core may have been ahead of the poll that parked the tile; it is not to be ahead of `at`.
  Picos reached = parked_at_;
  for (const CorePort& port : tile_.ports)
    if (port.present() && !port.asleep())
      reached = std::max(reached, tile_.clock.time_of(port.core->now()));
  const std::uint64_t periods = at > reached ? (at - reached).value / period_.value : 0;
  if (periods == 0) return;
  const Picos time{periods * period_.value};
  const Cycle cycles = time.value / tile_.clock.period().value;
  tile_.events.skip(time, cycles);
  tile_.mpb.port().skip(cycles);
  tile_.miu.port().skip(cycles);
  for (unsigned z = 0; z < tile_.ports.size(); ++z) {
    CorePort& port = tile_.ports[z];
    if (port.asleep()) continue;
    port.skip(cycles, periods, port.core->counters() - first_cores_[z]);
    port.progress.skip(time, period_of(z));
  }
  TileCounters::each([&](const char*, std::uint64_t TileCounters::*counter) {
    tile_.counters.*counter += periods * (tile_.counters.*counter - first_counters_.*counter);
  });
}

}  // namespace rc::scc
