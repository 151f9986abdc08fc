// SPDX-License-Identifier: Apache-2.0
// The machine cannot go on because its programs wait for each other.
#pragma once

#include <string>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/time.h"

namespace rc::kernel {

// The first instant after `time` at which loops without an end count as a deadlock: `patience` after
// `since`, when anything last changed, twice as long after it, four times, and so on.
inline Picos next_look(Picos since, Picos patience, Picos time) {
  Picos wait = patience;
  while (since + wait <= time) wait = wait + wait;
  return since + wait;
}

class DeadlockError : public MachineError {
 public:
  // `head` says what has stopped and since when; `lines` has one line for each program, each behind
  // a line feed. Since `since` none of them has got on.
  DeadlockError(const std::string& head, const std::string& lines, Picos since)
      : MachineError(head + lines), head_(head), since_(since) {}

  const std::string& head() const { return head_; }
  Picos since() const { return since_; }

 private:
  std::string head_;
  Picos since_;
};

}  // namespace rc::kernel
