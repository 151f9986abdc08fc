// SPDX-License-Identifier: Apache-2.0
// Random traffic at the pins of one router, and what differs between the pins of two.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/noc/packet.h"
#include "hw_model/noc/params.h"
#include "hw_model/noc/router/router_if.h"
#include "tests/support/random.h"

namespace rc::noc {

inline constexpr unsigned kCols = 32, kRows = 32;

// The neighbours of one router: random traffic within the rules of credits and virtual cut-through.
// The load changes at random times, from silence to congestion.
class Neighbours {
 public:
  Neighbours(const NocParams& params, unsigned x, unsigned y, unsigned payload_bytes,
             std::uint64_t seed)
      : params_(params), x_(x), y_(y), payload_bytes_(payload_bytes), random_(seed) {
    for (auto& port : upstream_) {
      port.resize(params.vcs);
      for (Vc& vc : port) vc.credits = params.vc_depth;
    }
    for (auto& port : downstream_) port.assign(params.vcs, 0);
    change_load();
  }

  // The pins of the next cycle, after `out` of the last one.
  void drive(const RouterPins& out, RouterPins& in) {
    if (random_.below(kCyclesPerLoad) == 0) change_load();
    take(out);
    in.flit_valid = 0;
    for (unsigned port = 0; port < kPorts; ++port) {
      in.credit[port] = credits(port);
      if (send(port, in.flit[port])) in.flit_valid |= static_cast<std::uint8_t>(1u << port);
    }
  }

  std::uint64_t sent(unsigned from, unsigned to) const { return sent_[from][to]; }
  std::uint64_t sent(unsigned flits) const { return sent_by_length_[flits]; }
  std::uint64_t stalls() const { return stalls_; }

 private:
  static constexpr unsigned kCyclesPerLoad = 500;

  struct Vc {
    unsigned credits = 0;
    unsigned next_length = 0;  // of the packet that waits for room; 0: not drawn yet
    std::deque<Flit> packet;   // flits of the packet on this VC that have not been sent
  };

  void change_load() {
    static constexpr unsigned kSending[] = {0, 3, 30, 70, 100};
    static constexpr unsigned kDraining[] = {1, 20, 60, 100};
    send_percent_ = kSending[random_.below(std::size(kSending))];
    drain_percent_ = kDraining[random_.below(std::size(kDraining))];
    hot_port_ = random_.below(2 * kPorts);  // in half of all cases, none
  }

  void take(const RouterPins& out) {
    for (unsigned port = 0; port < kPorts; ++port) {
      if ((out.flit_valid >> port & 1) != 0) ++downstream_[port][out.flit[port].vc];
      for (unsigned vc = 0; vc < params_.vcs; ++vc) {
        upstream_[port][vc].credits += out.credit[port] >> vc & 1;
      }
    }
  }

  std::uint16_t credits(unsigned port) {
    unsigned freed = 0;
    for (unsigned vc = 0; vc < params_.vcs; ++vc) {
      unsigned& held = downstream_[port][vc];
      if (held == 0 || !random_.chance(drain_percent_)) continue;
      --held;
      freed |= 1u << vc;
    }
    return static_cast<std::uint16_t>(freed);
  }

  bool send(unsigned port, Flit& flit) {
    if (!random_.chance(send_percent_)) return false;
    const unsigned first = random_.below(params_.vcs);
    for (unsigned i = 0; i < params_.vcs; ++i) {
      const unsigned index = (first + i) % params_.vcs;
      Vc& vc = upstream_[port][index];
      if (vc.packet.empty() && !start_packet(port, index)) continue;
      if (vc.credits == 0) continue;
      --vc.credits;
      flit = vc.packet.front();
      vc.packet.pop_front();
      return true;
    }
    ++stalls_;
    return false;
  }

  bool start_packet(unsigned port, unsigned index) {
    Vc& vc = upstream_[port][index];
    // Drawn once, not again until it fits: long packets are sent as often as short ones.
    if (vc.next_length == 0) vc.next_length = 1 + random_.below(params_.vc_depth);
    if (vc.credits < vc.next_length) return false;
    const unsigned flits = std::exchange(vc.next_length, 0);
    const unsigned out_port = hot_port_ < kPorts ? hot_port_ : random_.below(kPorts);
    Flit flit;
    flit.vc = static_cast<std::uint8_t>(index);
    flit.message_class = static_cast<std::uint8_t>(index / params_.class_vcs());
    flit.length = static_cast<std::uint8_t>(flits);
    aim(out_port, flit);
    for (unsigned i = 0; i < flits; ++i) {
      flit.head = i == 0;
      flit.tail = i == flits - 1;
      for (unsigned byte = 0; byte < payload_bytes_; ++byte) {
        flit.payload[byte] = static_cast<std::uint8_t>(random_.word());
      }
      vc.packet.push_back(flit);
    }
    ++sent_[port][out_port];
    ++sent_by_length_[flits];
    return true;
  }

  // A destination that dimension-order routing reaches by that port. At the edge of the mesh, and
  // sometimes elsewhere, this is the last router.
  void aim(unsigned port, Flit& flit) {
    const bool y_first = params_.routing == "yx";
    unsigned x = x_, y = y_;
    const bool along_x = port == kEast || port == kWest;
    const bool along_y = port == kNorth || port == kSouth;
    const unsigned beyond[kPorts] = {kRows - 1 - y_, kCols - 1 - x_, y_, x_, 0};
    if (beyond[port] == 0 || random_.chance(20)) {
      flit.dst_port = static_cast<std::uint8_t>(port);
    } else {
      const unsigned distance = 1 + random_.below(beyond[port]);
      if (port == kEast) x += distance;
      if (port == kWest) x -= distance;
      if (port == kNorth) y += distance;
      if (port == kSouth) y -= distance;
      if (along_x && !y_first) y = random_.below(kRows);
      if (along_y && y_first) x = random_.below(kCols);
      flit.dst_port = static_cast<std::uint8_t>(random_.below(kPorts));
    }
    flit.dst_x = static_cast<std::uint8_t>(x);
    flit.dst_y = static_cast<std::uint8_t>(y);
  }

  NocParams params_;
  unsigned x_, y_, payload_bytes_;
  test::Random random_;
  unsigned send_percent_ = 0, drain_percent_ = 0, hot_port_ = kPorts;
  std::array<std::vector<Vc>, kPorts> upstream_;
  std::array<std::vector<unsigned>, kPorts> downstream_;  // flits in the buffer, by port and VC
  std::array<std::array<std::uint64_t, kPorts>, kPorts> sent_{};
  std::array<std::uint64_t, kMaxPacketFlits + 1> sent_by_length_{};
  std::uint64_t stalls_ = 0;
};

inline std::string text(const Flit& flit) {
  std::string text = "vc " + std::to_string(flit.vc) + (flit.head ? " head" : "") +
                     (flit.tail ? " tail" : "") + " to (" + std::to_string(flit.dst_x) + "," +
                     std::to_string(flit.dst_y) + ") port " + std::to_string(flit.dst_port) +
                     " class " + std::to_string(flit.message_class) + " length " +
                     std::to_string(flit.length) + " payload";
  for (const std::uint8_t byte : flit.payload) text.append(" ").append(std::to_string(byte));
  return text;
}

// Empty if all valid pins are equal.
inline std::string difference(const RouterPins& model, const RouterPins& rtl) {
  if (model.flit_valid != rtl.flit_valid) {
    return "valid " + std::to_string(model.flit_valid) + " / " + std::to_string(rtl.flit_valid);
  }
  for (unsigned port = 0; port < kPorts; ++port) {
    if (model.credit[port] != rtl.credit[port]) {
      return "port " + std::to_string(port) + " credit " + std::to_string(model.credit[port]) +
             " / " + std::to_string(rtl.credit[port]);
    }
    if ((model.flit_valid >> port & 1) == 0) continue;
    const std::string here = text(model.flit[port]), there = text(rtl.flit[port]);
    if (here != there) return "port " + std::to_string(port) + ": " + here + " / " + there;
  }
  return "";
}

}  // namespace rc::noc
