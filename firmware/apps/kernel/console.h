// SPDX-License-Identifier: Apache-2.0
// Two consoles of the host: the UART at port 0x3F8, which is polled, and port 0x80 for messages of the
// start-up, before anything else works.
#pragma once

#include <stdint.h>

namespace kernel {

enum class Console { uart, debug_port };

void print(Console console, const char* text);
void print(Console console, const char* text, uint32_t bytes);
void print_number(Console console, uint32_t value);

}  // namespace kernel
