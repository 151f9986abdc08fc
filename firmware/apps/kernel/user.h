// SPDX-License-Identifier: Apache-2.0
// What runs in ring 3, and how it calls the kernel: INT 0x80 with a number in EAX, arguments in EBX
// and ECX.
#pragma once

#include <stdint.h>

namespace kernel {

enum SystemCall : uint32_t { kExit, kPrint };  // status; text and bytes

}  // namespace kernel

extern "C" void user_entry();
