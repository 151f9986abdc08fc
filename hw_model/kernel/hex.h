// SPDX-License-Identifier: Apache-2.0
// Numbers as messages print them.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace rc::kernel {

// As few digits as it takes: "0x3f".
inline std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

// An address: "0x0000003f".
inline std::string hex32(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

}  // namespace rc::kernel
