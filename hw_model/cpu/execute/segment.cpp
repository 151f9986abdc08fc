// SPDX-License-Identifier: Apache-2.0
// Segments and descriptor tables. Only flat segments are modelled: base 0; limits are not enforced,
// and accessed bits not written. A segment with a base stops the machine with an error.
#include <algorithm>

#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kTableIndicator = 4;
constexpr std::uint64_t kDescriptorPresent = std::uint64_t{1} << 47;
constexpr std::uint64_t kDescriptorNotSystem = std::uint64_t{1} << 44;
constexpr std::uint64_t kDescriptorCode = std::uint64_t{1} << 43;

std::uint32_t base_of(std::uint64_t descriptor) {
  return static_cast<std::uint32_t>((descriptor >> 16 & 0xffffff) | (descriptor >> 56 & 0xff)
                                                                        << 24);
}
std::uint32_t limit_of(std::uint64_t descriptor) {
  const auto limit =
      static_cast<std::uint32_t>((descriptor & 0xffff) | (descriptor >> 32 & 0xf0000));
  return descriptor >> 55 & 1 ? limit << 12 | 0xfff : limit;
}

}  // namespace

Step Core::Impl::read_descriptor(std::uint16_t sel, std::uint32_t offset,
                                 std::uint64_t& descriptor) {
  const bool local = sel & kTableIndicator;
  const std::uint32_t at = sel & ~7u;
  if (at + 7 > (local ? ldt_limit : gdt.limit)) return raise(kGeneralProtection, sel & ~3u);
  // Descriptor tables are read with supervisor rights at any privilege.
  if (cpl == 3) mem.set_user_mode(false);
  const Access access = mem.load((local ? ldt_base : gdt.base) + at, offset, descriptor);
  if (cpl == 3) mem.set_user_mode(true);
  RC_TRY(access);
  return Step::next;
}

void Core::Impl::require_flat(std::uint64_t descriptor, std::uint16_t sel) const {
  if (base_of(descriptor) == 0) return;
  fail("segment " + hex(sel) + " has base " + hex(base_of(descriptor)) +
       "; only flat segments are supported");
}

Step Core::Impl::check_code_segment(std::uint16_t sel, std::uint32_t offset) {
  if ((sel & ~3u) == 0) return raise(kGeneralProtection, 0);
  std::uint64_t descriptor;
  RC_TRY_STEP(read_descriptor(sel, offset, descriptor));
  if (!(descriptor & kDescriptorNotSystem)) {
    fail("far transfer through system descriptor " + hex(sel) + " is not supported");
  }
  if (!(descriptor & kDescriptorCode)) return raise(kGeneralProtection, sel & ~3u);
  if (!(descriptor & kDescriptorPresent)) return raise(kSegmentNotPresent, sel & ~3u);
  require_flat(descriptor, sel);
  return Step::next;
}

Step Core::Impl::load_segment(unsigned number, std::uint16_t sel, std::uint32_t offset) {
  if (number == kCs || number > kGs) return raise(kInvalidOpcode);
  if ((sel & ~3u) == 0) {
    if (number == kSs) return raise(kGeneralProtection, 0);
  } else {
    std::uint64_t descriptor;
    RC_TRY_STEP(read_descriptor(sel, offset, descriptor));
    if (!(descriptor & kDescriptorNotSystem)) return raise(kGeneralProtection, sel & ~3u);
    if (!(descriptor & kDescriptorPresent)) {
      return raise(number == kSs ? kStackFault : kSegmentNotPresent, sel & ~3u);
    }
    require_flat(descriptor, sel);
  }
  set_selector(number, sel);
  return Step::next;
}

// LOADs into SS hold off interrupts for one instruction, so that ESP can follow.
Step Core::Impl::pop_segment(MicroOp& op) {
  std::uint16_t sel;
  RC_TRY(mem.load(reg[4], op.offset, sel));
  RC_TRY_STEP(load_segment(op.sub, sel, op.offset));
  reg[4] += op.bytes;
  shadow = op.sub == kSs;
  return end_after(op);
}

Step Core::Impl::push_segment(MicroOp& op) {
  const std::uint32_t top = reg[4] - op.bytes;
  RC_TRY(op.bytes == 2 ? mem.store(top, op.offset, selector[op.sub])
                       : mem.store(top, op.offset, std::uint32_t{selector[op.sub]}));
  reg[4] = top;
  return Step::next;
}

Step Core::Impl::move_from_segment(MicroOp& op) {
  if (op.sub > kGs) return raise(kInvalidOpcode);
  if (op.bytes == 2) {
    RC_TRY(write_rm(op, selector[op.sub]));
  } else {
    gpr<std::uint32_t>(op.dst) = selector[op.sub];
  }
  return Step::next;
}

Step Core::Impl::move_to_segment(MicroOp& op) {
  std::uint16_t sel;
  RC_TRY(read_rm(op, sel));
  RC_TRY_STEP(load_segment(op.sub, sel, op.offset));
  shadow = op.sub == kSs;
  return end_after(op);
}

Step Core::Impl::load_far_pointer(MicroOp& op) {
  const std::uint32_t address = address_of(op);
  std::uint32_t offset;
  std::uint16_t sel;
  if (op.bytes == 2) {
    std::uint16_t half;
    RC_TRY(mem.load(address, op.offset, half));
    offset = half;
  } else {
    RC_TRY(mem.load(address, op.offset, offset));
  }
  RC_TRY(mem.load(address + op.bytes, op.offset + 1u, sel));
  RC_TRY_STEP(load_segment(op.sub, sel, op.offset));
  if (op.bytes == 2) {
    gpr<std::uint16_t>(op.src) = static_cast<std::uint16_t>(offset);
  } else {
    gpr<std::uint32_t>(op.src) = offset;
  }
  return end_after(op);
}

// Group 6: sub 0 sldt, 1 str, 2 lldt, 3 ltr.
Step Core::Impl::descriptor_registers(MicroOp& op) {
  if (op.sub < 2) {
    const std::uint16_t value = op.sub == 0 ? ldtr : tr;
    if (op.bytes == 2) {
      RC_TRY(write_rm(op, value));
    } else {
      gpr<std::uint32_t>(op.dst) = value;
    }
    return Step::next;
  }
  RC_TRY_STEP(privileged());
  std::uint16_t sel;
  RC_TRY(read_rm(op, sel));
  std::uint64_t descriptor = 0;
  const bool null = (sel & ~3u) == 0;
  if (!null) {
    if (sel & kTableIndicator) return raise(kGeneralProtection, sel & ~3u);
    RC_TRY_STEP(read_descriptor(sel, op.offset, descriptor));
    if (!(descriptor & kDescriptorPresent)) return raise(kSegmentNotPresent, sel & ~3u);
  }
  if (op.sub == 2) {
    ldtr = sel;
    ldt_base = base_of(descriptor);
    ldt_limit = null ? 0 : limit_of(descriptor);
  } else {
    if (null) return raise(kGeneralProtection, 0);
    tr = sel;
    tss_base = base_of(descriptor);
    tss_limit = limit_of(descriptor);
  }
  RC_TRY(mem.serialise(op.offset));
  return end_after(op);
}

// Group 7: sub 0 sgdt, 1 sidt, 2 lgdt, 3 lidt.
Step Core::Impl::descriptor_tables(MicroOp& op) {
  const std::uint32_t address = address_of(op);
  DescriptorTable& table = op.sub & 1 ? idt : gdt;
  if (op.sub < 2) {
    RC_TRY(mem.store(address, op.offset, table.limit));
    RC_TRY(mem.store(address + 2, op.offset + 1u, table.base));
    return Step::next;
  }
  RC_TRY_STEP(privileged());
  std::uint16_t new_limit;
  std::uint32_t new_base;
  RC_TRY(mem.load(address, op.offset, new_limit));
  RC_TRY(mem.load(address + 2, op.offset + 1u, new_base));
  RC_TRY(mem.serialise(op.offset));
  table = {new_base, new_limit};
  return end_after(op);
}

// sub: 0 lar, 1 lsl, 2 verr, 3 verw, 4 arpl. ZF says whether the selector is good.
Step Core::Impl::access_rights(MicroOp& op) {
  std::uint16_t sel;
  if (op.sub == 4) {
    RC_TRY(read_rm(op, sel, true));
    const unsigned wanted = gpr<std::uint16_t>(op.src) & 3;
    const bool adjust = (sel & 3u) < wanted;
    if (adjust) RC_TRY(write_rm(op, static_cast<std::uint16_t>((sel & ~3u) | wanted)));
    flags.set_zf(adjust);
    return Step::next;
  }
  if (op.bits & kMemoryOperand) {
    RC_TRY(mem.load(address_of(op), op.offset, sel));
  } else {
    sel = gpr<std::uint16_t>(op.dst);
  }
  const std::uint32_t limit_of_table = sel & kTableIndicator ? ldt_limit : gdt.limit;
  std::uint64_t descriptor = 0;
  bool good = (sel & ~3u) != 0 && (sel | 7u) <= limit_of_table;
  if (good) {
    RC_TRY_STEP(read_descriptor(sel, op.offset, descriptor));
    const bool ordinary = descriptor & kDescriptorNotSystem;
    const bool code = descriptor & kDescriptorCode;
    const bool middle = descriptor >> 41 & 1;  // readable code or writable data
    const unsigned dpl = descriptor >> 45 & 3;
    const bool conforming = ordinary && code && (descriptor >> 42 & 1);
    if (!conforming && dpl < std::max<unsigned>(cpl, sel & 3)) good = false;
    if (!ordinary) {
      // LAR: segments, gates of calls and tasks; LSL: what has a limit; VERR, VERW: none.
      constexpr unsigned kKnown[4] = {0x1a3e, 0x0a0e, 0, 0};
      const unsigned type = descriptor >> 40 & 15;
      if (!(kKnown[op.sub] >> type & 1)) good = false;
    }
    if (op.sub == 2 && code && !middle) good = false;
    if (op.sub == 3 && (code || !middle)) good = false;
  }
  if (good && op.sub < 2) {
    const std::uint32_t value = op.sub == 0
                                    ? static_cast<std::uint32_t>(descriptor >> 32) & 0x00ffff00u
                                    : limit_of(descriptor);
    if (op.bytes == 2) {
      gpr<std::uint16_t>(op.src) = static_cast<std::uint16_t>(value);
    } else {
      gpr<std::uint32_t>(op.src) = value;
    }
  }
  flags.set_zf(good);
  return Step::next;
}

}  // namespace rc::cpu
