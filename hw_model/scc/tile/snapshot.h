// SPDX-License-Identifier: Apache-2.0
// A snapshot: the state of the boxes of a tile as bytes, with times relative to the present, so
// that equal snapshots mean equal futures. Every box with state of its own has
//   void snapshot(now, Snapshot&) const   appends what decides its future
//   void skip(...)                        moves its times forward
// which skip/polling_fast_forward.h puts together.
#pragma once

#include "hw_model/kernel/state_image.h"
#include "hw_model/kernel/time.h"

namespace rc::scc {

using Snapshot = kernel::StateImage;

template <class T>
void append(Snapshot& snapshot, const T& value) {
  snapshot.append(value);
}

// Cycles from `now` to `cycle`; what has passed makes no difference.
inline kernel::Cycle ahead(kernel::Cycle cycle, kernel::Cycle now) {
  return cycle > now ? cycle - now : 0;
}

}  // namespace rc::scc
