// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/netrace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/traffic/traffic_driver.h"

namespace rc::noc {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint32_t kMagic = 0x484A5455;
constexpr std::size_t kHeader = 72, kName = 30, kRegion = 24, kPacket = 21;
constexpr std::uint32_t kMostNotes = 8191, kMostRegions = 100;
constexpr std::uint64_t kMostCycle = std::uint64_t{1} << 48;  // so that counters do not overflow

enum class Carries : std::uint8_t { nothing, word, line };
struct Type {
  Carries carries = Carries::nothing;
  bool reply = false;
};
// By number, from netrace.h: requests of reads, writes, upgrades, invalidations, downgrades.
constexpr auto kTypes = [] {
  std::array<Type, 31> types{};
  for (const unsigned type : {1u, 13u, 15u, 27u, 29u}) types[type] = {Carries::word, false};
  for (const unsigned type : {4u, 6u}) types[type] = {Carries::line, false};
  for (const unsigned type : {5u, 14u, 25u, 28u}) types[type] = {Carries::word, true};
  for (const unsigned type : {2u, 3u, 16u, 30u}) types[type] = {Carries::line, true};
  return types;
}();

class NetraceReader {
 public:
  NetraceReader(const ByteReader& read, std::uint64_t cycles, const std::string& file)
      : read_(read), cycles_(cycles), file_(file) {}

  Netrace run() {
    const std::uint64_t packets = header();
    std::uint64_t last = 0;
    bool all = true;
    for (std::uint64_t i = 0; i < packets; ++i) {
      const Netrace::Packet packet = next();
      if (packet.cycle < last) refuse("packets out of the order of cycles");
      last = packet.cycle;
      all = packet.cycle < cycles_;
      if (!all) break;
      if (trace_.packets.size() == Netrace::kMostPackets)
        refuse("more than " + std::to_string(Netrace::kMostPackets) +
               " packets, expected fewer cycles of it");
      if (!index_.emplace(packet.id, static_cast<std::uint32_t>(trace_.packets.size())).second)
        refuse("packet " + std::to_string(packet.id) + " is there twice");
      trace_.packets.push_back(packet);
    }
    if (trace_.packets.empty()) refuse("no packet in these cycles");
    link();
    return std::move(trace_);
  }

 private:
  template <class Number>
  Number number(const char* from) const {
    Number value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }

  void bytes(char* buffer, std::size_t size) {
    if (read_(buffer, size) != size) refuse("ends in the middle of a packet or the header");
  }

  std::uint64_t header() {
    std::array<char, kHeader> head{};
    if (read_(head.data(), head.size()) != head.size() ||
        number<std::uint32_t>(head.data()) != kMagic || number<float>(head.data() + 4) != 1.0F)
      refuse("not a trace of netrace 1.0");
    trace_.name.assign(head.data() + 8, strnlen(head.data() + 8, kName));
    trace_.nodes = number<std::uint8_t>(head.data() + 38);
    if (trace_.nodes == 0) trace_.nodes = 256;  // what a byte cannot hold
    const auto packets = number<std::uint64_t>(head.data() + 48);
    const auto notes = number<std::uint32_t>(head.data() + 56);
    const auto regions = number<std::uint32_t>(head.data() + 60);
    if (notes > kMostNotes || regions > kMostRegions)
      refuse("a header of " + std::to_string(notes) + " bytes of notes and " +
             std::to_string(regions) + " regions, expected at most " + std::to_string(kMostNotes) +
             " and " + std::to_string(kMostRegions));
    std::vector<char> skipped(notes + regions * kRegion);
    bytes(skipped.data(), skipped.size());
    return packets;
  }

  Netrace::Packet next() {
    std::array<char, kPacket> raw{};
    bytes(raw.data(), raw.size());
    Netrace::Packet packet{.cycle = number<std::uint64_t>(raw.data()),
                           .id = number<std::uint32_t>(raw.data() + 8),
                           .type = number<std::uint8_t>(raw.data() + 16),
                           .source = number<std::uint8_t>(raw.data() + 17),
                           .destination = number<std::uint8_t>(raw.data() + 18),
                           .first = static_cast<std::uint32_t>(ids_.size())};
    const std::size_t count = number<std::uint8_t>(raw.data() + 20);
    ids_.resize(ids_.size() + count);
    if (count != 0)
      bytes(reinterpret_cast<char*>(ids_.data() + packet.first), count * sizeof(std::uint32_t));
    packet.last = static_cast<std::uint32_t>(ids_.size());
    const std::string name = "packet " + std::to_string(packet.id);
    if (packet.cycle > kMostCycle) refuse(name + ": a cycle beyond 2^48");
    if (Netrace::bytes_of(packet.type) == 0)
      refuse(name + ": unknown type " + std::to_string(packet.type));
    if (packet.source >= trace_.nodes || packet.destination >= trace_.nodes)
      refuse(name + ": a node beyond the " + std::to_string(trace_.nodes) + " of the header");
    return packet;
  }

  // An id may be named before it is read, and need not be read at all.
  void link() {
    for (Netrace::Packet& packet : trace_.packets) {
      const std::uint32_t first = packet.first, last = packet.last;
      packet.first = static_cast<std::uint32_t>(trace_.successors.size());
      for (std::uint32_t i = first; i < last; ++i) {
        const auto found = index_.find(ids_[i]);
        if (found != index_.end()) trace_.successors.push_back(found->second);
      }
      packet.last = static_cast<std::uint32_t>(trace_.successors.size());
    }
  }

  [[noreturn]] void refuse(const std::string& reason) const {
    throw kernel::InputError(kernel::shown(file_, kernel::kMaxPathShown) + ": " + reason);
  }

  const ByteReader& read_;
  std::uint64_t cycles_;
  std::string file_;
  Netrace trace_;
  std::vector<std::uint32_t> ids_;  // of successors
  std::unordered_map<std::uint32_t, std::uint32_t> index_;
};

}  // namespace

unsigned Netrace::bytes_of(std::uint8_t type) {
  if (type >= kTypes.size() || kTypes[type].carries == Carries::nothing) return 0;
  return kTypes[type].carries == Carries::line ? kLargest : 8;
}

bool Netrace::is_reply(std::uint8_t type) { return type < kTypes.size() && kTypes[type].reply; }

Netrace read_netrace(const ByteReader& read, std::uint64_t cycles, const std::string& file) {
  return NetraceReader(read, cycles, file).run();
}

NetraceTraffic::NetraceTraffic(const EndGrid& grid, std::shared_ptr<const Netrace> trace,
                               const NetraceSettings& settings)
    : trace_(std::move(trace)),
      settings_(settings),
      reply_class_(static_cast<std::uint8_t>(grid.message_classes - 1)),
      waits_for_(trace_->packets.size()),
      ready_(grid.nodes()),
      left_(trace_->packets.size()) {
  if (trace_->nodes > grid.nodes())
    throw kernel::InputError("netrace: a trace of " + std::to_string(trace_->nodes) +
                             " nodes, expected at most the network's " +
                             std::to_string(grid.nodes()));
  for (const std::uint32_t packet : trace_->successors) ++waits_for_[packet];
  for (std::uint32_t i = 0; i < trace_->packets.size(); ++i) {
    const Netrace::Packet& packet = trace_->packets[i];
    const unsigned flits = settings_.flits(Netrace::bytes_of(packet.type));
    grid.expect_fit(flits, "netrace: packets");
    if (waits_for_[i] == 0) release(i, packet.cycle + 1);
  }
}

void NetraceTraffic::release(std::uint32_t packet, std::uint64_t cycle) {
  ready_[trace_->packets[packet].source].emplace(cycle, packet);
}

std::optional<Demand> NetraceTraffic::next(std::uint32_t node) {
  if (ready_[node].empty()) return std::nullopt;
  const auto [cycle, index] = ready_[node].top();
  const Netrace::Packet& packet = trace_->packets[index];
  return Demand{.cycle = cycle,
                .destination = packet.destination,
                .flits = settings_.flits(Netrace::bytes_of(packet.type)),
                .message_class = Netrace::is_reply(packet.type) ? reply_class_ : std::uint8_t{0},
                .tag = index};
}

void NetraceTraffic::taken(std::uint32_t node) {
  ready_[node].pop();
  --left_;
}

const std::vector<std::uint32_t>& NetraceTraffic::delivered(const PacketRecord& packet) {
  changed_.clear();
  const Netrace::Packet& arrived = trace_->packets[packet.tag];
  for (std::uint32_t i = arrived.first; i < arrived.last; ++i) {
    const std::uint32_t next = trace_->successors[i];
    if (--waits_for_[next] != 0) continue;
    release(next,
            std::max(trace_->packets[next].cycle + 1, packet.delivered + 1 + settings_.release));
    changed_.push_back(trace_->packets[next].source);
  }
  return changed_;
}

}  // namespace rc::noc
