// SPDX-License-Identifier: Apache-2.0
// Addresses of the core's map as pointers, and back.
#pragma once

#include <stdint.h>

#include "hw_model/arch/scc_map.h"

#ifdef ROCKCREEK_NATIVE
#include "firmware/native/native_map.h"
#endif

namespace hal {

#ifdef ROCKCREEK_NATIVE
constexpr uintptr_t kMapBase = NATIVE_BASE;
#else
constexpr uintptr_t kMapBase = 0;
#endif

template <class T>
T* at(uint32_t address) {
  return reinterpret_cast<T*>(kMapBase + address);
}

inline uint32_t address_of(const volatile void* pointer) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pointer) - kMapBase);
}

}  // namespace hal
