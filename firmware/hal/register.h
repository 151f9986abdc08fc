// Registers by their address: what reads like memory and may do something when it is read.
#pragma once

#include <stdint.h>

#include "firmware/hal/address.h"

#ifdef ROCKCREEK_NATIVE

#include "firmware/native/register.h"

#else

namespace hal {

using Register = volatile uint32_t&;
inline Register register_at(uint32_t address) { return *at<volatile uint32_t>(address); }

// For who wants a pointer to a register that does nothing when it is read.
inline volatile uint32_t* plain_register(uint32_t address) { return &register_at(address); }

}  // namespace hal

#endif
