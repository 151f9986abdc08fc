// SPDX-License-Identifier: Apache-2.0
// Threads of a coherent machine, driven by a test.
#pragma once

#include "hw_model/coherent/system.h"

namespace rc::test {

inline coherent::SandyBridgeParams sandybridge() {
  coherent::SandyBridgeParams p;
  p.coherence.protocol = "mesif";
  p.cores.cores = 16;
  p.cores.threads_per_core = 2;
  p.cores.clock_mhz = 2600;
  p.cores.l2_bytes = 262144;
  p.cores.l1_ns = 2.3;
  p.cores.l2_cycles = 12;
  p.cores.out_of_order = true;
  p.cores.store_buffer = 36;
  p.cores.store_bytes = 16;
  p.cores.outstanding = 10;
  p.ring.stops = 10;
  p.ring.clock_mhz = 2600;
  p.ring.data_bytes = 32;
  return p;
}

// One access, alone: its value, and how long it took.
struct Alone final : coherent::Waiter {
  Alone(coherent::Cores& on, unsigned thread, const coherent::Access& access)
      : cores(on), begin(on.now()) {
    on.submit(thread, access, *this);
    on.run();
  }
  void done(std::uint64_t found) override {
    value = found;
    ns = static_cast<double>((cores.now() - begin).value) * 1e-3;
  }
  coherent::Cores& cores;
  kernel::Picos begin;
  std::uint64_t value = 0;
  double ns = -1;  // not done
};

}  // namespace rc::test
