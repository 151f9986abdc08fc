// SPDX-License-Identifier: Apache-2.0
// The error type that all parts throw: one line for the user and the exit code of the process,
// 2 = bad usage or input, 3 = the simulated machine failed.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "hw_model/kernel/time.h"

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
  MachineError(const std::string& text, std::optional<Picos> at) : Error(text), at_(at) {}
  int exit_code() const override { return 3; }
  // When it was, where the run may have gone on since: cores run ahead of each other, and some things
  // are looked at a little later. Nothing where the state of the machine tells.
  std::optional<Picos> at() const { return at_; }

 private:
  std::optional<Picos> at_;
};

}  // namespace rc::kernel
