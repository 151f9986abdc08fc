// SPDX-License-Identifier: Apache-2.0
// What a core does between two answers from the bus concerns no other part, so it may be computed
// on another thread of the host, beside the rest of the chip. From begin() to end() the core
// belongs to that thread; it stands at start() as far as any other part can know.
//
// Changes no cycle: the core does the same in whatever steps it runs (cpu/core.h), and the tile
// asks for the end before simulated time passes the start.
#pragma once

#include "hw_model/cpu/core.h"
#include "hw_model/kernel/workers.h"

namespace rc::scc {

class RunAhead final : public kernel::Workers::Job {
 public:
  // Without workers there are no run-aheads.
  RunAhead(kernel::Workers* workers, cpu::Core& core) : workers_(workers), core_(core) {
    if (workers_ != nullptr) number_ = workers_->join(*this);
  }

  kernel::Cycle start() const { return start_; }
  void begin(kernel::Cycle limit) {
    start_ = core_.now();
    limit_ = limit;
    cpu::Core::free_x87();  // the core's may be here
    workers_->hand_out(number_);
  }
  // kernel::MachineError: what the core's run() threw.
  cpu::Stop end() {
    workers_->take_back(number_);
    return stop_;
  }

 private:
  void work() override {
    stop_ = core_.run(limit_);
    cpu::Core::free_x87();
  }

  kernel::Workers* workers_;
  cpu::Core& core_;
  unsigned number_ = 0;
  kernel::Cycle start_ = 0, limit_ = 0;
  cpu::Stop stop_ = cpu::Stop::limit;
};

}  // namespace rc::scc
