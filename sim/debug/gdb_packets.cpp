// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/gdb_packets.h"

namespace rc::sim::debug {
namespace {

constexpr char kDigits[] = "0123456789abcdef";
constexpr char kEscape = '}', kEscapeBit = 0x20;

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::uint8_t sum(std::string_view text) {
  std::uint8_t total = 0;
  for (const char c : text) total = static_cast<std::uint8_t>(total + static_cast<std::uint8_t>(c));
  return total;
}

}  // namespace

void GdbPackets::feed(std::string_view bytes) {
  bytes_ += bytes;
  skip();
}

// Acknowledgements, and whatever stands between packets.
void GdbPackets::skip() { bytes_.erase(0, bytes_.find_first_of("$\3-")); }

std::optional<GdbPackets::Item> GdbPackets::next() {
  if (bytes_.empty()) return std::nullopt;
  if (bytes_.front() != '$') {
    const bool interrupt = bytes_.front() == '\3';
    bytes_.erase(0, 1);
    skip();
    return Item{interrupt ? Item::Kind::interrupt : Item::Kind::repeat, {}};
  }
  const std::size_t end = bytes_.find('#');
  if (end == bytes_.npos || end > kLongest) {
    if (bytes_.size() <= kLongest) return std::nullopt;
    bytes_.clear();
    return Item{Item::Kind::damaged, {}};
  }
  if (bytes_.size() < end + 3) return std::nullopt;
  const std::string body = bytes_.substr(1, end - 1);
  const int high = digit(bytes_[end + 1]), low = digit(bytes_[end + 2]);
  bytes_.erase(0, end + 3);
  skip();
  if (high < 0 || low < 0 || high * 16 + low != sum(body)) return Item{Item::Kind::damaged, {}};
  Item item{Item::Kind::packet, {}};
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] == kEscape && i + 1 < body.size()) {
      item.text += static_cast<char>(body[++i] ^ kEscapeBit);
    } else {
      item.text += body[i];
    }
  }
  return item;
}

std::string GdbPackets::frame(std::string_view text) {
  std::string body;
  for (const char c : text) {
    if (c == '$' || c == '#' || c == kEscape || c == '*') {
      body += kEscape;
      body += static_cast<char>(c ^ kEscapeBit);
    } else {
      body += c;
    }
  }
  const std::uint8_t check = sum(body);
  std::string framed(1, '$');
  framed += body;
  framed += '#';
  framed += kDigits[check >> 4];
  framed += kDigits[check & 15];
  return framed;
}

std::string to_hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto value = static_cast<std::uint8_t>(c);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
  }
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit(text[i]), low = digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

}  // namespace rc::sim::debug
