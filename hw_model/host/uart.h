// SPDX-License-Identifier: Apache-2.0
// A serial port of the host as a core finds it: the 8250 that the SCC's host driver models, without
// interrupts. What is sent is with the host at once. What the host types takes the time of a line:
// the next character has arrived the time of one character, by divisor and line control, after the
// one before was read, so none is lost.
//
// Registers by port: 0 data (divisor low with DLAB), 1 interrupt enable (divisor high with DLAB),
// 2 interrupt identification, 3 line control, 4 modem control, 5 line status, 6 modem status,
// 7 scratch.
// Source: the SCC's host driver crbif (crbtty.c); National Semiconductor, PC16550D, section 8.
// Inaccuracies: as there the FIFO control is ignored and no interrupt reaches the core, which polls.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/kernel/time.h"

namespace rc::host {

class Uart {
 public:
  // Comes in, character by character, from time 0 on.
  void type(std::vector<std::uint8_t> characters);
  // `port` is 0 to 7. Reading may have a side effect.
  std::uint8_t read(unsigned port, kernel::Picos now);
  // The byte that goes out, if one does.
  std::optional<std::uint8_t> write(unsigned port, std::uint8_t value);

  template <class Archive>
  void archive(Archive& archive) {
    archive(divisor_, enables_, line_, modem_, scratch_, modem_changes_, looped_, typed_, read_,
            next_);
    archive.expect(read_ <= typed_.size());
  }

 private:
  bool latch() const;
  bool loops() const;
  bool received(kernel::Picos now) const;
  kernel::Picos character_time() const;
  std::uint8_t take(kernel::Picos now);
  std::uint8_t line_status(kernel::Picos now) const;
  std::uint8_t modem_levels() const;
  std::uint8_t identification(kernel::Picos now) const;

  std::uint16_t divisor_ = 12;  // 9600 baud, as a host leaves it
  std::uint8_t enables_ = 0, line_ = 3, modem_ = 3, scratch_ = 0;
  std::uint8_t modem_changes_ = 0;  // since the modem status was read
  std::optional<std::uint8_t> looped_;
  std::vector<std::uint8_t> typed_;  // all that ever comes in
  std::uint64_t read_ = 0;           // of these
  kernel::Picos next_{0};            // from then on the next one is there
};

}  // namespace rc::host
