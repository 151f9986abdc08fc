// SPDX-License-Identifier: Apache-2.0
// Skips the repetitions of single cores that only poll their own MPB while the rest of the tile is
// at work: another core computes, or the mesh brings requests for the MPB. (Where the whole tile
// repeats itself, polling_fast_forward.h skips it.)
//
// After some polls with nothing else of the core's in between, its state is recorded, and compared
// at each later poll. If it is the same, none of its polls waited for the MIU or for the MPB's
// port, and every store in between wrote back what was there, then the core repeats itself as long
// as no other agent wants the MIU or the port in a cycle of its own or writes to what it polls. It
// is parked: its next event is taken out of the tile's queue. Before an event of another agent that
// would disturb it, it goes on: all whole periods are skipped, and the tile simulates what is left
// of the last one, alone, since nothing else met it.
//
// It keeps the state from which it repeats itself. Having gone on, and only polled since, it is
// parked again as soon as it is in that state.
//
// Several cores are parked at a time if their periods are equal and they never meet.
// Changes no cycle and no counter: proven by comparison with fast-forward off
// (tests/unit/scc/tile/skip/lone_polling.cpp, tests/firmware/determinism, `rockcreek soak`).
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "hw_model/scc/tile/skip/tile_parts.h"
#include "hw_model/scc/tile/snapshot.h"

namespace rc::scc {

// One poll, as the tile carries it out undisturbed: a line of the own MPB is read.
struct Poll {
  kernel::Cycle accepted;  // by the MIU
  kernel::Cycle served;    // by the MPB
  std::uint32_t offset;    // of the line
  bool loopback;           // through the mesh interface
};

// What a core repeats: its polls, the first at the begin of a period.
struct Repetition {
  std::vector<Poll> polls;
  kernel::Picos first_time{0};
  cpu::CoreCounters first_counters;  // at that time
  // Since it was parked:
  kernel::Picos parked_at{0}, period{0};
  kernel::Cycle cycles = 0;  // of a period
  ProgressWatch::Period progress;
  cpu::CoreCounters counters;  // of a period
  Event event{};               // its next one at that time

  // The polls of the period that ends with the one accepted at `end`.
  void move_before(kernel::Cycle end);
  // Whether `cycle` of one of the polls is, in some period, from `first` to `last`.
  bool meets(kernel::Cycle Poll::*cycle, kernel::Cycle first, kernel::Cycle last) const;
  bool reads(std::uint32_t offset, std::uint32_t bytes) const;
};

class LonePolling {
 public:
  LonePolling(bool on, const TileParts& parts);

  // Cores, as bits.
  unsigned parked() const { return parked_; }
  // A core is observed, or was found to repeat itself.
  bool watches() const { return watching_ || known_ != 0; }
  bool parked(unsigned unit) const { return (parked_ >> unit & 1) != 0; }
  // A parked core does nothing but wait.
  bool waits(unsigned unit) const { return cores_[unit].repetition.progress.waits(); }

  // --- what happens in the tile, in order of time -----------------------------------------------
  // Core `unit` polls, and the MIU took its request at once, or not. True if it is parked: the
  // caller takes its event out of the queue and hands it to keep().
  bool polls(unsigned unit, const Poll& poll, bool at_once, kernel::Picos time);
  void keep(unsigned unit, const Event& event) { cores_[unit].repetition.event = event; }
  // Core `unit` makes any other request.
  void other_request(unsigned unit);
  // A message for the tile has come.
  void message() { messages_ = true; }
  // A request of core `unit` waited for the port of its own MPB.
  void waited(unsigned unit) {
    if (watching_ && unit == unit_) stop_watching();
  }
  // The MPB is written.
  void written(std::uint32_t offset, std::uint32_t bytes) {
    if (watching_ && cores_[unit_].repetition.reads(offset, bytes)) stop_watching();
    for (unsigned known = known_; known != 0; known &= known - 1) {
      const auto unit = static_cast<unsigned>(std::countr_zero(known));
      if (cores_[unit].repetition.reads(offset, bytes)) forget(unit);
    }
  }
  // PollingFastForward watches the stores of all cores.
  void stop_watching_all() {
    if (watching_) stop_watching();
    forget_all();
  }
  // What was seen of all cores counts no more: the caller changes something else.
  void cancel_detection();

  // --- while cores are parked -------------------------------------------------------------------
  // Whether core `unit` must go on before `event`, of another agent, takes place. `message`: that
  // of the event, if it has one.
  bool disturbs(const Event& event, const Message* message, unsigned unit) const;
  // Moves the core to where the MIU took a poll, before `at`.
  struct Resumed {
    Event event;              // its next one
    kernel::Cycle miu, port;  // from then on free, as far as the core is concerned
  };
  Resumed unpark(unsigned unit, kernel::Picos at);

  // Off: never parks. Not while parked.
  void set(bool on) {
    cancel_detection();
    on_ = on;
  }

 private:
  bool known(unsigned unit) const { return (known_ >> unit & 1) != 0; }

  // Polls of a core before its state is recorded: where its neighbours are at work or parked, where
  // messages come, and where neither is known, since the whole tile may yet repeat itself.
  static constexpr unsigned kBesideWork = 3, kBesideMessages = 16, kAlone = 24;
  static constexpr unsigned kMaxPolls = 16;  // in a period, and until a known one comes back

  struct Core {
    unsigned polls = 0;        // since any other request
    bool beside_work = false;  // another core has made other requests since
    unsigned patience = 1;     // times the polls above; grows with vain comparisons
    Repetition repetition;
    Snapshot first;      // of the core in its first poll
    unsigned tries = 0;  // comparisons since it went on
  };

  bool expects_repetition(unsigned unit) const;
  void start_watching(unsigned unit, const Poll& poll, kernel::Picos time);
  void stop_watching();
  bool same_as_first(unsigned unit, const Poll& poll, kernel::Picos time);
  void other_state(unsigned unit, const Poll& poll);
  void give_up(unsigned unit);
  void keep_repetition(unsigned unit);
  void forget(unsigned unit);
  void forget_all();
  void take_snapshot(unsigned unit, kernel::Picos time, Snapshot& snapshot) const;
  bool meets_parked(const Repetition& repetition) const;
  bool disturbs_mpb(const Event& event, const Message& message, const Repetition& repetition) const;

  bool on_;
  TileParts tile_;
  kernel::Cycle port_cycles_;
  std::vector<Core> cores_;
  bool messages_ = false;  // one has come since the last change of `parked_`
  unsigned parked_ = 0;
  unsigned known_ = 0;  // whose repetition is kept, while they are parked and beyond

  bool watching_ = false;
  unsigned unit_ = 0;  // the core that is watched
};

}  // namespace rc::scc
