// SPDX-License-Identifier: Apache-2.0
#include "firmware/apps/kernel/console.h"

#include "firmware/apps/kernel/processor.h"
#include "hw_model/arch/system_interface_map.h"

namespace kernel {
namespace {

constexpr uint16_t kUart = 0x3F8, kLineStatus = kUart + 5;
constexpr uint8_t kReady = 0x20;

void put(Console console, char byte) {
  if (console == Console::debug_port) return out(SCC_DEBUG_PORT, static_cast<uint8_t>(byte));
  while ((in(kLineStatus)&kReady) == 0) {
  }
  out(kUart, static_cast<uint8_t>(byte));
}

}  // namespace

void print(Console console, const char* text, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; ++i) put(console, text[i]);
}

void print(Console console, const char* text) {
  for (; *text != '\0'; ++text) put(console, *text);
}

void print_number(Console console, uint32_t value) {
  char digits[10];
  uint32_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  while (count != 0) put(console, digits[--count]);
}

}  // namespace kernel
