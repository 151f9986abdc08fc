// SPDX-License-Identifier: Apache-2.0
// Whether the UEs of a native run wait for each other without end: each shows in shared memory what
// it polls and how often (NativeWait in firmware/native/native_map.h).
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/kernel/fault.h"
#include "sim/base/descriptor.h"

namespace rc::sim::run {

class NativeWatch {
 public:
  // `memory`: the file that the UEs share. kernel::InputError if it cannot be mapped.
  explicit NativeWatch(const base::Descriptor& memory);
  ~NativeWatch();
  NativeWatch(const NativeWatch&) = delete;
  NativeWatch& operator=(const NativeWatch&) = delete;

  // To be called now and then: true if all of these cores have done nothing but poll since the call
  // before last, and nothing was written that concerns one of them.
  bool all_wait_in_vain(const std::vector<int>& cores);
  // As in the report of a deadlock on the machine.
  std::string waiting_on(unsigned core) const;
  // The core in whose part of an MPB lies what it polls; -1: in none.
  int polled_core(unsigned core) const;
  // The core whose lock it polls, and the one that holds a core's lock; -1: none.
  int awaited_lock(unsigned core) const;
  int lock_holder(unsigned core) const;
  // Whether its program uses RCCE, has slept, ended or stopped, and had not called RCCE_init.
  bool never_started(unsigned core) const;
  // What it has stopped for, and the host's number of the thread.
  struct Fault {
    int signal = 0;
    pid_t thread = 0;
    bool stack_overflow = false;
    kernel::Fault fault;  // `eip` tells only whether the address is the instruction's
  };
  std::optional<Fault> fault(unsigned core) const;

 private:
  struct Seen {
    unsigned reads = 0, news = 0;
  };
  const unsigned char* file_;
  std::map<int, Seen> seen_;
  int quiet_looks_ = 0;
};

}  // namespace rc::sim::run
