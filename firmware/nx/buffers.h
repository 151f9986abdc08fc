// SPDX-License-Identifier: Apache-2.0
// System buffers: where UNFORCED messages wait until a receive for them is posted. One arena, first
// fit; free neighbours are joined. Call with interrupts masked.
#pragma once

#include <stdint.h>

namespace nx {

constexpr uint32_t kArenaBytes = 8u << 20;

// nullptr if no piece of that size is free.
void* allocate_buffer(uint32_t bytes);
void free_buffer(void* buffer);

}  // namespace nx
