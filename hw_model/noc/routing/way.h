// SPDX-License-Identifier: Apache-2.0
// One hop for each router and target: the part of a relation that knows a structure.
#pragma once

#include <cstdint>

#include "hw_model/noc/graph/graph.h"

namespace rc::noc {

struct WayStep {
  PortId port = 0;
  std::uint8_t group = 0;  // of the way's own VC groups
};

// A way from every router to every target. Its own groups keep it free of deadlock, unless it says
// otherwise.
class Way {
 public:
  virtual ~Way() = default;
  // `at` is not `target`. `hash` chooses among equals, and is the packet's. kNoPort where the way
  // does not lead to `target`: no packet for it comes there.
  virtual WayStep next(RouterId at, RouterId target, std::uint32_t hash) const = 0;
  virtual unsigned groups() const { return 1; }
  virtual unsigned hash_values() const { return 1; }  // as Routing::hash_values()
};

}  // namespace rc::noc
