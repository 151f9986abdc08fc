// SPDX-License-Identifier: Apache-2.0
// Input unit of one router port: a FIFO per VC, and the route of the packet at its front.
//
// A packet keeps the output port and VC it was granted with its head until its tail has left.
// FlitType is a FlitHeader with whatever else a network carries.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/flit.h"
#include "hw_model/noc/params.h"

namespace rc::noc {

template <class FlitType>
class BasicInputUnit {
 public:
  struct Vc {
    std::uint8_t read = 0;   // slot of the flit at the front
    std::uint8_t count = 0;  // flits held
    bool routed = false;     // the packet at the front has been granted the two below
    std::uint8_t out_port = 0, out_vc = 0;

    template <class Archive>
    void archive(Archive& archive) {
      archive(read, count, routed, out_port, out_vc);
    }
  };

  explicit BasicInputUnit(const NocParams& params)
      : depth_(static_cast<std::uint8_t>(params.vc_depth)), slots_(params.vcs * params.vc_depth) {}

  void reset() {
    vcs_ = {};
    waiting_ = 0;
  }

  std::uint16_t waiting() const { return waiting_; }  // VCs that hold a flit, as bits
  const Vc& vc(unsigned vc) const { return vcs_[vc]; }
  const std::vector<FlitType>& slots() const { return slots_; }  // those that are free, too
  const FlitType& front(unsigned vc) const { return slots_[vc * depth_ + vcs_[vc].read]; }

  // kernel::MachineError if its VC is full.
  void write(const FlitType& flit) {
    Vc& state = vcs_[flit.vc];
    if (state.count >= depth_) overflow();
    unsigned slot = state.read + state.count;
    if (slot >= depth_) slot -= depth_;
    slots_[flit.vc * depth_ + slot] = flit;
    ++state.count;
    waiting_ |= static_cast<std::uint16_t>(1u << flit.vc);
  }

  // Removes the front flit of `vc`, which leaves by `out_port` on `out_vc`.
  const FlitType& read(unsigned vc, std::uint8_t out_port, std::uint8_t out_vc) {
    Vc& state = vcs_[vc];
    const FlitType& flit = front(vc);
    if (++state.read == depth_) state.read = 0;
    if (--state.count == 0) waiting_ &= static_cast<std::uint16_t>(~(1u << vc));
    state.out_port = out_port;
    state.out_vc = out_vc;
    state.routed = !flit.tail;
    return flit;
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive(waiting_, vcs_);
    archive.fixed(slots_);
    const std::size_t vcs = slots_.size() / depth_;
    for (std::size_t vc = 0; vc < vcs_.size(); ++vc) {
      const Vc& state = vcs_[vc];
      archive.expect(state.read < depth_ && state.count <= (vc < vcs ? depth_ : 0) &&
                     state.out_port < kPorts && state.out_vc < vcs);
      archive.expect((waiting_ >> vc & 1) == (state.count != 0));
    }
    for (const FlitType& flit : slots_) archive.expect(flit.vc < vcs);
  }

 private:
  [[noreturn, gnu::cold]] static void overflow() {
    throw kernel::MachineError("noc: a flit came into a full VC");
  }

  std::uint8_t depth_;
  std::uint16_t waiting_ = 0;
  std::array<Vc, kMaxVcs> vcs_;
  std::vector<FlitType> slots_;  // vc * depth + slot
};

using InputUnit = BasicInputUnit<Flit>;

}  // namespace rc::noc
