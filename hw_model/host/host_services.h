// SPDX-License-Identifier: Apache-2.0
// The calls that firmware makes to the host; implemented by the simulator.
// Calls are made at the simulated instant at which the core's write reaches the system interface.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "hw_model/kernel/time.h"

namespace rc::host {

// The caller's memory as the caller sees it; false where an address is not mapped.
struct GuestMemory {
  std::function<bool(std::uint32_t vaddr, void* data, std::uint32_t bytes)> read;
  std::function<bool(std::uint32_t vaddr, const void* data, std::uint32_t bytes)> write;
};

// One host call: arguments as in the SCC_HOSTCALL_* list of hw_model/arch/scc_map.h.
struct HostCall {
  int core_id = 0;
  int rank = 0;
  std::uint32_t number = 0;
  std::uint32_t args[4] = {};
  kernel::Picos time;
};

struct HostReply {
  std::int32_t result = 0;
  std::int32_t error = 0;  // errno of the firmware's C library
};

class HostServices {
 public:
  virtual ~HostServices() = default;
  // Every call but FAULT and EXIT: those end the run and the program; exited() reports the latter.
  virtual HostReply call(const HostCall& call, const GuestMemory& memory) = 0;
  virtual void exited(int core_id, int rank, int status) = 0;
  // A byte that the core of `rank` sent to an I/O port: `console` is the number of its UART, or the
  // next one for port 0x80.
  virtual void print(int /*rank*/, unsigned /*console*/, char /*byte*/) {}
};

}  // namespace rc::host
