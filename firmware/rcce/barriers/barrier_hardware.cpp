// SPDX-License-Identifier: Apache-2.0
// RWTH's barriers over other hardware than message passing buffers: the test-and-set registers
// (TNS) and two atomic counters of the system interface (AIR). For communicators of all UEs.
#include "barrier_flags.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/time.h"
#include "firmware/hal/waiting.h"
#include "firmware/rcce/backoff.h"
#include "firmware/rcce/rank_window.h"

namespace {

// Reading counts arrivals up. Two counters are used in turn: the last UE to arrive sets one to zero
// while the first to leave may already count on the other.
class Counters {
 public:
  // Returns how many UEs had arrived before.
  uint32_t enter() {
    const uint32_t before = counter(0);
    waiting_ = before + 1 < static_cast<uint32_t>(RCCE_NP);
    if (!waiting_) counter(kPlain) = 0;
    return before;
  }
  uint32_t arrived() const { return counter(kPlain); }
  // True once all have come.
  bool open() {
    waiting_ = waiting_ && arrived() != 0;
    return !waiting_;
  }
  void leave() { turn_ = 1 - turn_; }

 private:
  static constexpr uint32_t kPlain = 4;  // reads without counting
  static constexpr uint32_t kFirst = SCC_GRB_ATOMIC1 + 8 * (SCC_CORES - rcce::kBarrierCounters);
  hal::Register counter(uint32_t port) const {
    return hal::system_register(kFirst + 8 * turn_ + port);
  }
  uint32_t turn_ = 0;
  bool waiting_ = false;
};
Counters counters;

// Every UE takes the first register that is free, in rank order, and waits until it can take it
// again. The one that finds the last register frees the first. Who gets on frees its own register
// and the next, so the release passes through all. Whoever is back sooner for the next barrier
// finds the registers behind it free.
class Registers {
 public:
  void enter() {
    place_ = 0;
    while (!rcce::test_and_set(place_)) place_ = last() ? 0 : place_ + 1;
    if (last()) rcce::test_and_set_release(0);
  }
  bool open() {
    if (!rcce::test_and_set(place_)) return false;
    rcce::test_and_set_release(place_);
    if (!last()) rcce::test_and_set_release(place_ + 1);
    return true;
  }

 private:
  bool last() const { return place_ == RCCE_NP - 1; }
  int place_ = 0;
};
Registers registers;

}  // namespace

int RCCE_AIR_barrier(RCCE_COMM* comm) {
  if (!rcce::is_world(comm)) return RCCE_barrier(comm);
  static rcce::Backoff backoff;
  backoff.begin(RC_MY_COREID);
  counters.enter();
  while (!counters.open()) backoff.wait();
  counters.leave();
  return RCCE_SUCCESS;
}

// A waiting UE estimates from the arrivals since its last read when the rest will arrive, and reads
// again after half of that time.
int RCCE_AIR_barrier2(RCCE_COMM* comm) {
  constexpr uint64_t kLeast = 64, kMax = 8192;  // core cycles
  if (!rcce::is_world(comm)) return RCCE_barrier(comm);
  uint32_t before = counters.enter() + 1;
  uint64_t wait = kLeast;
  while (!counters.open()) {
    const uint64_t until = hal::cycles() + wait;
    while (hal::cycles() < until) {
    }
    const uint32_t now = counters.arrived();
    if (now == 0) continue;
    const auto missing = static_cast<uint32_t>(RCCE_NP) - now;
    wait = now > before ? wait * missing / (2 * (now - before)) : wait * 2;
    if (wait < kLeast) wait = kLeast;
    if (wait > kMax) wait = kMax;
    before = now;
  }
  counters.leave();
  return RCCE_SUCCESS;
}

int RCCE_nb_AIR_barrier(RCCE_COMM* comm) {
  static bool inside = false;
  if (!rcce::is_world(comm)) return RCCE_nb_barrier(comm);
  if (!inside) counters.enter();
  inside = !counters.open();
  if (inside) return RCCE_PENDING;
  counters.leave();
  return RCCE_SUCCESS;
}

#ifdef SINGLEBITFLAGS

// Flags of a bit need the registers themselves.
int RCCE_TNS_barrier(RCCE_COMM* comm) { return RCCE_barrier(comm); }
int RCCE_nb_TNS_barrier(RCCE_COMM* comm) { return RCCE_nb_barrier(comm); }

#else

int RCCE_TNS_barrier(RCCE_COMM* comm) {
  if (!rcce::is_world(comm)) return RCCE_barrier(comm);
  registers.enter();
  for (hal::Waiting waiting; !registers.open(); waiting.again()) {
  }
  return RCCE_SUCCESS;
}

int RCCE_nb_TNS_barrier(RCCE_COMM* comm) {
  static bool inside = false;
  if (!rcce::is_world(comm)) return RCCE_nb_barrier(comm);
  if (!inside) registers.enter();
  inside = !registers.open();
  return inside ? RCCE_PENDING : RCCE_SUCCESS;
}

#endif
