// SPDX-License-Identifier: Apache-2.0
// The firmware of a core has ended the run, because of a call that its program made.
#pragma once

#include <string>

#include "hw_model/kernel/error.h"

namespace rc::kernel {

class CallError : public MachineError {
 public:
  // `core`: its id, or the number of a node.
  CallError(int core, const std::string& text, Picos at) : MachineError(text, at), core_(core) {}
  int core() const { return core_; }

 private:
  int core_;
};

}  // namespace rc::kernel
