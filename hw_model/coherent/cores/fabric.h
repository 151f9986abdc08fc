// SPDX-License-Identifier: Apache-2.0
// What lies between the cores' caches: a directory or shared cache, a network, memory. And the
// caches as it sees them.
//
// One request a core and line at a time. The fabric orders the requests for one line: while a core
// is asked for its copy, its own earlier request for the line is done.
#pragma once

#include <cstdint>

#include "hw_model/coherent/cores/access.h"
#include "hw_model/coherent/protocol/states.h"
#include "hw_model/kernel/time.h"

namespace rc::coherent {

// Stands for the 64 bytes of a line in flight: how often the line had been written.
using Data = std::uint64_t;

// The caches of all cores, asked by the fabric at the instant in which the question reaches them.
class Caches {
 public:
  virtual State state(unsigned core, Line line) const = 0;
  // Of a copy that is there.
  virtual Data data(unsigned core, Line line) const = 0;
  // Another core's action changes this core's copy.
  virtual void change(kernel::Picos now, unsigned core, Line line, State next) = 0;
  // A core's own request is done: it has the line in this state, with these data; after an eviction
  // it has it no more.
  virtual void granted(kernel::Picos now, unsigned core, Line line, State next, Data data) = 0;

 protected:
  ~Caches() = default;
};

class Fabric {
 public:
  virtual ~Fabric() = default;
  // Core `core` missed at `now`, or gives the line up; Caches::granted() answers, later. `now` is
  // not before the last step(). `flush`: of an eviction that a program asked for; a shared cache
  // need not keep the line for others then.
  virtual void request(kernel::Picos now, unsigned core, Line line, Action action, bool flush) = 0;
  // When it acts next; Picos::never() if it does not.
  virtual kernel::Picos next() const = 0;
  // What happens at next().
  virtual void step() = 0;
};

}  // namespace rc::coherent
