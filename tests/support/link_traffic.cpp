#include "tests/support/link_traffic.h"

#include <algorithm>

#include "hw_model/noc/packet.h"
#include "hw_model/noc/round_robin.h"

namespace rc::test {

using noc::kPorts;

LinkTraffic::LinkTraffic(const noc::NocParams& params, unsigned x, unsigned y,
                         unsigned payload_bytes, std::uint64_t seed)
    : params_(params),
      x_(static_cast<std::uint8_t>(x)),
      y_(static_cast<std::uint8_t>(y)),
      payload_bytes_(payload_bytes),
      random_(seed) {
  for (auto& port : senders_) {
    for (Sender& sender : port) sender.credits = params.vc_depth;
  }
}

void LinkTraffic::new_phase() {
  static constexpr unsigned kLevels[] = {0, 2, 10, 30, 60, 100};
  const auto level = [&] { return kLevels[random_.below(6)]; };
  draining_ = random_.chance(20);
  phase_left_ = 20 + random_.below(400);
  const unsigned load = level(), payback = level();
  const bool mixed = random_.chance(50);
  for (unsigned port = 0; port < kPorts; ++port) {
    load_[port] = mixed ? level() : load;
    // What drains must be let out.
    payback_[port] = draining_ ? 100 - random_.below(60) : mixed ? level() : payback;
  }
  arrived_ = level();
  favourite_ = random_.chance(50) ? 0 : level();
  favourite_port_ = static_cast<std::uint8_t>(random_.below(kPorts));
  max_length_ = 1 + random_.below(std::min(params_.vc_depth, noc::kMaxPacketFlits));
}

void LinkTraffic::drive(const noc::RouterPins& out, noc::RouterPins& in) {
  take(out);
  if (draining_ ? inside_ == 0 : phase_left_-- == 0) {
    if (draining_) ++coverage_.drains;
    new_phase();
  }
  in.flit_valid = 0;
  for (unsigned port = 0; port < kPorts; ++port) send(port, in);
  pay_back(in);
}

void LinkTraffic::take(const noc::RouterPins& out) {
  for (unsigned port = 0; port < kPorts; ++port) {
    noc::for_each_bit(out.credit[port], [&](unsigned vc) { ++senders_[port][vc].credits; });
    if ((out.flit_valid >> port & 1) == 0) continue;
    const noc::Flit& flit = out.flit[port];
    ++owed_[port][flit.vc];
    // The sender wrote its input port into the payload: see send().
    ++coverage_.flits[flit.payload[0] % kPorts][port];
  }
}

void LinkTraffic::start_packet(unsigned port, unsigned vc) {
  Sender& sender = senders_[port][vc];
  noc::Flit& flit = sender.next;
  flit.vc = static_cast<std::uint8_t>(vc);
  flit.message_class = static_cast<std::uint8_t>(vc / params_.class_vcs());
  flit.length = static_cast<std::uint8_t>(1 + random_.below(max_length_));
  flit.dst_port = random_.chance(favourite_) ? favourite_port_
                                             : static_cast<std::uint8_t>(random_.below(kPorts));
  const bool here = random_.chance(arrived_), same_x = random_.chance(30),
             same_y = random_.chance(30);
  flit.dst_x = here || same_x ? x_ : static_cast<std::uint8_t>(random_.below(params_.cols));
  flit.dst_y = here || same_y ? y_ : static_cast<std::uint8_t>(random_.below(params_.rows));
  sender.left = flit.length;
}

void LinkTraffic::send(unsigned port, noc::RouterPins& in) {
  if (!random_.chance(draining_ ? 100 : load_[port])) return;
  // The first VC after a random one with a flit to send.
  const unsigned first = random_.below(params_.vcs);
  for (unsigned tried = 0; tried < params_.vcs; ++tried) {
    const unsigned vc = (first + tried) % params_.vcs;
    Sender& sender = senders_[port][vc];
    if (sender.credits == 0) ++coverage_.full;
    if (sender.left == 0) {
      if (draining_) continue;
      start_packet(port, vc);
      if (sender.credits < sender.left) {
        sender.left = 0;
        continue;
      }
      ++coverage_.packets[sender.left];
    }
    noc::Flit& flit = sender.next;
    flit.head = sender.left == flit.length;
    flit.tail = sender.left == 1;
    for (unsigned i = 0; i < payload_bytes_; i += 4) {
      const std::uint32_t word = random_.word();
      for (unsigned b = 0; b < 4; ++b) {
        flit.payload[i + b] = static_cast<std::uint8_t>(word >> 8 * b);
      }
    }
    flit.payload[0] = static_cast<std::uint8_t>(flit.payload[0] % 51 * kPorts + port);
    --sender.left;
    --sender.credits;
    ++inside_;
    ++coverage_.by_vc[vc];
    in.flit[port] = flit;
    in.flit_valid |= static_cast<std::uint8_t>(1u << port);
    return;
  }
}

void LinkTraffic::pay_back(noc::RouterPins& in) {
  for (unsigned port = 0; port < kPorts; ++port) {
    in.credit[port] = 0;
    if (!random_.chance(payback_[port])) continue;
    // Some VCs of the port, each for one flit.
    std::uint32_t vcs = random_.chance(50) ? ~0u : random_.word();
    for (unsigned vc = 0; vc < params_.vcs; ++vc, vcs >>= 1) {
      if (owed_[port][vc] == 0 || (vcs & 1) == 0) continue;
      --owed_[port][vc];
      --inside_;
      in.credit[port] |= static_cast<std::uint16_t>(1u << vc);
    }
  }
}

}  // namespace rc::test
