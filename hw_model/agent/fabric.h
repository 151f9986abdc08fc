// What lies between the cores' caches: a directory or shared cache, a network, memory. And the
// caches as it sees them.
//
// One request a core and line at a time. The fabric orders the requests for one line: while a core
// is asked for its copy, its own earlier request for the line is done.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "hw_model/agent/access.h"
#include "hw_model/coherence/states.h"
#include "hw_model/kernel/time.h"

namespace rc::agent {

// The caches of all cores, asked by the fabric at the instant in which the question reaches them.
class Caches {
 public:
  virtual coherence::State state(unsigned core, Line line) const = 0;
  // Another core's action changes this core's copy.
  virtual void change(unsigned core, Line line, coherence::State next) = 0;
  // A core's own request is done: it has the line in this state; after an eviction not at all.
  virtual void granted(unsigned core, Line line, coherence::Action action,
                       coherence::State next) = 0;

 protected:
  ~Caches() = default;
};

class Fabric {
 public:
  virtual ~Fabric() = default;
  // Core `core` missed at `now`, or gives the line up; Caches::granted() answers.
  virtual void request(kernel::Picos now, unsigned core, Line line, coherence::Action action) = 0;
  // When it acts next; Picos::never() if it does not.
  virtual kernel::Picos next() const = 0;
  // What happens at next().
  virtual void step() = 0;
};

}  // namespace rc::agent
