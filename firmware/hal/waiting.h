// SPDX-License-Identifier: Apache-2.0
// A loop that waits for another UE: for (Waiting waiting; !condition; waiting.again()).
//
// On the machine it polls, and this is nothing. Natively a UE that has waited for a while sleeps
// until something is announced, because there may be more UEs than processors; loops that end by
// themselves must not use it.
#pragma once

#ifdef ROCKCREEK_NATIVE
#include "firmware/native/waiting.h"
#endif

namespace hal {

#ifdef ROCKCREEK_NATIVE
using Waiting = native::Waiting;
// What this UE reads next, and what it has written that another may wait for: addresses in message
// passing buffers.
inline void watch(const volatile void* place) { native::watch(place); }
inline void announce(const volatile void* place) { native::announce(place); }
#else
class Waiting {
 public:
  void again() {}
};
inline void watch(const volatile void*) {}
inline void announce(const volatile void*) {}
#endif

}  // namespace hal
