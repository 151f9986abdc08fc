// SPDX-License-Identifier: Apache-2.0
// The error type that all parts throw: one line for the user and the exit code of the process,
// 2 = bad usage or input, 3 = the simulated machine failed.
#pragma once

#include <stdexcept>
#include <string>

namespace rc::kernel {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  virtual int exit_code() const = 0;
};

// Unusable input: a file, a key, an option.
class InputError : public Error {
 public:
  using Error::Error;
  int exit_code() const override { return 2; }
};

// The simulated machine cannot continue: fault, deadlock, bad address.
class MachineError : public Error {
 public:
  using Error::Error;
  int exit_code() const override { return 3; }
};

}  // namespace rc::kernel
