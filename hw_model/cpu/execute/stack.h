// SPDX-License-Identifier: Apache-2.0
// Pushes and pops of one instruction. They change no register: esp() is for when all is done.
#pragma once

#include <cstdint>

#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {

class Core::Impl::Stack {
 public:
  // The present one. Its accesses happen at `cycle` and, each, `step` cycles after the last.
  Stack(Impl& core, std::uint32_t cycle, std::uint32_t step = 1)
      : Stack(core, core.segment[kSs], core.reg[4], 0, cycle, step) {}
  // Another one. #SS(error) where there is no room.
  Stack(Impl& core, const SegmentRegister& segment, std::uint32_t esp, std::uint32_t error,
        std::uint32_t cycle, std::uint32_t step)
      : core_(core), segment_(segment), esp_(esp), error_(error), cycle_(cycle), step_(step) {}

  // Of 2 or 4 bytes.
  Step push(std::uint32_t value, unsigned bytes) {
    const std::uint32_t top = moved(0u - bytes);
    std::uint32_t address;
    RC_TRY_STEP(address_of(top, bytes, true, address));
    RC_TRY(bytes == 2 ? core_.mem.store(address, cycle_, static_cast<std::uint16_t>(value))
                      : core_.mem.store(address, cycle_, value));
    passed(top);
    return Step::next;
  }
  Step pop(std::uint32_t& value, unsigned bytes) {
    std::uint32_t address;
    RC_TRY_STEP(address_of(esp_, bytes, false, address));
    if (bytes == 2) {
      std::uint16_t half;
      RC_TRY(core_.mem.load(address, cycle_, half));
      value = half;
    } else {
      RC_TRY(core_.mem.load(address, cycle_, value));
    }
    passed(moved(bytes));
    return Step::next;
  }
  // As pop(), and ESP stays.
  Step read(std::uint32_t& value, unsigned bytes) {
    const std::uint32_t esp = esp_;
    RC_TRY_STEP(pop(value, bytes));
    esp_ = esp;
    return Step::next;
  }
  void skip(std::uint32_t bytes) { esp_ = moved(bytes); }
  // Instead of a pop.
  void pass(unsigned bytes) { passed(moved(bytes)); }
  std::uint32_t esp() const { return esp_; }
  // Its stack pointer, in place of that of `other`.
  std::uint32_t with_esp(std::uint32_t other) const { return (other & ~mask()) | (esp_ & mask()); }

 private:
  std::uint32_t mask() const { return segment_.has(SegmentRegister::kBig) ? ~0u : 0xffff; }
  std::uint32_t moved(std::uint32_t by) const { return (esp_ & ~mask()) | ((esp_ + by) & mask()); }
  Step address_of(std::uint32_t esp, unsigned bytes, bool write, std::uint32_t& address) {
    const std::uint32_t offset = esp & mask();
    address = segment_.base + offset;
    return segment_.permits(offset, bytes, write) ? Step::next : core_.raise(kStackFault, error_);
  }
  void passed(std::uint32_t esp) {
    esp_ = esp;
    cycle_ += step_;
  }

  Impl& core_;
  const SegmentRegister segment_;
  std::uint32_t esp_;
  const std::uint32_t error_;
  std::uint32_t cycle_;
  const std::uint32_t step_;
};

}  // namespace rc::cpu
