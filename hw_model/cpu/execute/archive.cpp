// SPDX-License-Identifier: Apache-2.0
// A core in a snapshot. Of decoded blocks only the present one is saved, as it is: the core may
// stand in the middle of it. All others are decoded again when they are needed, which takes no
// cycle.
#include "hw_model/kernel/archive.h"

#include <new>

#include "hw_model/cpu/execute/core_impl.h"
#include "hw_model/cpu/fpu/encoding.h"
#include "hw_model/cpu/fpu/register_forms.h"

namespace rc::cpu {
namespace {

// Decoded operations are saved by their numbers.
struct Numbering {
  std::uint32_t codes = static_cast<std::uint32_t>(Code::count);
  std::uint32_t functions = static_cast<std::uint32_t>(Function::count);
};

bool is_fused(Code code) { return code > Code::x87_store_control; }

}  // namespace

void Core::archive(kernel::Archive& archive) { impl_->archive(archive); }

void Core::Impl::archive(kernel::Archive& archive) {
  Numbering numbering;
  archive(numbering.codes, numbering.functions);
  if (numbering.codes != Numbering().codes || numbering.functions != Numbering().functions) {
    throw kernel::InputError("it was saved by another version of the simulator");
  }
  archive(reg, flags.result, flags.carry, eflags, eip, cr0, cr2, cr3, cr4, dr, segment, gdt.base,
          gdt.limit, idt.base, idt.limit, ldtr, tr, cpl);
  archive.expect(cpl < 4);
  segments_changed();
  if (archive.loading()) watch();
  x87_leave();
  archive(fpu.state());
  archive(clock.base, clock.attention, counters, mem, btb);
  archive(x87_busy, tsc_origin, time_uses);
  archive(started, repeating, shadow, halted, in_reset, enabled_now, flush_blocks, block_written);
  archive(event, raised_at, single, traced, resume_flag_loaded, debug_hits, stepped_from);
  archive(interrupts, nmi_at, nmi_blocked);
  archive_block(archive);
  if (archive.loading() && observer) observer->resumed({clock.base, counters});
}

// Whether there is code that carries it out, and all that it names by number is there: registers,
// selectors, a slot of the branch predictor, a function of the x87's.
bool Core::Impl::makes_sense(const MicroOp& op) const {
  constexpr unsigned kLongestShift = 31;
  if (op.code >= Code::count || op.scale > kLongestShift) return false;
  for (const std::uint8_t offset : {op.dst, op.base, op.index})
    if (offset > kAddressRegister) return false;
  if (is_x87(op)) {
    return op.code != Code::x87_register ||
           (fpu::register_form_defined(op.sub, op.src) &&
            op.displacement == fpu::register_form_offset(op.sub, op.src));
  }
  if (op.src > kAddressRegister) return false;
  if (is_branch(op.code)) return op.extra < btb.slots();
  if (op.code == Code::segment_address) return op.sub < segment.size();
  if (op.code != Code::generic) return true;
  const auto names_segment = [this](std::uint32_t field) {
    return field == 0 || (field & ~kChecked) < segment.size();
  };
  switch (static_cast<Function>(op.extra)) {
    case Function::string_move:
    case Function::string_store:
    case Function::string_load:
    case Function::string_compare:
    case Function::string_scan:
    case Function::string_input:
    case Function::string_output:
    case Function::translate_byte:
      if (!names_segment(op.target)) return false;
      break;
    case Function::bit_test:
      if (op.target == 0 && (op.bits & kMemoryOperand) && !names_segment(op.immediate))
        return false;
      break;
    default:
      break;
  }
  return op.extra < static_cast<std::uint32_t>(Function::count) &&
         (op.extra != static_cast<std::uint16_t>(Function::push_segment) ||
          op.sub < segment.size());
}

// Likewise of a block: whatever is carried out is followed by an op, up to one that leaves.
bool Core::Impl::makes_sense(Block& whole) const {
  const MicroOp* const ops = whole.ops();
  for (unsigned i = 0; i < whole.op_count; ++i) {
    const Code code = ops[i].code;
    const bool last = i + 1 == whole.op_count;
    const bool leaves = is_branch(code) || code == Code::end_block || code == Code::fetch_more;
    if (!makes_sense(ops[i]) || (last && !leaves)) return false;
    if ((code == Code::fetch_more) != (last && whole.partial)) return false;
    if (is_fused(code) && !is_branch(ops[i + 1].code)) return false;
  }
  return whole.op_count != 0 && whole.mode <= CodeMode::segmented16 &&
         whole.code_bytes <= Block::kMaxCodeBytes;
}

void Core::Impl::archive_block(kernel::Archive& archive) {
  bool inside = resume != nullptr;
  archive(inside);
  if (archive.loading()) {
    blocks.flush();
    block = nullptr;
    resume = nullptr;
  }
  if (!inside) return;

  Block head;
  std::uint32_t at = 0, kept = 0;
  if (!archive.loading()) {
    head = *block;
    at = static_cast<std::uint32_t>(resume - block->ops());
    kept = block->partial ? block->code_bytes : 0;
  }
  archive(head.eip, head.line, head.code_bytes, head.last_group, head.cycles, head.instructions,
          head.op_count, head.partial, head.mode, at, kept);
  for (unsigned i = 0; i < 2; ++i) archive(head.paddr[i], head.paddr_end[i]);
  if (archive.loading()) {
    void* const memory = blocks.allocate(sizeof(Block) + head.op_count * sizeof(MicroOp) + kept);
    if (at >= head.op_count || memory == nullptr) {
      throw kernel::InputError("a block of instructions makes no sense");
    }
    head.link[0] = head.link[1] = BlockCache::none();
    block = new (memory) Block(head);
    resume = block->ops() + at;
    if (block->valid()) blocks.insert(block);
  }
  archive.raw(block->ops(), block->op_count * sizeof(MicroOp));
  archive.expect(makes_sense(*block) && kept == (block->partial ? block->code_bytes : 0));
  archive.raw(block->kept_bytes(), kept);
  archive.expect(!block->partial || decodes_to(*block));
  for (unsigned i = 0; i < 2; ++i) {
    if (head.paddr_end[i] != 0) mem.archive_code(archive, head.paddr[i], head.paddr_end[i]);
  }
}

}  // namespace rc::cpu
