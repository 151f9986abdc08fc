// SPDX-License-Identifier: Apache-2.0
// SIGINT, SIGTERM and SIGHUP while something long runs: remembered, so that it can end in order. The
// second one ends the process at once, but not within 0.3 s: timeout(1) sends one to the process and
// another to its group. A SIGHUP that nohup(1) has turned off stays off.
#pragma once

namespace rc::sim::base {

// Takes the signals over for its lifetime. One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // The signal that arrived, or 0.
  static int signal();
};

}  // namespace rc::sim::base
