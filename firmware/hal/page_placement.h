// SPDX-License-Identifier: Apache-2.0
// Physical pages at random places, as an operating system allocates them.
//
// Firmware runs with virtual equal to physical addresses, so a buffer of up to L2's size meets no
// conflict there. Programs under the chip's Linux got any free frames: too many fell into some sets
// of the physically indexed L2, which missed long before it was full. Measurements made under Linux
// are reproduced with scattered buffers.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace hal {

// Moves the pages of [begin, begin + bytes) to frames drawn at random, without repetition, from
// private memory that is otherwise unused; `seed` and the core's number decide which. The contents
// become zero. `begin` must lie on a page; a last page that is only partly inside moves too.
// Returns false, and moves nothing, if it does not or if too few frames are left.
bool scatter_pages(void* begin, size_t bytes, uint32_t seed);

}  // namespace hal
