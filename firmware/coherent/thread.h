// SPDX-License-Identifier: Apache-2.0
// What a program asks of memory that threads share. The collectives of this folder are written
// against it once; it is carried out by simulated thread agents (sim/experiments/coherence/collectives) and by threads of
// the host (host_threads.h).
//
// Memory is lines of 64 bytes in words of 8, zero at first. A thread's own stores are seen by
// others later, but in their order (total store order); an add waits until they are.
#pragma once

#include <coroutine>
#include <cstdint>

namespace shared_memory {

using Word = std::uint64_t;
using Address = std::uint64_t;  // of a word, a multiple of 8
inline constexpr Address kWordBytes = 8, kLineBytes = 64;

struct Access {
  enum class Kind : std::uint8_t {
    load,
    store,
    add,   // atomic
    wait,  // until the word is at least `value`
    copy   // `lines` lines from `from`, each after the one before
  };
  Kind kind;
  Address address;
  Word value = 0;
  Address from = 0;
  std::uint32_t lines = 0;
};

class Thread {
 public:
  virtual ~Thread() = default;
  // Begins `access`. True: it is done. False: it is under way, and `then` is resumed when it is
  // done, not before this returns. Afterwards `value` is what a load or wait has read. `access`
  // lives until then.
  virtual bool start(Access& access, std::coroutine_handle<> then) = 0;
};

// co_await of one of these is the access; its value is what was read.
class Awaited {
 public:
  Awaited(Thread& thread, const Access& access) : thread_(thread), access_(access) {}
  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> then) { return !thread_.start(access_, then); }
  Word await_resume() const { return access_.value; }

 private:
  Thread& thread_;
  Access access_;
};

inline Awaited load(Thread& thread, Address address) {
  return {thread, {.kind = Access::Kind::load, .address = address}};
}
inline Awaited store(Thread& thread, Address address, Word value) {
  return {thread, {.kind = Access::Kind::store, .address = address, .value = value}};
}
inline Awaited add(Thread& thread, Address address, Word value) {
  return {thread, {.kind = Access::Kind::add, .address = address, .value = value}};
}
inline Awaited wait_for(Thread& thread, Address address, Word least) {
  return {thread, {.kind = Access::Kind::wait, .address = address, .value = least}};
}
inline Awaited copy(Thread& thread, Address to, Address from, std::uint32_t lines) {
  return {thread, {.kind = Access::Kind::copy, .address = to, .from = from, .lines = lines}};
}

}  // namespace shared_memory
