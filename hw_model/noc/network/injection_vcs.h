// SPDX-License-Identifier: Apache-2.0
// How a network interface chooses the VC of a packet, as a router would: round robin among the VCs
// of its class with room for the whole packet.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/noc/flit.h"
#include "hw_model/noc/params.h"
#include "hw_model/noc/router/round_robin.h"

namespace rc::noc {

class InjectionVcs {
 public:
  explicit InjectionVcs(const NocParams& params)
      : class_vcs_(static_cast<std::uint8_t>(params.class_vcs())),
        depth_(static_cast<std::uint8_t>(params.vc_depth)) {
    credits_.fill(depth_);
  }

  // The VC for a packet whose head is sent now, or -1 if there is none.
  int choose(unsigned message_class, unsigned flits) {
    const unsigned first = message_class * class_vcs_;
    std::uint8_t& next = next_vc_[message_class];
    for (unsigned tried = 0; tried < class_vcs_; ++tried) {
      const unsigned vc = next + tried < class_vcs_ ? next + tried : next + tried - class_vcs_;
      if (credits_[first + vc] < flits) continue;
      next = static_cast<std::uint8_t>(vc + 1 == class_vcs_ ? 0 : vc + 1);
      return static_cast<int>(first + vc);
    }
    return -1;
  }
  // The VC that choose() tries first, if all its credits are here; else -1.
  int next_whole(unsigned message_class) const {
    const unsigned vc = message_class * class_vcs_ + next_vc_[message_class];
    return credits_[vc] == depth_ ? static_cast<int>(vc) : -1;
  }
  // A whole packet is sent on it; the caller accounts for its credits.
  void take_next(unsigned message_class) {
    std::uint8_t& next = next_vc_[message_class];
    next = static_cast<std::uint8_t>(next + 1 == class_vcs_ ? 0 : next + 1);
  }
  // A flit is sent on `vc`.
  void send(unsigned vc) { --credits_[vc]; }
  void take_credits(unsigned vcs) {
    for_each_bit(vcs, [&](unsigned vc) { ++credits_[vc]; });
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive(credits_, next_vc_);
    for (const std::uint8_t credits : credits_) archive.expect(credits <= depth_);
    for (const std::uint8_t next : next_vc_) archive.expect(next < class_vcs_);
  }

 private:
  std::uint8_t class_vcs_, depth_;
  std::array<std::uint8_t, kMaxVcs> credits_{};
  std::array<std::uint8_t, kMaxMessageClasses> next_vc_{};
};

}  // namespace rc::noc
