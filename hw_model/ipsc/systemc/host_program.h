// SPDX-License-Identifier: Apache-2.0
// A program on the iPSC/860's host, as the machine sees it: something that acts at instants of
// simulated time. The machine is simulated up to such an instant, and not beyond it before the
// program has acted; so what both do is a function of the two programs, however long the host's
// takes.
#pragma once

#include <string>

#include "hw_model/ipsc/message.h"
#include "hw_model/kernel/time.h"

namespace rc::ipsc {

class HostProgram {
 public:
  virtual ~HostProgram() = default;

  // All three return when it acts next: Picos::never() if only something that comes can make it.
  // Everything before `now` has been simulated.
  virtual kernel::Picos act(kernel::Picos now) = 0;
  // A message for it; the sender's process id is in the tag.
  virtual kernel::Picos arrived(const ipsc::Message& message, kernel::Picos time) = 0;
  virtual kernel::Picos ended(unsigned node, int status, kernel::Picos time) = 0;

  virtual bool over() const = 0;  // it has ended
  // For a deadlock's report.
  virtual std::string waiting_on() const = 0;
};

}  // namespace rc::ipsc
