// SPDX-License-Identifier: Apache-2.0
#include "hw_model/systemc/calendar_module.h"

#include <stdexcept>

#include "hw_model/cpu/core.h"
#include "hw_model/systemc/sc_time.h"

namespace rc::systemc {

CalendarModule::CalendarModule(sc_core::sc_module_name name, unsigned agents)
    : sc_module(name), calendar_(agents) {
  SC_HAS_PROCESS(CalendarModule);
  SC_METHOD(step);
  sensitive << wake_;
}

unsigned CalendarModule::join(CalendarAgent& agent) {
  if (agents_.size() == calendar_.agents()) throw std::logic_error("calendar: too many agents");
  agents_.push_back(&agent);
  return static_cast<unsigned>(agents_.size() - 1);
}

void CalendarModule::step() {
  if (ending_) {
    ending_ = false;
    wake_.notify(sc_core::SC_ZERO_TIME);
    failure_ ? sc_core::sc_stop() : sc_core::sc_pause();
    return;
  }
  const struct X87Guard {
    ~X87Guard() { cpu::Core::free_x87(); }
  } guard;  // tiles leave it in use (scc::TileOptions::keep_x87)
  try {
    ending_ = !calendar_.run(end_, [this](unsigned agent) { agents_[agent]->act(); });
  } catch (...) {
    failure_ = std::current_exception();
    ending_ = true;
  }
  wake_.notify(to_sc(calendar_.present() - now()));
}

}  // namespace rc::systemc
