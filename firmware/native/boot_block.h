// SPDX-License-Identifier: Apache-2.0
// What a UE of a native run knows about the run: the words of the boot block.
#pragma once

#include <stdint.h>

#include "firmware/native/native_map.h"
#include "hw_model/arch/scc_map.h"

namespace native {

extern uint32_t boot_block[NATIVE_WORDS];

}  // namespace native
