// SPDX-License-Identifier: Apache-2.0
// The one port of a box (MIU, MPB, register block): one access at a time, first come first served.
//
// Pins: none; the tile calls reserve() in the order in which requests arrive.
// Cycles: an access occupies the port for `occupancy` cycles; one that arrives earlier than the
// port is free waits.
// Sources: one cycle at the MIU (miu.h), TileParams::mpb_port_cycles and register_port_cycles at the
// others. Who may wait for it is the caller's affair (request_queue.h).
#pragma once

#include <algorithm>

#include "hw_model/scc/tile/snapshot.h"

namespace rc::scc {

class AccessPort {
 public:
  explicit AccessPort(kernel::Cycle occupancy) : occupancy_(occupancy) {}

  // A request arrived at cycle `arrival`; returns the cycle in which its access begins.
  kernel::Cycle reserve(kernel::Cycle arrival) {
    const kernel::Cycle start = std::max(arrival, free_);
    free_ = start + occupancy_;
    return start;
  }

  // The cycle from which on the port is free.
  kernel::Cycle free() const { return free_; }
  void set_free(kernel::Cycle cycle) { free_ = cycle; }

  void snapshot(kernel::Cycle now, Snapshot& snapshot) const {
    append(snapshot, ahead(free_, now));
  }
  void skip(kernel::Cycle cycles) { free_ += cycles; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(free_);
  }

 private:
  kernel::Cycle occupancy_;
  kernel::Cycle free_ = 0;
};

}  // namespace rc::scc
