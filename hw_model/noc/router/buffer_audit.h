// SPDX-License-Identifier: Apache-2.0
// Flit conservation at the input buffers of one router, from its pins alone, so that it checks any
// implementation: a flit that was sent into a VC is in that VC until its credit comes back.
//
// It also measures, per VC, the time from a flit's departure upstream to the return of its credit.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/noc/flit.h"

namespace rc::noc {

class BufferAudit {
 public:
  // A flit is driven into the VC in `cycle`. False if it overflows `depth` slots.
  bool enter(unsigned port, unsigned vc, std::uint64_t cycle, unsigned depth) {
    Buffer& buffer = buffers_[port][vc];
    buffer.residence -= cycle;
    return ++buffer.held <= depth;
  }
  // The router returns the credit of one slot. False if the VC was empty.
  bool leave(unsigned port, unsigned vc, std::uint64_t cycle) {
    Buffer& buffer = buffers_[port][vc];
    buffer.residence += cycle;
    ++buffer.left;
    return buffer.held-- != 0;
  }

  // Residence as from residence() at cycle 0.
  void set(unsigned port, unsigned vc, std::uint64_t residence, std::uint64_t left,
           std::uint64_t held) {
    buffers_[port][vc] = {residence, left, static_cast<std::uint8_t>(held)};
  }
  // Take flits back that enter or leave one after the other, the first in `cycle`: for a look at a
  // time before `cycle`.
  void not_yet_entered(unsigned port, unsigned vc, std::uint64_t cycle, unsigned flits) {
    Buffer& buffer = buffers_[port][vc];
    buffer.residence += sum(cycle, flits);
    buffer.held = static_cast<std::uint8_t>(buffer.held - flits);
  }
  void not_yet_left(unsigned port, unsigned vc, std::uint64_t cycle, unsigned flits) {
    Buffer& buffer = buffers_[port][vc];
    buffer.residence -= sum(cycle, flits);
    buffer.left -= flits;
    buffer.held = static_cast<std::uint8_t>(buffer.held + flits);
  }

  unsigned held(unsigned port, unsigned vc) const { return buffers_[port][vc].held; }
  std::uint64_t left(unsigned port, unsigned vc) const { return buffers_[port][vc].left; }
  bool operator==(const BufferAudit&) const = default;
  // Sum over all flits, up to `cycle`, of the cycles from being driven into the VC to the credit:
  // divided by the cycles that passed, the mean number of slots in use.
  std::uint64_t residence(unsigned port, unsigned vc, std::uint64_t cycle) const {
    const Buffer& buffer = buffers_[port][vc];
    return buffer.residence + buffer.held * cycle;
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive(buffers_);
  }

 private:
  // cycle + (cycle + 1) + ..., `flits` terms.
  static std::uint64_t sum(std::uint64_t cycle, unsigned flits) {
    return flits * cycle + flits * (flits - 1) / 2;
  }

  struct Buffer {
    bool operator==(const Buffer&) const = default;
    std::uint64_t residence = 0;  // modulo 2^64: minus entry, plus exit cycles
    std::uint64_t left = 0;
    std::uint8_t held = 0;

    template <class Archive>
    void archive(Archive& archive) {
      archive(residence, left, held);
    }
  };
  std::array<std::array<Buffer, kMaxVcs>, kPorts> buffers_{};
};

}  // namespace rc::noc
