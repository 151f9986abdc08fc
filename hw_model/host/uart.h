// SPDX-License-Identifier: Apache-2.0
// A serial port of the host as a core finds it: the 8250 that the SCC's host driver models, without
// line, interrupt or time. What is sent is with the host at once; nothing is ever received but what
// loops back.
//
// Registers by port: 0 data (divisor low with DLAB), 1 interrupt enable (divisor high with DLAB),
// 2 interrupt identification, 3 line control, 4 modem control, 5 line status, 6 modem status,
// 7 scratch.
// Source: the SCC's host driver crbif (crbtty.c); National Semiconductor, PC16550D, section 8.
// Inaccuracies: as there the FIFO control is ignored and no interrupt reaches the core, which polls;
// there is no terminal to type on.
#pragma once

#include <cstdint>
#include <optional>

namespace rc::host {

class Uart {
 public:
  // `port` is 0 to 7. Reading may have a side effect.
  std::uint8_t read(unsigned port);
  // The byte that goes out, if one does.
  std::optional<std::uint8_t> write(unsigned port, std::uint8_t value);

  template <class Archive>
  void archive(Archive& archive) {
    archive(divisor_, enables_, line_, modem_, scratch_, modem_changes_, looped_);
  }

 private:
  bool latch() const;
  bool loops() const;
  std::uint8_t line_status() const;
  std::uint8_t modem_levels() const;
  std::uint8_t identification() const;

  std::uint16_t divisor_ = 12;  // 9600 baud, as a host leaves it
  std::uint8_t enables_ = 0, line_ = 3, modem_ = 3, scratch_ = 0;
  std::uint8_t modem_changes_ = 0;  // since the modem status was read
  std::optional<std::uint8_t> looped_;
};

}  // namespace rc::host
