// SPDX-License-Identifier: Apache-2.0
// Registers by their address. Reading one may have a side effect.
#pragma once

#include <stdint.h>

#include "firmware/hal/address.h"

#ifdef ROCKCREEK_NATIVE

#include "firmware/hal/native/register.h"

#else

namespace hal {

using Register = volatile uint32_t&;
inline Register register_at(uint32_t address) { return *at<volatile uint32_t>(address); }

// A pointer to a register whose reading has no side effect.
inline volatile uint32_t* plain_register(uint32_t address) { return &register_at(address); }

}  // namespace hal

#endif
