// SPDX-License-Identifier: Apache-2.0
// The devices by which programs reached registers and memories of the chip under its Linux.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace posix {

// Descriptors of devices begin here, far from those of files.
constexpr int kFirstDevice = 0x4000;
inline bool is_device(int file) { return file >= kFirstDevice; }

// Whether `bytes` from there on are registers, message passing buffers or shared memory, all of
// which lie at their physical addresses.
bool on_chip(uint32_t address, size_t bytes);

}  // namespace posix
