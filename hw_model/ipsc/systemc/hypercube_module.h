// SPDX-License-Identifier: Apache-2.0
// The hypercube as a SystemC module: one process advances it whenever it has something to do.
#pragma once

#include <exception>
#include <systemc>

#include "hw_model/ipsc/hypercube.h"
#include "hw_model/kernel/time.h"

namespace rc::ipsc {

/// Advances a Hypercube in SystemC's time.
class HypercubeModule : public sc_core::sc_module {
 public:
  /// `leap`: how far the hypercube runs in one SystemC event. No effect on simulated time.
  HypercubeModule(sc_core::sc_module_name name, Hypercube& cube, kernel::Picos leap);

  /// To be called after each change of what the hypercube does next.
  void schedule();
  /// Nothing at or after `end` is simulated.
  void stop_before(kernel::Picos end) { end_ = end; }
  /// What the hypercube threw, if anything: exceptions must not cross the SystemC kernel, which is
  /// paused instead.
  const std::exception_ptr& failure() const { return failure_; }

 private:
  void step();

  Hypercube& cube_;
  kernel::Picos leap_;
  kernel::Picos end_ = kernel::Picos::never();
  sc_core::sc_event wake_;
  std::exception_ptr failure_;
};

}  // namespace rc::ipsc
