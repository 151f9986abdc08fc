// SPDX-License-Identifier: Apache-2.0
#include "hw_model/ipsc/systemc/hypercube_module.h"

#include <algorithm>

#include "hw_model/systemc/sc_time.h"

namespace rc::ipsc {

HypercubeModule::HypercubeModule(sc_core::sc_module_name name, Hypercube& cube, kernel::Picos leap)
    : sc_module(name), cube_(cube), leap_(leap) {
  SC_HAS_PROCESS(HypercubeModule);
  SC_METHOD(step);
  sensitive << wake_;
  dont_initialize();
}

void HypercubeModule::schedule() {
  const kernel::Picos next = cube_.next();
  wake_.cancel();
  if (next >= end_ || cube_.held()) return;
  wake_.notify(systemc::to_sc(std::max(next, systemc::now()) - systemc::now()));
}

void HypercubeModule::step() {
  try {
    cube_.advance(std::min(systemc::now() + leap_, end_));
    schedule();
    if (cube_.held()) sc_core::sc_pause();
  } catch (...) {
    failure_ = std::current_exception();
    sc_core::sc_pause();
  }
}

}  // namespace rc::ipsc
