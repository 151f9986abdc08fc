// SPDX-License-Identifier: Apache-2.0
// This process's view of the file that all UEs of a native run share.
#pragma once

#include <stdint.h>

#include "firmware/native/native_map.h"

namespace native {

// The shared file from its beginning (NATIVE_* in native_map.h).
extern volatile unsigned char* shared_file;

// Of all cores, and this one's.
NativeWait* waits();
NativeWait& wait_of_this_core();

// Leaves in the shared file whether the program should have called RCCE_init.
void note_start();

// Ends the process with one line on standard error: "UE 3: ...".
[[noreturn]] __attribute__((format(printf, 1, 2))) void give_up(const char* format, ...);

}  // namespace native
