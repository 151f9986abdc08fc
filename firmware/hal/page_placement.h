// Physical pages as an operating system hands them out: anywhere.
//
// Firmware runs with virtual equal to physical addresses, so a buffer of up to L2's size meets no
// conflict there. Programs on the chip's Linux got whatever frames were free: some sets of the
// physically indexed L2 got too many and missed long before L2 was full. Measurements made under
// Linux are reproduced with their buffers scattered.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace hal {

// Moves the pages of [begin, begin + bytes) to frames drawn at random, without repetition, from
// private memory that is otherwise unused; `seed` and the core's number decide which. The contents
// become zero. `begin` must lie on a page; a last page that is only partly inside moves too. False,
// and nothing moved, if that is not so or the frames are used up.
bool scatter_pages(void* begin, size_t bytes, uint32_t seed);

}  // namespace hal
