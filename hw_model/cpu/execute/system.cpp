// SPDX-License-Identifier: Apache-2.0
// Control registers, caches, time stamp, identification.
#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kMsrTimeStamp = 0x10;
// CPUID leaf 1: FPU, VME, DE, PSE, TSC, MSR, MCE, CX8, APIC (SCC facts 6).
constexpr std::uint32_t kFeatures = 0x3bf;
// Bits of CR4 that the core has.
constexpr std::uint32_t kCr4Known =
    kCr4Vme | kCr4Pvi | kCr4Tsd | kCr4De | kCr4Pse | kCr4Mce | kCr4Mpe;
// What software can set, and ET.
constexpr std::uint32_t kCr0Known =
    kCr0Pe | kCr0Mp | kCr0Em | kCr0Ts | kCr0Ne | kCr0Wp | kCr0Am | kCr0Nw | kCr0Cd | kCr0Pg;

}  // namespace

// CLI and STI beyond the I/O privilege level.
Step Core::Impl::virtual_interrupts(const MicroOp& op, bool on) {
  if (!virtual_interrupt_flag() || (on && (eflags & kVip))) return raise(kGeneralProtection, 0);
  eflags = on ? eflags | kVif : eflags & ~std::uint32_t{kVif};
  return end_after(op);
}

Step Core::Impl::clear_interrupts(MicroOp& op) {
  if (cpl > privilege_of_io()) return virtual_interrupts(op, false);
  eflags &= ~std::uint32_t{kIf};
  return end_after(op);
}

Step Core::Impl::set_interrupts(MicroOp& op) {
  if (cpl > privilege_of_io()) return virtual_interrupts(op, true);
  // A single step's trap comes first and is not held off.
  if (!interrupts_on() && !(single && traced)) shadow = true;
  set_eflags(kIf, kIf);
  return end_after(op);
}

Step Core::Impl::halt(MicroOp& op) {
  RC_TRY_STEP(privileged());
  halted = true;
  return end_after(op);
}

Step Core::Impl::move_from_control(MicroOp& op) {
  RC_TRY_STEP(privileged());
  switch (op.sub) {
    case 0:
      gpr<std::uint32_t>(op.dst) = cr0;
      break;
    case 2:
      gpr<std::uint32_t>(op.dst) = cr2;
      break;
    case 3:
      gpr<std::uint32_t>(op.dst) = cr3;
      break;
    case 4:
      gpr<std::uint32_t>(op.dst) = cr4;
      break;
    default:
      return raise(kInvalidOpcode);
  }
  return Step::next;
}

Step Core::Impl::move_to_control(MicroOp& op) {
  RC_TRY_STEP(privileged());
  RC_TRY(mem.serialise(op.offset));
  const std::uint32_t value = gpr<std::uint32_t>(op.dst);
  switch (op.sub) {
    case 0:
      if ((value & kCr0Pg) && !(value & kCr0Pe)) return raise(kGeneralProtection, 0);
      if ((value & kCr0Nw) && !(value & kCr0Cd)) return raise(kGeneralProtection, 0);
      cr0 = (value & kCr0Known) | kCr0Et;
      x87_gate = kNever;
      break;
    case 2:
      cr2 = value;
      break;
    case 3:
      cr3 = value;
      mem.flush_tlbs();
      break;
    case 4:
      if (value & ~kCr4Known) return raise(kGeneralProtection, 0);
      cr4 = value;
      break;
    default:
      return raise(kInvalidOpcode);
  }
  if (op.sub == 0) alignment_changed();
  if (op.sub != 2) {
    mem.set_paging(cr0, cr3, cr4);
    flush_blocks = true;
  }
  return end_after(op);
}

Step Core::Impl::clear_task_switched(MicroOp& op) {
  RC_TRY_STEP(privileged());
  cr0 &= ~std::uint32_t{kCr0Ts};
  return end_after(op);
}

// Group 7: sub 4 smsw, 6 lmsw.
Step Core::Impl::machine_status_word(MicroOp& op) {
  RC_TRY_STEP(permit(op));
  if (op.sub == 4) {
    if (op.bytes == 2) {
      RC_TRY(write_rm(op, static_cast<std::uint16_t>(cr0)));
    } else {
      gpr<std::uint32_t>(op.dst) = cr0;
    }
    return Step::next;
  }
  std::uint16_t value;
  RC_TRY(read_rm(op, value));
  constexpr std::uint32_t mask = kCr0Mp | kCr0Em | kCr0Ts;
  cr0 = (cr0 & ~mask) | (value & (mask | kCr0Pe));  // PE can only be set by it
  x87_gate = kNever;
  return end_after(op);
}

Step Core::Impl::invalidate_page(MicroOp& op) {
  RC_TRY_STEP(permit(op));
  RC_TRY(mem.serialise(op.offset));
  mem.invalidate_page(address_of(op));
  flush_blocks = true;
  return end_after(op);
}

Step Core::Impl::write_back_caches(MicroOp& op) {
  RC_TRY_STEP(privileged());
  RC_TRY(mem.wbinvd(op.offset));
  return end_after(op);
}

Step Core::Impl::invalidate_caches(MicroOp& op) {
  RC_TRY_STEP(privileged());
  RC_TRY(mem.serialise(op.offset));
  mem.invd();
  return end_after(op);
}

Step Core::Impl::read_time_stamp(MicroOp& op) {
  if (cpl != 0 && (cr4 & kCr4Tsd)) return raise(kGeneralProtection, 0);
  ++time_uses;
  const kernel::Cycle tsc = clock.base + op.offset - tsc_origin;
  reg[0] = static_cast<std::uint32_t>(tsc);
  reg[2] = static_cast<std::uint32_t>(tsc >> 32);
  return Step::next;
}

// The P54C's model-specific registers: machine check address and type, test registers, the time
// stamp, what counts events. All but the time stamp read as 0 and take writes without effect.
// Source: Intel, Pentium Processor Family Developer's Manual, vol. 3, table 18-1.
bool Core::Impl::model_register_exists(std::uint32_t number) const {
  constexpr std::uint32_t kExist = 1u << 0x00 | 1u << 0x01 | 1u << 0x02 | 0x3f0u | 1u << 0x0b |
                                   1u << 0x0c | 1u << 0x0d | 1u << 0x0e | 1u << kMsrTimeStamp |
                                   1u << 0x11 | 1u << 0x12 | 1u << 0x13;
  return number < 32 && (kExist >> number & 1) != 0;
}

Step Core::Impl::read_model_register(MicroOp& op) {
  RC_TRY_STEP(privileged());
  if (!model_register_exists(reg[1])) return raise(kGeneralProtection, 0);
  if (reg[1] == kMsrTimeStamp) return read_time_stamp(op);
  reg[0] = reg[2] = 0;
  return Step::next;
}

Step Core::Impl::write_model_register(MicroOp& op) {
  RC_TRY_STEP(privileged());
  if (!model_register_exists(reg[1])) return raise(kGeneralProtection, 0);
  RC_TRY(mem.serialise(op.offset));
  if (reg[1] == kMsrTimeStamp) {
    ++time_uses;
    tsc_origin = clock.base + op.offset - (std::uint64_t{reg[2]} << 32 | reg[0]);
  }
  return end_after(op);
}

Step Core::Impl::identify(MicroOp& op) {
  RC_TRY(mem.serialise(op.offset));
  if (reg[0] == 1) {
    reg[0] = kCpuSignature;
    reg[1] = reg[3] = 0;
    reg[2] = kFeatures;
  } else {
    // "GenuineIntel". Leaves beyond the last one read as 0.
    const bool first = reg[0] == 0;
    reg[0] = first ? 1 : 0;
    reg[3] = first ? 0x756e6547u : 0;
    reg[2] = first ? 0x49656e69u : 0;
    reg[1] = first ? 0x6c65746eu : 0;
  }
  return end_after(op);
}

Step Core::Impl::invalidate_mpbt(MicroOp& op) {
  RC_TRY(mem.cl1invmb(op.offset));
  return Step::next;
}

}  // namespace rc::cpu
