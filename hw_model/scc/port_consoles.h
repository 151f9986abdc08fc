// SPDX-License-Identifier: Apache-2.0
// The I/O ports behind the system interface, as the SCC's host serves them: for each core four 8250s
// (host/uart.h) and the port of boot messages.
//
// The system interface says when an access is. One of several bytes is one of each port
// in turn.
// Source: the host driver crbif (ports 2E8, 2F8, 3E8, 3F8 and the seven behind each); SCC Linux, which
// writes boot messages to port 0x80.
// Inaccuracy: an IN that nobody serves gives ones. The chip's core waits for ever, which would help
// nobody; the value is ours.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "hw_model/arch/system_interface_map.h"
#include "hw_model/host/uart.h"
#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/time.h"

namespace rc::scc {

class PortConsoles {
 public:
  // Core `core` sent `byte`; `console` is the number of its UART, or SCC_UARTS for port 0x80.
  using Print = std::function<void(std::uint32_t core, unsigned console, std::uint8_t byte)>;

  PortConsoles(std::uint32_t cores, Print print) : uarts_(cores), print_(std::move(print)) {}

  // Comes in at the core's first UART (host/uart.h).
  void type(std::uint32_t core, std::vector<std::uint8_t> characters) {
    uarts_[core].at[0].type(std::move(characters));
  }
  // `bytes` is 1, 2 or 4.
  std::uint32_t in(std::uint32_t core, std::uint32_t port, unsigned bytes, kernel::Picos now);
  void out(std::uint32_t core, std::uint32_t port, unsigned bytes, std::uint32_t value);

  void archive(kernel::Archive& archive) { archive.fixed(uarts_); }

 private:
  struct Uarts {
    std::array<host::Uart, SCC_UARTS> at;

    template <class Archive>
    void archive(Archive& archive) {
      archive(at);
    }
  };

  std::vector<Uarts> uarts_;  // by core
  Print print_;
};

}  // namespace rc::scc
