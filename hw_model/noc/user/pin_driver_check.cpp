// SPDX-License-Identifier: Apache-2.0
// PinDriver: what a flit must be, and words for what it is instead.
#include <algorithm>
#include <array>
#include <cstring>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"
#include "hw_model/noc/user/pin_driver.h"

namespace rc::noc {

using std::to_string;

// The data of flit `index` of a packet.
void PinDriver::make_data(const Packet& packet, std::uint32_t index, std::uint8_t* data) const {
  const std::uint32_t bits = api_.flit_bits;
  std::uint64_t state = packet.id << 32 ^ packet.source << 20 ^ packet.destination << 8 ^
                        packet.message_class << 4 ^ packet.sequence;
  state = kernel::splitmix64(state + (std::uint64_t{index} + 1) * 0x9E3779B97F4A7C15);
  const std::uint32_t bytes = (bits + 7) / 8;
  for (std::uint32_t i = 0; i < bytes; ++i) {
    if (i % 8 == 0) state = kernel::splitmix64(state + 0x9E3779B97F4A7C15);
    data[i] = static_cast<std::uint8_t>(state >> 8 * (i % 8));
  }
  if (bits % 8 != 0) data[bytes - 1] &= static_cast<std::uint8_t>((1u << bits % 8) - 1);
}

std::string PinDriver::name_of(const Packet& packet) {
  return "packet " + to_string(packet.sequence) + " from " + to_string(packet.source) + " to " +
         to_string(packet.destination) + " in class " + to_string(packet.message_class);
}

void PinDriver::wrong(std::size_t at, const std::string& what) const {
  throw kernel::MachineError("network: cycle " + to_string(cycle_) + ", end point " +
                             to_string(at / setup_.classes) + ", class " +
                             to_string(at % setup_.classes) + ": " + what);
}

// The packet that a flit without an open packet, or with a header of its own, belongs to.
std::uint32_t PinDriver::packet_of(const rc_flit& flit, std::size_t at) {
  const auto here = static_cast<std::uint32_t>(at / setup_.classes);
  const auto k = static_cast<std::uint32_t>(at % setup_.classes);
  if (flit.source >= end_points())
    wrong(at,
          "an altered flit: source " + to_string(flit.source) + " of " + to_string(end_points()));
  if (flit.destination != here)
    wrong(at,
          "a misrouted flit from " + to_string(flit.source) + " to " + to_string(flit.destination));
  const Stream& all = streams_[stream(flit.source, here, k)];
  const std::string what = "flit " + to_string(flit.index) + " of packet " +
                           to_string(flit.sequence) + " from " + to_string(flit.source);
  const auto found = std::ranges::find_if(
      all.packets, [&](std::uint32_t slot) { return packets_[slot].sequence == flit.sequence; });
  if (found == all.packets.end()) wrong(at, "a doubled or invented flit: " + what);
  if (packets_[*found].arrived == packets_[*found].flits) wrong(at, "a doubled flit: " + what);
  if (found != all.packets.begin() && api_.order != RC_ORDER_NONE)
    wrong(at, "swapped or lost: " + what + " before " + name_of(packets_[all.packets.front()]) +
                  ", of which " + to_string(packets_[all.packets.front()].arrived) +
                  " flits have come");
  return *found;
}

void PinDriver::check_data(const rc_flit& flit, const Packet& packet, std::size_t at) const {
  std::array<std::uint8_t, RC_NETWORK_FLIT_BYTES> expected{};
  for (std::uint32_t other = 0; other <= packet.flits; ++other) {
    // First the flit that is due, then, to report what went wrong, all others.
    const std::uint32_t index = other == 0 ? packet.arrived : other - 1;
    make_data(packet, index, expected.data());
    if (std::memcmp(expected.data(), flit.data, (api_.flit_bits + 7) / 8) != 0) continue;
    if (other == 0) return;
    const char* const fault = index < packet.arrived ? "a doubled flit: " : "a lost flit: ";
    wrong(at, fault + std::string("data of flit ") + to_string(index) + " where flit " +
                  to_string(packet.arrived) + " was due, " + name_of(packet));
  }
  wrong(at, "an altered flit: data of flit " + to_string(packet.arrived) + ", " + name_of(packet));
}

void PinDriver::probe_paths() {
  evaluate();
  const std::vector<std::uint8_t> valid = out_valid_;
  const std::vector<rc_flit> flits = out_flit_;
  const std::vector<std::uint8_t> offered = in_valid_;
  const std::vector<rc_flit> offers = in_flit_;
  for (const std::uint8_t other : {std::uint8_t{0}, std::uint8_t{1}}) {
    std::ranges::fill(in_valid_, other);
    for (std::size_t at = 0; at < in_flit_.size(); ++at) {
      Packet fake;
      fake.source = static_cast<std::uint32_t>(at / setup_.classes);
      fake.destination = (fake.source + 1) % end_points();
      rc_flit& flit = in_flit_[at];
      flit.source = static_cast<std::uint16_t>(fake.source);
      flit.destination = static_cast<std::uint16_t>(fake.destination);
      flit.length = flit.head = flit.tail = 1;
      flit.index = 0;
      make_data(fake, 7, flit.data);
    }
    evaluate();
    for (std::size_t at = 0; at < valid.size(); ++at) {
      const bool same = valid[at] == out_valid_[at] &&
                        (valid[at] == 0 || std::memcmp(flits[at].data, out_flit_[at].data,
                                                       (api_.flit_bits + 7) / 8) == 0);
      if (!same)
        wrong(at,
              "a combinational path: what is offered changes out_valid or out_flit in the same "
              "cycle");
    }
  }
  in_valid_ = offered;
  in_flit_ = offers;
}

std::string PinDriver::state_of(const Packet& packet) const {
  const std::uint64_t age = packet.offered > cycle_ ? 0 : cycle_ - packet.offered;
  return name_of(packet) + ", offered " + to_string(age) + " cycles ago in cycle " +
         to_string(cycle_ - age) + ", " + to_string(packet.entered) + " of " +
         to_string(packet.flits) + " flits went in, " + to_string(packet.arrived) + " came out";
}

std::string PinDriver::oldest() const {
  const Packet* found = nullptr;
  for (const Stream& all : streams_)
    for (const std::uint32_t slot : all.packets)
      if (found == nullptr || packets_[slot].offered < found->offered) found = &packets_[slot];
  if (found == nullptr) return "no packet inside";
  return "and " + to_string(packets_inside_) +
         " packets have not arrived; the oldest: " + state_of(*found);
}

// Now and then, since it looks at the first packet of every stream: that one is the oldest of it.
void PinDriver::watch() {
  if (std::ranges::find(ready_, 0) != ready_.end()) last_refusal_ = cycle_;
  if (cycle_ < next_look_) return;
  next_look_ = cycle_ + kStuckCycles / 4;
  const std::uint64_t patience = std::max(stuck_cycles_, kStuckCycles);
  for (const Stream& all : streams_) {
    if (all.packets.empty()) continue;
    const Packet& packet = packets_[all.packets.front()];
    if (packet.offered == ~std::uint64_t{0}) continue;
    const std::uint64_t since = std::max(packet.offered, last_refusal_);
    const std::uint64_t bound = packet.ahead * api_.min_latency * end_points() + patience;
    if (cycle_ - since > bound)
      throw kernel::MachineError("network: lost or starved: others move, but " + state_of(packet) +
                                 "; at most " + to_string(bound) + " cycles were expected");
  }
}

}  // namespace rc::noc
