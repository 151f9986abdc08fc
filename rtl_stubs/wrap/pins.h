// SPDX-License-Identifier: Apache-2.0
// Flits and credits between C++ pins and the packed vectors of rc_router.sv.
//
// `Port` is what Verilator makes of a vector: an unsigned integer, or an array of 32-bit words;
// either way its bits lie in memory in order, least significant first (little-endian hosts).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "hw_model/noc/flit.h"

namespace rc::rtl {

static_assert(std::endian::native == std::endian::little);

// Layout of rc_router_pkg::header_t, from its lowest bit.
namespace header {
inline constexpr unsigned kLengthBits = 5, kClassBits = 1, kPortBits = 3, kCoordBits = 5,
                          kVcBits = 4;
inline constexpr unsigned kLength = 0;
inline constexpr unsigned kClass = kLength + kLengthBits;
inline constexpr unsigned kDstPort = kClass + kClassBits;
inline constexpr unsigned kDstY = kDstPort + kPortBits;
inline constexpr unsigned kDstX = kDstY + kCoordBits;
inline constexpr unsigned kTail = kDstX + kCoordBits;
inline constexpr unsigned kHead = kTail + 1;
inline constexpr unsigned kVc = kHead + 1;
inline constexpr unsigned kBits = kVc + kVcBits;
}  // namespace header

inline std::uint32_t pack_header(const noc::Flit& flit) {
  return std::uint32_t{flit.length} << header::kLength |
         std::uint32_t{flit.message_class} << header::kClass |
         std::uint32_t{flit.dst_port} << header::kDstPort |
         std::uint32_t{flit.dst_y} << header::kDstY | std::uint32_t{flit.dst_x} << header::kDstX |
         std::uint32_t{flit.tail} << header::kTail | std::uint32_t{flit.head} << header::kHead |
         std::uint32_t{flit.vc} << header::kVc;
}

inline void unpack_header(std::uint32_t bits, noc::Flit& flit) {
  const auto field = [bits](unsigned low, unsigned width) {
    return static_cast<std::uint8_t>(bits >> low & ((1u << width) - 1));
  };
  flit.length = field(header::kLength, header::kLengthBits);
  flit.message_class = field(header::kClass, header::kClassBits);
  flit.dst_port = field(header::kDstPort, header::kPortBits);
  flit.dst_y = field(header::kDstY, header::kCoordBits);
  flit.dst_x = field(header::kDstX, header::kCoordBits);
  flit.tail = field(header::kTail, 1) != 0;
  flit.head = field(header::kHead, 1) != 0;
  flit.vc = field(header::kVc, header::kVcBits);
}

// Up to 32 bits at any position of a vector of at least 64 bits.
template <class Port>
std::uint32_t get_bits(const Port& port, unsigned low, unsigned width) {
  static_assert(sizeof(Port) >= 8);
  std::uint64_t words;
  std::memcpy(&words, reinterpret_cast<const char*>(&port) + low / 32 * 4, sizeof words);
  return static_cast<std::uint32_t>(words >> low % 32 & ((std::uint64_t{1} << width) - 1));
}

template <class Port>
void set_bits(Port& port, unsigned low, unsigned width, std::uint32_t value) {
  static_assert(sizeof(Port) >= 8);
  char* at = reinterpret_cast<char*>(&port) + low / 32 * 4;
  std::uint64_t words;
  std::memcpy(&words, at, sizeof words);
  const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << low % 32;
  words = (words & ~mask) | std::uint64_t{value} << low % 32;
  std::memcpy(at, &words, sizeof words);
}

// Five vectors of `vcs` bits, one per router port.
template <class Port>
void set_credits(Port& port, const std::array<std::uint16_t, noc::kPorts>& credit, unsigned vcs) {
  unsigned __int128 bits = 0;
  for (unsigned p = 0; p < noc::kPorts; ++p) {
    bits |= static_cast<unsigned __int128>(credit[p]) << p * vcs;
  }
  std::memcpy(&port, &bits, sizeof port);
}

template <class Port>
void get_credits(const Port& port, std::array<std::uint16_t, noc::kPorts>& credit, unsigned vcs) {
  unsigned __int128 bits = 0;
  std::memcpy(&bits, &port, sizeof port);
  for (unsigned p = 0; p < noc::kPorts; ++p, bits >>= vcs) {
    credit[p] = static_cast<std::uint16_t>(static_cast<std::uint64_t>(bits) & ((1u << vcs) - 1));
  }
}

}  // namespace rc::rtl
