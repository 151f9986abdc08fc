// SPDX-License-Identifier: Apache-2.0
// Times for a reader.
#pragma once

#include <cstdio>
#include <string>

#include "hw_model/kernel/time.h"

namespace rc::kernel {

// "12.345 us".
inline std::string microseconds(Picos time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f us", static_cast<double>(time.value) * 1e-6);
  return text;
}

}  // namespace rc::kernel
