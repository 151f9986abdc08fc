// SPDX-License-Identifier: Apache-2.0
// Traces of netrace: packets of a real program that wait for the packets they depend on.
//
// Format: netrace v1.0 (Hestness, Grot and Keckler, "Netrace: dependency-driven trace-based
// network-on-chip simulation", NoCArc 2010), as its reader netrace.c 1.0 reads it, little-endian:
// a header of 72 bytes (magic 0x484A5455, float 1.0, name[30], nodes u8, pad u8, cycles u64, packets
// u64, length of the notes u32, regions u32, 8 of padding), the notes, regions of three u64, then
// packets by cycle: cycle u64, id u32, address u32, type u8, source u8, destination u8, node types
// u8, number of successors u8, and their ids, u32 each. Successors wait for this packet.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "hw_model/noc/traffic/end_grid.h"
#include "hw_model/noc/traffic/traffic_source.h"

namespace rc::noc {

struct Netrace {
  static constexpr std::size_t kMostPackets = 20'000'000;  // kept in memory, 40 bytes each
  struct Packet {
    std::uint64_t cycle = 0;  // before which it does not leave; from 0
    std::uint32_t id = 0;
    std::uint8_t type = 0, source = 0, destination = 0;
    std::uint32_t first = 0, last = 0;  // its successors in `successors`
  };

  std::string name;
  unsigned nodes = 0;
  std::vector<Packet> packets;
  std::vector<std::uint32_t> successors;  // indices into packets; of ids that are read

  static constexpr unsigned kLargest = 72;  // bytes
  // Bytes of a packet: 8, or 72 with a line of memory. 0 for a type that netrace does not have.
  static unsigned bytes_of(std::uint8_t type);
  static bool is_reply(std::uint8_t type);
};

// Fills the buffer as far as the text reaches; returns how much.
using ByteReader = std::function<std::size_t(char* buffer, std::size_t size)>;
// Packets of the first `cycles` cycles. kernel::InputError "file: reason": not netrace, cut short,
// an unknown type, packets out of order, an id twice, too many packets.
Netrace read_netrace(const ByteReader& read, std::uint64_t cycles, const std::string& file);

struct NetraceSettings {
  std::uint64_t release = 0;  // cycles between the last packet waited for and the release
  unsigned flit_bytes = 16;   // of payload: the SCC's

  std::uint16_t flits(unsigned bytes) const {
    return static_cast<std::uint16_t>((bytes + flit_bytes - 1) / flit_bytes);
  }
  std::uint16_t largest() const { return flits(Netrace::kLargest); }
};

class NetraceTraffic final : public TrafficSource {
 public:
  // Replies are of the last message class, all others of class 0. kernel::InputError, one line: a
  // trace of more nodes than the network has, packets that it cannot carry.
  NetraceTraffic(const EndGrid& grid, std::shared_ptr<const Netrace> trace,
                 const NetraceSettings& settings);

  std::optional<Demand> next(std::uint32_t node) override;
  bool closed() const override { return true; }
  void taken(std::uint32_t node) override;
  const std::vector<std::uint32_t>& delivered(const PacketRecord& packet) override;

  // Packets that have not left: after the end, those in a circle of dependencies.
  std::size_t left() const { return left_; }

 private:
  using Ready = std::pair<std::uint64_t, std::uint32_t>;  // cycle, packet
  struct Later {
    bool operator()(const Ready& a, const Ready& b) const { return a > b; }
  };

  void release(std::uint32_t packet, std::uint64_t cycle);

  std::shared_ptr<const Netrace> trace_;
  NetraceSettings settings_;
  std::uint8_t reply_class_;
  std::vector<std::uint32_t> waits_for_;  // by packet: others that have not arrived
  std::vector<std::priority_queue<Ready, std::vector<Ready>, Later>> ready_;  // by node
  std::vector<std::uint32_t> changed_;
  std::size_t left_;
};

}  // namespace rc::noc
