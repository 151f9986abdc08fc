// SPDX-License-Identifier: Apache-2.0
// Who wants to know of a core's loads and stores, as `run --check` does. An observer sees and
// changes nothing: the cycles are the same with and without one.
#pragma once

#include <cstdint>

#include "hw_model/kernel/time.h"

namespace rc::cpu {

// A load or a store that is complete as far as the core is concerned, or the part of one within a
// 32-byte line.
struct CoreAccess {
  kernel::Cycle cycle = 0;
  std::uint32_t paddr = 0;  // core physical address, before the LUT
  std::uint32_t eip = 0;    // of the instruction
  std::uint8_t bytes = 0;
  bool store = false;
  bool cached = false;  // a load that a cache of the core answered
};

class CoreAccessObserver {
 public:
  virtual ~CoreAccessObserver() = default;
  // In program order. A store is reported before the bus transaction that carries it is taken.
  virtual void accessed(unsigned unit, const CoreAccess& access) = 0;
};

}  // namespace rc::cpu
