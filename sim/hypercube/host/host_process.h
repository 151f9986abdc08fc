// SPDX-License-Identifier: Apache-2.0
// The process of a program on the host: started with one end of a stream, at whose other end its
// requests are read and answered (firmware/nx/host/host_call.h).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "firmware/nx/host/host_call.h"
#include "sim/base/descriptor.h"

namespace rc::sim::hypercube {

// Whether the file is a program that rockcreek cc --nx --host made.
bool is_host_program(const std::string& path);

class HostProcess {
 public:
  // `asked_to_end` is looked at while a request is waited for; may be empty. `patience` is how long
  // the program may go on, in real time, without a call that takes simulated time.
  HostProcess(const std::string& program, std::vector<std::string> arguments,
              std::function<bool()> asked_to_end, std::chrono::duration<double> patience);
  ~HostProcess();  // ends it
  HostProcess(const HostProcess&) = delete;
  HostProcess& operator=(const HostProcess&) = delete;

  struct Request {
    NxHostRequest head;
    std::vector<std::uint8_t> data;
    // The call's name in the program, as in "csend".
    std::string name() const;
  };
  // Waits for the next one; nothing if the program has ended. kernel::MachineError if it died of a
  // signal, on asked_to_end, or beyond its patience.
  std::optional<Request> next();
  // Simulated time has passed: the patience begins anew.
  void time_passed() { since_ = std::chrono::steady_clock::now(); }
  void answer(NxHostReply reply, const std::vector<std::uint8_t>& data = {});

  // After next() returned nothing.
  int status() const { return status_; }

 private:
  [[noreturn]] void become(const std::string& program, std::vector<std::string>& arguments,
                           pid_t parent, int stream) const;
  bool read(void* data, std::size_t bytes);
  void collect();
  void check_end() const;

  std::function<bool()> asked_to_end_;
  std::chrono::duration<double> patience_;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  base::Descriptor stream_;
  pid_t pid_ = -1;
  int status_ = 0;
};

}  // namespace rc::sim::hypercube
