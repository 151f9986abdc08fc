// SPDX-License-Identifier: Apache-2.0
// Atomic counters of the system interface: reading one increments it (SCC_GRB_ATOMIC* in
// scc_map.h).
#include <stdint.h>

#include "firmware/hal/time.h"
#include "firmware/rcce/internal.h"
#include "iRCCE.h"

namespace {

constexpr int kCounters = 2 * SCC_CORES - rcce::kBarrierCounters;
iRCCE_AIR counters[kCounters];
int allocated;

int* port(uint32_t offset) { return hal::at<int>(SCC_GRB_BASE + offset); }

int nothing() { return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_VAL_UNDEFINED); }

hal::Register at(const int* port) { return hal::register_at(hal::address_of(port)); }

}  // namespace

int iRCCE_atomic_alloc(iRCCE_AIR** counter) {
  if (counter == nullptr || allocated == kCounters) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_MALLOC);
  }
  const auto index = static_cast<uint32_t>(allocated);
  const uint32_t base = index < SCC_CORES ? SCC_GRB_ATOMIC0 : SCC_GRB_ATOMIC1;
  iRCCE_AIR& air = counters[allocated++];
  air.counter = port(base + 8 * (index % SCC_CORES));
  air.init = port(base + 8 * (index % SCC_CORES) + 4);
  *counter = &air;
  return iRCCE_SUCCESS;
}

int iRCCE_atomic_inc(iRCCE_AIR* counter, int* before) {
  if (counter == nullptr) return nothing();
  const auto value = static_cast<int>(at(counter->counter));
  if (before != nullptr) *before = value;
  return iRCCE_SUCCESS;
}

int iRCCE_atomic_read(iRCCE_AIR* counter, int* value) {
  if (counter == nullptr || value == nullptr) return nothing();
  *value = static_cast<int>(at(counter->init));
  return iRCCE_SUCCESS;
}

int iRCCE_atomic_write(iRCCE_AIR* counter, int value) {
  if (counter == nullptr) return nothing();
  at(counter->init) = static_cast<uint32_t>(value);
  return iRCCE_SUCCESS;
}
