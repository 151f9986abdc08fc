// Atomic counters of the system interface, SCC facts 2.5: reading one counts it up by one.
#include <stdint.h>

#include "firmware/hal/time.h"
#include "firmware/rcce/internal.h"
#include "iRCCE.h"

namespace {

constexpr int kCounters = 2 * SCC_CORES - rcce::kBarrierCounters;
iRCCE_AIR counters[kCounters];
int allocated;

int* address(uint32_t offset) {
  return const_cast<int*>(reinterpret_cast<volatile int*>(&hal::system_register(offset)));
}

}  // namespace

int iRCCE_atomic_alloc(iRCCE_AIR** counter) {
  if (counter == nullptr || allocated == kCounters) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_MALLOC);
  }
  const auto index = static_cast<uint32_t>(allocated);
  const uint32_t base = index < SCC_CORES ? SCC_GRB_ATOMIC0 : SCC_GRB_ATOMIC1;
  iRCCE_AIR& air = counters[allocated++];
  air.counter = address(base + 8 * (index % SCC_CORES));
  air.init = address(base + 8 * (index % SCC_CORES) + 4);
  *counter = &air;
  return iRCCE_SUCCESS;
}

int iRCCE_atomic_inc(iRCCE_AIR* counter, int* before) {
  const int value = *const_cast<volatile int*>(counter->counter);
  if (before != nullptr) *before = value;
  return iRCCE_SUCCESS;
}

int iRCCE_atomic_read(iRCCE_AIR* counter, int* value) {
  *value = *const_cast<volatile int*>(counter->init);
  return iRCCE_SUCCESS;
}

int iRCCE_atomic_write(iRCCE_AIR* counter, int value) {
  *const_cast<volatile int*>(counter->init) = value;
  return iRCCE_SUCCESS;
}
