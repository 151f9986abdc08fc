// A cache-coherent machine in SystemC: one module that lets the machine's next event happen when
// SystemC's time has come to it. The machine orders its own events; SystemC provides the time, so
// that other modules can act on the same threads in it.
//
// Errors of the machine do not cross SystemC's kernel: the simulation pauses and failure() has
// them.
#pragma once

#include <exception>
#include <systemc>

#include "hw_model/coherent/system.h"

namespace rc::systemc {

class CoherentModule : public sc_core::sc_module {
 public:
  // The system must live as long.
  CoherentModule(sc_core::sc_module_name name, coherent::System& system);

  // After threads were given accesses from outside.
  void schedule();
  const std::exception_ptr& failure() const { return failure_; }

 private:
  void step();

  agent::Cores& cores_;
  sc_core::sc_event wake_;
  std::exception_ptr failure_;
};

}  // namespace rc::systemc
