// SPDX-License-Identifier: Apache-2.0
// The heap: what the image and the stack leave of the first 64 MB (sbrk), then private memory above
// that, up to the machine's or to 1 GB. Page tables for the latter are written as the heap grows.
#pragma once

#include <stdint.h>

namespace boot {

char* heap_above(char* top, uint32_t bytes);

}  // namespace boot
