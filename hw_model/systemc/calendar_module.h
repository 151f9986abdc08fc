// SPDX-License-Identifier: Apache-2.0
// The process of the SCC: one SC_METHOD that lets all agents act, tiles and mesh, in the order of
// their calendar.
//
// SystemC keeps the structure and the time at which a run begins and ends. Messages go from agent
// to mesh to agent by plain calls (message_port.h). Within one sc_start() the agents are ahead of
// SystemC's time (temporal decoupling): the method runs the calendar to the end of the slice, or to
// the instant in which an agent asks for a pause or fails, and then lets that time follow. So a
// module of the user's behind TLM-2.0 sockets (tlm_adapter.h) must count the annotated delay
// (message_payload.h) and send its answer from within nb_transport_fw, with a delay. One that
// answers later, from a process of its own, is late: the mesh throws std::logic_error.
#pragma once

#include <exception>
#include <systemc>
#include <vector>

#include "hw_model/kernel/calendar.h"

namespace rc::systemc {

// Something that acts by itself.
class CalendarAgent {
 public:
  // The calendar's present has come to the time for which the agent was scheduled.
  virtual void act() = 0;

 protected:
  ~CalendarAgent() = default;
};

class CalendarModule : public sc_core::sc_module {
 public:
  // For up to `agents` agents.
  CalendarModule(sc_core::sc_module_name name, unsigned agents);

  // Agents are numbered in the order in which they join.
  unsigned join(CalendarAgent& agent);
  kernel::Calendar& calendar() { return calendar_; }
  // The next sc_start() ends at `end`.
  void run_to(kernel::Picos end) { end_ = end; }
  // SystemC would turn an exception that leaves a process into a report of its own. What an agent
  // threw is here, and the simulation has stopped; the caller of sc_start() rethrows it.
  const std::exception_ptr& failure() const { return failure_; }

 private:
  void step();

  kernel::Calendar calendar_;
  std::vector<CalendarAgent*> agents_;
  kernel::Picos end_{0};
  bool ending_ = false;  // the calendar has stopped, SystemC's time still moves there
  std::exception_ptr failure_;
  sc_core::sc_event wake_;
};

}  // namespace rc::systemc
