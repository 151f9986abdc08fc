// SPDX-License-Identifier: Apache-2.0
// Output unit of one router port: credits and ownership of the VCs of the buffer downstream.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/noc/flit.h"
#include "hw_model/noc/params.h"
#include "hw_model/noc/router/round_robin.h"

namespace rc::noc {

class OutputUnit {
 public:
  explicit OutputUnit(const NocParams& params)
      : depth_(static_cast<std::uint8_t>(params.vc_depth)),
        vcs_(static_cast<std::uint8_t>(params.vcs)),
        class_vcs_(static_cast<std::uint8_t>(params.class_vcs())) {
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      after_[vc] =
          static_cast<std::uint8_t>((vc + 1) % class_vcs_ == 0 ? vc + 1 - class_vcs_ : vc + 1);
    }
    reset();
  }

  void reset() {
    credits_.fill(depth_);
    with_credit_ = static_cast<std::uint16_t>((1u << vcs_) - 1);
    owned_ = 0;
    for (unsigned c = 0; c < next_vc_.size(); ++c) {
      next_vc_[c] = static_cast<std::uint8_t>(c * class_vcs_);
    }
  }

  unsigned credits(unsigned vc) const { return credits_[vc]; }
  std::uint16_t owned() const { return owned_; }  // VCs, as bits
  bool has_credit(unsigned vc) const { return (with_credit_ >> vc & 1) != 0; }

  // The next VC of `allowed`, in round-robin order, that no packet owns and whose buffer downstream
  // has room for a packet of `length` flits (virtual cut-through); -1 if there is none. `allowed`
  // are VCs of `message_class`.
  int free_vc(unsigned allowed, unsigned message_class, unsigned length) const {
    unsigned candidates = allowed & with_credit_ & ~static_cast<unsigned>(owned_);
    while (candidates != 0) {
      const unsigned vc = round_robin(candidates, next_vc_[message_class]);
      if (credits_[vc] >= length) return static_cast<int>(vc);
      candidates &= ~(1u << vc);
    }
    return -1;
  }

  // The VC that is next in the round robin of `message_class`, if no packet owns it and all its
  // credits are here; else -1.
  int next_whole_vc(unsigned message_class) const {
    const unsigned vc = next_vc_[message_class];
    return credits_[vc] == depth_ && (owned_ >> vc & 1) == 0 ? static_cast<int>(vc) : -1;
  }

  // Credits of the VCs in `allowed`. Adaptive routing chooses by it.
  unsigned total_credits(unsigned allowed) const {
    unsigned total = 0;
    for_each_bit(allowed, [&](unsigned vc) { total += credits_[vc]; });
    return total;
  }

  // A flit is sent on `vc`.
  void send(unsigned vc, const FlitHeader& flit) {
    const auto bit = static_cast<std::uint16_t>(1u << vc);
    take(vc, 1);
    if (flit.head) {
      advance(vc, flit.message_class);
      owned_ |= bit;
    }
    if (flit.tail) owned_ &= static_cast<std::uint16_t>(~bit);
  }

  // A whole packet is sent on `vc`; the caller accounts for its credits.
  void pass_packet(unsigned vc, unsigned message_class) { advance(vc, message_class); }
  // It was not: `vc` is the next one again.
  void not_passed(unsigned vc, unsigned message_class) {
    next_vc_[message_class] = static_cast<std::uint8_t>(vc);
  }
  // So many credits of `vc` are under way.
  void owe_credits(unsigned vc, unsigned flits) { take(vc, flits); }
  // A whole packet is sent on `vc`, with nothing else in between.
  void send_packet(unsigned vc, const FlitHeader& head) {
    take(vc, head.length);
    advance(vc, head.message_class);
  }

  void take_credits(unsigned vcs) {
    with_credit_ |= static_cast<std::uint16_t>(vcs);
    for_each_bit(vcs, [&](unsigned vc) { ++credits_[vc]; });
  }
  void take_credit(unsigned vc) {
    with_credit_ |= static_cast<std::uint16_t>(1u << vc);
    ++credits_[vc];
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive(with_credit_, owned_, credits_, next_vc_);
    archive.expect((with_credit_ | owned_) >> vcs_ == 0);
    for (unsigned vc = 0; vc < vcs_; ++vc)
      archive.expect(credits_[vc] <= depth_ && has_credit(vc) == (credits_[vc] != 0));
    for (unsigned c = 0; c < vcs_ / class_vcs_; ++c) archive.expect(next_vc_[c] / class_vcs_ == c);
  }

 private:
  void take(unsigned vc, unsigned flits) {
    const auto bit = static_cast<std::uint16_t>(1u << vc);
    credits_[vc] = static_cast<std::uint8_t>(credits_[vc] - flits);
    if (credits_[vc] == 0) with_credit_ &= static_cast<std::uint16_t>(~bit);
  }
  void advance(unsigned vc, unsigned message_class) { next_vc_[message_class] = after_[vc]; }

  std::uint8_t depth_, vcs_, class_vcs_;
  std::uint16_t with_credit_ = 0;  // VCs with a credit, as bits
  std::uint16_t owned_ = 0;        // VCs held by a packet whose tail has not left yet
  std::array<std::uint8_t, kMaxVcs> credits_{};
  std::array<std::uint8_t, kMaxMessageClasses> next_vc_{};  // round robin within the class
  std::array<std::uint8_t, kMaxVcs> after_{};               // of a VC: the next one of its class
};

}  // namespace rc::noc
