// SPDX-License-Identifier: Apache-2.0
// How UEs of a native run wait for each other. There may be more of them than the host has
// processors, so one that has polled in vain for a while sleeps until what it watches is written,
// and shows in shared memory what that is: the parent then knows a deadlock when it sees one.
#pragma once

namespace native {

// Called at every read of what another UE may change.
void poll();

// As hal::Waiting.
class Waiting {
 public:
  Waiting();
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  // To be called once in each turn, before what is waited for is looked at.
  void again();

 private:
  bool outer_;
};

// What the reads that follow are of: an address of the core's map, as a pointer or a number.
void watch(const volatile void* place);
void watch_register(unsigned address);
// A store has been made that another UE may wait for. Wakes who watches that core's buffer, its
// owner included, or any register.
void announce(const volatile void* place);
void announce_register();
// This UE did something else than to wait.
void busy();

}  // namespace native
