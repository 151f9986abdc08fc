// SPDX-License-Identifier: Apache-2.0
#include "firmware/native/waiting.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "firmware/hal/address.h"
#include "firmware/native/boot_block.h"
#include "firmware/native/process.h"

namespace {

constexpr unsigned kReadsToYield = 25, kTurnsToSleep = 100;
constexpr long kShortestSleep = 1'000'000, kLongestSleep = 16'000'000;  // ns

bool waiting = false;  // in a loop that waits for another UE
unsigned reads = 0, turns = 0;
unsigned seen_news = 0;
long sleep_ns = kShortestSleep;

NativeWait& own() { return native::wait_of_this_core(); }

unsigned load(const unsigned& word) { return __atomic_load_n(&word, __ATOMIC_SEQ_CST); }
void store(unsigned& word, unsigned value) { __atomic_store_n(&word, value, __ATOMIC_SEQ_CST); }

// The core whose buffer it is in; SCC_CORES if it is in none.
unsigned buffer_of(unsigned address) {
  const unsigned tile = (address - SCC_MPB_BASE) / SCC_SLOT_SIZE;
  const unsigned offset = address % SCC_SLOT_SIZE;
  if (address < SCC_MPB_BASE || tile >= SCC_TILES || offset >= SCC_MPB_PER_TILE) return SCC_CORES;
  return tile * SCC_CORES_PER_TILE + offset / SCC_MPB_PER_CORE;
}

bool is_register(unsigned address) { return address >= SCC_CRB_BASE; }

void wake(NativeWait& wait) {
  __atomic_fetch_add(&wait.news, 1, __ATOMIC_SEQ_CST);
  if (load(wait.asleep) == 0 || __atomic_exchange_n(&wait.asleep, 0, __ATOMIC_SEQ_CST) == 0) return;
  syscall(SYS_futex, &wait.asleep, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

template <class Concerned>
void wake_all(Concerned concerned) {
  native::busy();
  for (unsigned core = 0; core < SCC_CORES; ++core) {
    NativeWait& wait = native::waits()[core];
    if (concerned(core, load(wait.watched))) wake(wait);
  }
}

void sleep_until_news() {
  native::note_start();
  store(own().idle, 1);
  const timespec time = {0, sleep_ns};
  syscall(SYS_futex, &own().asleep, FUTEX_WAIT, 1, &time, nullptr, 0);
  if (sleep_ns < kLongestSleep) sleep_ns *= 2;
}

}  // namespace

void native::busy() {
  turns = 0;
  sleep_ns = kShortestSleep;
  if (shared_file == nullptr) return;
  if (load(own().asleep) != 0) store(own().asleep, 0);
  if (load(own().idle) != 0) store(own().idle, 0);
}

// A partner that is running answers within a few reads; one that is not needs the processor.
void native::poll() {
  __atomic_fetch_add(&own().reads, 1, __ATOMIC_RELAXED);
  if (!waiting && load(own().idle) != 0) store(own().idle, 0);
  if (++reads % kReadsToYield == 0) sched_yield();
}

native::Waiting::Waiting() : outer_(waiting) {
  waiting = true;
  turns = 0;
}

native::Waiting::~Waiting() {
  waiting = outer_;
  busy();
}

void native::Waiting::again() {
  NativeWait& wait = own();
  const unsigned news = load(wait.news);
  if (news != seen_news) {
    seen_news = news;
    busy();
  }
  if (load(wait.asleep) != 0) {
    sleep_until_news();
  } else if (++turns >= kTurnsToSleep) {
    // The caller looks once more: what was written before now is seen, and later news wakes.
    store(wait.asleep, 1);
  }
}

void native::watch(const volatile void* place) { store(own().watched, hal::address_of(place)); }
void native::watch_register(unsigned address) { store(own().watched, address); }

void native::announce(const volatile void* place) {
  const unsigned owner = buffer_of(hal::address_of(place));
  wake_all([owner](unsigned core, unsigned watched) {
    return core == owner || buffer_of(watched) == owner;
  });
}

void native::announce_register() {
  wake_all([](unsigned, unsigned watched) { return is_register(watched); });
}
