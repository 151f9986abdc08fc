// SPDX-License-Identifier: Apache-2.0
// The state of a core in reset, and the two ways out of it.
#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {

void Core::Impl::reset() {
  mem.reset();
  mem.on_code_write(
      [](void* context, std::uint32_t paddr, std::uint32_t bytes) {
        static_cast<Impl*>(context)->code_written(paddr, bytes);
      },
      this);
  if (flat_memory) mem.attach_flat(flat_memory, flat_bytes);
  btb.reset();
  x87_leave();
  fpu.reset();
  reg.fill(0);
  flags.unpack(0);
  eflags = 2;
  eip = 0;
  cr0 = kCr0Pe | kCr0Et | kCr0Ne;
  cr2 = cr3 = cr4 = 0;
  dr.fill(0);
  using S = SegmentRegister;
  constexpr std::uint16_t kFlat =
      S::kPresent | S::kOrdinary | S::kMiddle | S::kAccessed | S::kBig | S::kGranular;
  segment.fill({0x10, kFlat, 0, 0xffffffff});
  segment[kCs] = {0x08, kFlat | S::kCodeKind, 0, 0xffffffff};
  segments_changed();
  gdt = idt = DescriptorTable{};
  ldtr = tr = SegmentRegister{};
  cpl = 0;
  x87_busy = 0;
  block = nullptr;
  resume = nullptr;
  started = repeating = shadow = halted = enabled_now = block_written = false;
  in_reset = true;
  single = traced = resume_flag_loaded = false;
  debug_hits = 0;
  watch();
  alignment_changed();
  event = Event{};
  interrupts.clear();
  nmi_at = kNever;
  nmi_blocked = false;
  flush_blocks = true;
}

void Core::reset() { impl_->reset(); }

void Core::release(kernel::Cycle cycle, std::uint32_t entry) {
  impl_->in_reset = false;
  impl_->clock.base = cycle;
  impl_->tsc_origin = cycle;
  impl_->eip = entry;
}

void Core::release_from_reset(kernel::Cycle cycle) {
  Impl& core = *impl_;
  release(cycle, 0xfffffff0);
  core.cr0 = kCr0Cd | kCr0Nw | kCr0Et;
  core.mem.set_paging(core.cr0, core.cr3, core.cr4);
  core.reg[2] = kCpuSignature;
  core.segment.fill(real_segment(0));
  core.segment[kCs] = real_segment(0xf000);
  core.segment[kCs].base = 0xffff0000;
  core.segments_changed();
  core.gdt = core.idt = {0, 0xffff};
  core.ldtr.limit = core.tr.limit = 0xffff;
}

}  // namespace rc::cpu
