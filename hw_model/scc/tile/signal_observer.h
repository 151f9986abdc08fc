// SPDX-License-Identifier: Apache-2.0
// Who wants to see signals: what the MIU and the MPB of a tile, and the memory controllers, do in
// which cycle. An observer sees and changes nothing: the cycles are the same with and without one.
//
// Each call comes when the simulation knows the times it reports, at or before the first of them. A
// tile that skips polling does not report what it skipped: an observer wants no fast-forward.
#pragma once

#include "hw_model/kernel/changing_clock.h"
#include "hw_model/kernel/time.h"
#include "hw_model/memory/controller.h"
#include "hw_model/scc/message/message.h"

namespace rc::scc {

struct TimeSpan {
  kernel::Picos from{0}, to{0};
};

class SignalObserver {
 public:
  virtual ~SignalObserver() = default;
  // Before the run: the clock of the mesh, which may change later. It lasts as long as the run.
  virtual void mesh_clock(const kernel::ChangingClock& clock) = 0;
  // A request of core request.unit of the tile at `tile` reached the MIU at `arrival`; it leaves
  // the MIU in the cycle `leaving`.
  virtual void requested(const noc::EndPoint& tile, const Message& request, kernel::Picos arrival,
                         TimeSpan leaving) = 0;
  // Core `unit` has the response to it in the cycle `arriving`.
  virtual void answered(const noc::EndPoint& tile, unsigned unit, const Message& response,
                        TimeSpan arriving) = 0;
  // The port of the tile's MPB belongs to `request` during `use`.
  virtual void mpb_used(const noc::EndPoint& tile, const Message& request, TimeSpan use) = 0;
  // The memory controller at `controller` serves a request.
  virtual void memory_used(const noc::EndPoint& controller, const memory::ControllerUse& use) = 0;
};

}  // namespace rc::scc
