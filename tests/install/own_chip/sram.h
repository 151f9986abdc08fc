// SPDX-License-Identifier: Apache-2.0
// A memory controller of one's own: on-chip memory that serves every access in the same time.
#pragma once

#include <algorithm>

#include "hw_model/scc/systemc/memory_module.h"

class Sram : public rc::scc::MemoryModule {
 public:
  using MemoryModule::MemoryModule;
  const rc::memory::ControllerCounters& counters() const override { return counters_; }

 private:
  rc::kernel::Picos serve(const rc::scc::Message& request, rc::kernel::Picos arrival) override {
    ++(is_write(request.command) ? counters_.writes : counters_.reads);
    free_ = std::max(free_, arrival) + rc::kernel::Picos{5'000};
    return free_ + rc::kernel::Picos{10'000};
  }

  rc::memory::ControllerCounters counters_;
  rc::kernel::Picos free_{0};
};
