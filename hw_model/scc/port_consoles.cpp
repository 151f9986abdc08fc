// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/port_consoles.h"

namespace rc::scc {
namespace {

constexpr std::uint8_t kNobody = 0xFF;

// The number of the UART that has this port; SCC_UARTS for none.
unsigned uart_at(std::uint32_t port) {
  constexpr std::uint32_t kBases[] = SCC_UART_BASES;
  for (unsigned i = 0; i < SCC_UARTS; ++i) {
    if (port - kBases[i] < SCC_UART_PORTS) return i;
  }
  return SCC_UARTS;
}

}  // namespace

std::uint32_t PortConsoles::in(std::uint32_t core, std::uint32_t port, unsigned bytes,
                               kernel::Picos now) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    const unsigned uart = uart_at(port + i);
    const std::uint8_t byte =
        uart == SCC_UARTS ? kNobody : uarts_[core].at[uart].read((port + i) % SCC_UART_PORTS, now);
    value |= std::uint32_t{byte} << 8 * i;
  }
  return value;
}

void PortConsoles::out(std::uint32_t core, std::uint32_t port, unsigned bytes,
                       std::uint32_t value) {
  for (unsigned i = 0; i < bytes; ++i) {
    const auto byte = static_cast<std::uint8_t>(value >> 8 * i);
    const unsigned uart = uart_at(port + i);
    if (port + i == SCC_DEBUG_PORT) {
      print_(core, SCC_UARTS, byte);
    } else if (uart != SCC_UARTS) {
      if (const auto sent = uarts_[core].at[uart].write((port + i) % SCC_UART_PORTS, byte))
        print_(core, uart, *sent);
    }
  }
}

}  // namespace rc::scc
