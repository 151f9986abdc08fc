// The one error type that crosses module borders: a single clear line for the user and the exit
// code of design contract: 2 = bad usage or input, 3 = the simulated machine failed.
#pragma once

#include <stdexcept>
#include <string>

namespace rc::kernel {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  virtual int exit_code() const = 0;
};

// The user gave something we cannot use: a file, a key, an option.
class InputError : public Error {
 public:
  using Error::Error;
  int exit_code() const override { return 2; }
};

// The simulated machine did something no machine could go on from: fault, deadlock, bad address.
class MachineError : public Error {
 public:
  using Error::Error;
  int exit_code() const override { return 3; }
};

}  // namespace rc::kernel
