// SPDX-License-Identifier: Apache-2.0
// A machine that cannot go on from what a program did: the place, as numbers for whoever reports it
// and as a part of the line.
#pragma once

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/kernel/time.h"

namespace rc::kernel {

struct Fault {
  int core = 0;  // its id, or the number of a node
  std::uint32_t eip = 0;
  // The address that could not be translated, where a page fault is why: one that was reported, or
  // one that the processor could not deliver.
  std::optional<std::uint32_t> unmapped;
  // What the processor reported, where it could: the vector of the exception, and its error code.
  struct Exception {
    std::uint32_t vector = 0, error_code = 0;
  };
  std::optional<Exception> exception = {};
  // When it was, where its core may have run on since.
  std::optional<Picos> at = {};
};

// The signal that a Unix process would get. Vectors: Pentium Processor Family Developer's Manual,
// volume 3, table 14-1.
inline int signal_of(const Fault& fault) {
  constexpr std::uint32_t kDivide = 0, kBreakpoint = 3, kInvalidOpcode = 6;
  if (!fault.exception) return SIGSEGV;
  switch (fault.exception->vector) {
    case kDivide:
      return SIGFPE;
    case kBreakpoint:
      return SIGTRAP;
    case kInvalidOpcode:
      return SIGILL;
    default:
      return SIGSEGV;
  }
}

class FaultError : public MachineError {
 public:
  // "BEFORE EIP 0x00101086AFTER"; with the name of the place, "BEFORE EIP 0x00101086 (NAME)AFTER".
  FaultError(const Fault& fault, const std::string& before, const std::string& after,
             const std::string& name = {})
      : MachineError(
            before + " EIP " + hex32(fault.eip) + (name.empty() ? name : " (" + name + ")") + after,
            fault.at),
        fault_(fault),
        before_(before),
        after_(after) {}

  const Fault& fault() const { return fault_; }
  FaultError named(const std::string& name) const { return {fault_, before_, after_, name}; }

 private:
  Fault fault_;
  std::string before_, after_;
};

}  // namespace rc::kernel
