// SPDX-License-Identifier: Apache-2.0
// Writes traces in the format of netrace (hw_model/noc/traffic/netrace.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rc::test {

struct NetracePacket {
  std::uint64_t cycle = 0;
  std::uint32_t id = 0;
  std::uint8_t type = 1, source = 0, destination = 0;
  std::vector<std::uint32_t> successors;
};

class NetraceWriter {
 public:
  explicit NetraceWriter(std::uint8_t nodes, const std::string& notes = "") {
    number<std::uint32_t>(0x484A5455);
    number<std::uint32_t>(0x3F800000);  // 1.0
    text_ += std::string("a test").append(24, '\0');
    number<std::uint8_t>(nodes);
    number<std::uint8_t>(0);
    number<std::uint64_t>(1'000);
    number<std::uint64_t>(0);  // packets, see text()
    number(static_cast<std::uint32_t>(notes.size()));
    number<std::uint32_t>(1);
    number<std::uint64_t>(0);
    text_ += notes;
    for (int i = 0; i < 3; ++i) number<std::uint64_t>(0);  // a region
  }

  void add(const NetracePacket& packet) {
    number(packet.cycle);
    number(packet.id);
    number<std::uint32_t>(0xABCD);  // address
    number(packet.type);
    number(packet.source);
    number(packet.destination);
    number<std::uint8_t>(0);
    number(static_cast<std::uint8_t>(packet.successors.size()));
    for (const std::uint32_t id : packet.successors) number(id);
    ++packets_;
  }

  std::string text() const {
    std::string text = text_;
    for (unsigned i = 0; i < 8; ++i) text[48 + i] = static_cast<char>(packets_ >> 8 * i & 0xFF);
    return text;
  }

 private:
  template <class Number>
  void number(Number value) {
    for (unsigned i = 0; i < sizeof value; ++i)
      text_ += static_cast<char>(std::uint64_t{value} >> 8 * i & 0xFF);
  }

  std::string text_;
  std::uint64_t packets_ = 0;
};

}  // namespace rc::test
