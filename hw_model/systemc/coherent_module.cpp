#include "hw_model/systemc/coherent_module.h"

#include <algorithm>

#include "hw_model/systemc/sc_time.h"

namespace rc::systemc {

using kernel::Picos;

CoherentModule::CoherentModule(sc_core::sc_module_name name, coherent::System& system)
    : sc_module(name), cores_(system.cores()) {
  SC_HAS_PROCESS(CoherentModule);
  SC_METHOD(step);
  sensitive << wake_;
  dont_initialize();
}

void CoherentModule::schedule() {
  const Picos next = cores_.next();
  wake_.cancel();
  if (next != Picos::never()) wake_.notify(to_sc(std::max(next, now()) - now()));
}

void CoherentModule::step() {
  try {
    while (cores_.next() <= now()) cores_.step();
    schedule();
  } catch (...) {
    failure_ = std::current_exception();
    sc_core::sc_pause();
  }
}

}  // namespace rc::systemc
