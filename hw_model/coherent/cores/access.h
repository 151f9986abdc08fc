// SPDX-License-Identifier: Apache-2.0
// What a thread of a coherent machine does: one access to memory after the other, or nothing for a
// while. A program on the host gives a thread an access and is called back when it is done; from
// there it gives the next one. No instructions are simulated.
//
// Memory is 64-byte lines of eight 8-byte words, at addresses that are multiples of 8. All of it is
// zero at first.
//
// Loads wait for their value. A store is done when it is in the thread's store buffer (TSO): other
// threads see it later, in the order of the stores; the thread itself sees it at once. Atomic
// accesses and fences wait until the buffer is empty.
#pragma once

#include <cstdint>

#include "hw_model/kernel/time.h"

namespace rc::coherent {

using Address = std::uint64_t;
inline constexpr unsigned kWordBytes = 8, kLineBytes = 64, kLineWords = kLineBytes / kWordBytes;

using Line = std::uint64_t;
constexpr Line line_of(Address address) { return address / kLineBytes; }

struct Access {
  enum class Kind : std::uint8_t {
    load,
    store,
    add,               // atomic: word += value
    exchange,          // atomic: word = value
    compare_exchange,  // atomic: word = value if it is `other`
    poll,              // loads until the word is ==, != or >= value
    copy,              // `count` lines from `other` to address, a line at a time, in order
    own,               // the line becomes this core's for writing, not written (state E or M)
    evict,             // the line leaves this core's caches, both levels
    fence,             // until all stores are seen
    compute,           // value cycles
    wait_until         // until the time is `value` picoseconds, as by reading a time-stamp counter
  };
  enum class Until : std::uint8_t { equal, not_equal, at_least };

  Kind kind = Kind::compute;
  Until until = Until::equal;  // of poll
  Address address = 0;
  std::uint64_t value = 0;
  std::uint64_t other = 0;
  std::uint32_t count = 1;
};

inline Access load(Address a) { return {.kind = Access::Kind::load, .address = a}; }
inline Access store(Address a, std::uint64_t value) {
  return {.kind = Access::Kind::store, .address = a, .value = value};
}
inline Access add(Address a, std::uint64_t value) {
  return {.kind = Access::Kind::add, .address = a, .value = value};
}
inline Access exchange(Address a, std::uint64_t value) {
  return {.kind = Access::Kind::exchange, .address = a, .value = value};
}
inline Access compare_exchange(Address a, std::uint64_t expected, std::uint64_t value) {
  return {.kind = Access::Kind::compare_exchange, .address = a, .value = value, .other = expected};
}
// Polling costs nothing while the line stays in the core's cache: the thread looks again when the
// line has been taken away, or a sibling thread has written it.
inline Access poll(Address a, Access::Until until, std::uint64_t value) {
  return {.kind = Access::Kind::poll, .until = until, .address = a, .value = value};
}
inline Access copy(Address to, Address from, std::uint32_t lines) {
  return {.kind = Access::Kind::copy, .address = to, .other = from, .count = lines};
}
inline Access own(Address a) { return {.kind = Access::Kind::own, .address = a}; }
inline Access evict(Address a) { return {.kind = Access::Kind::evict, .address = a}; }
inline Access fence() { return {.kind = Access::Kind::fence}; }
inline Access compute(std::uint64_t cycles) {
  return {.kind = Access::Kind::compute, .value = cycles};
}
inline Access wait_until(kernel::Picos time) {
  return {.kind = Access::Kind::wait_until, .value = time.value};
}

// Who gave a thread its access.
class Waiter {
 public:
  // The access is done, now. `value`: what a load or poll read; what an atomic access found; else
  // 0. The next access of the same thread may be submitted from here.
  virtual void done(std::uint64_t value) = 0;

 protected:
  ~Waiter() = default;
};

// The threads of a machine, as programs see them.
class Threads {
 public:
  virtual ~Threads() = default;
  virtual unsigned cores() const = 0;
  virtual unsigned threads_per_core() const = 0;
  unsigned threads() const { return cores() * threads_per_core(); }
  // Thread `sibling` of core `core`: those of one core share its caches.
  unsigned thread_on(unsigned core, unsigned sibling = 0) const {
    return core * threads_per_core() + sibling;
  }

  // Thread `thread` begins `access` now; `waiter` must live until it is done. std::logic_error if
  // the thread has one under way. kernel::InputError for a thread that the machine does not have,
  // for an address that is none.
  virtual void submit(unsigned thread, const Access& access, Waiter& waiter) = 0;
  virtual kernel::Picos now() const = 0;
  // Lets time pass until nothing more happens: every access is done, or polls for ever. False if
  // some thread still polls: then stuck() names it.
  virtual bool run() = 0;
};

}  // namespace rc::coherent
