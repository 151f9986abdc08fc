// SPDX-License-Identifier: Apache-2.0
// The framing of GDB's remote serial protocol: $text#checksum, acknowledged by + or -, with } as an
// escape; a byte 3 outside a packet is an interrupt.
// Source: "Debugging with GDB", appendix "GDB Remote Serial Protocol", Overview.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rc::sim::debug {

class GdbPackets {
 public:
  struct Item {
    enum class Kind { packet, damaged, interrupt, repeat } kind;
    std::string text;  // of a packet
  };

  // More that came from the debugger. Its caller bounds waiting().
  void feed(std::string_view bytes);
  // The next whole item; nothing until more comes. A packet of more than kLongest is damaged.
  std::optional<Item> next();
  // Bytes of what next() has not given yet.
  std::size_t waiting() const { return bytes_.size(); }
  // Whether an interrupt waits at the front.
  bool interrupt_waits() const { return !bytes_.empty() && bytes_.front() == '\3'; }

  static std::string frame(std::string_view text);

  static constexpr std::size_t kLongest = 64 * 1024;

 private:
  void skip();

  std::string bytes_;  // from the beginning of an item
};

// Hexadecimal digits, two a byte. from_hex(): nothing unless all of the text is that.
std::string to_hex(std::string_view bytes);
std::optional<std::string> from_hex(std::string_view text);

}  // namespace rc::sim::debug
