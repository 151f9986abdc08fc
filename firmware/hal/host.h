// SPDX-License-Identifier: Apache-2.0
// Calls to the host behind the system interface: console, files, results, end of program.
#pragma once

#include <stdint.h>

namespace hal {

// Lies in private memory, where the host reads and completes it. Numbers: SCC_HOSTCALL_*
// (scc_map.h).
struct HostCall {
  uint32_t number;
  uint32_t argument[4];
  uint32_t result;
  uint32_t error;  // errno, 0 when the call succeeded
};

// Returns when the host has served the call.
HostCall host_call(uint32_t number, uint32_t a0 = 0, uint32_t a1 = 0, uint32_t a2 = 0,
                   uint32_t a3 = 0);

// Reports one result of an experiment; the unit is the experiment's.
void report(const char* name, double value);

}  // namespace hal
