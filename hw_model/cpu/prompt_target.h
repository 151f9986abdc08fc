// SPDX-License-Identifier: Apache-2.0
// What answers transactions of one core in the very call in which they are raised, so that run()
// need not return for them: memory and registers that no other part reaches before a known cycle.
//
// It must do what the owner would do with the same transaction, and answer with the same cycle; or
// it has no effect, and the transaction goes out as a BusRequest. No cycle is different (tested).
#pragma once

#include <cstdint>

#include "hw_model/kernel/time.h"

namespace rc::cpu {

class PromptTarget {
 public:
  // Leave the transaction to the owner.
  static constexpr kernel::Cycle kNotHere = 0;

  // A read raised at `cycle`: `bytes` as in BusRequest. Returns the cycle of the answer, which must
  // lie before `before`, or kNotHere.
  virtual kernel::Cycle read(std::uint32_t paddr, std::uint32_t bytes, void* data,
                             kernel::Cycle cycle, kernel::Cycle before) = 0;
  // A posted write. Returns the cycle of the acknowledgement, or kNotHere.
  virtual kernel::Cycle write(std::uint32_t paddr, std::uint32_t bytes, const void* data,
                              kernel::Cycle cycle) = 0;
  // The core has raised a posted request for the owner (Core::request()) and could go on. True: the
  // owner has it, as if run() had returned Stop::request, and would call run() again with the same
  // limit. Nothing is asked of the target for the rest of this run().
  virtual bool take_posted() { return false; }

 protected:
  ~PromptTarget() = default;
};

}  // namespace rc::cpu
