// SPDX-License-Identifier: Apache-2.0
// A core in a snapshot. Of decoded blocks only the present one is saved, as it is: the core may
// stand in the middle of it. All others are decoded again when they are needed, which takes no
// cycle.
#include "hw_model/kernel/archive.h"

#include <new>

#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {
namespace {

// Decoded operations are saved by their numbers.
struct Numbering {
  std::uint32_t codes = static_cast<std::uint32_t>(Code::count);
  std::uint32_t functions = static_cast<std::uint32_t>(Function::count);
};

}  // namespace

void Core::archive(kernel::Archive& archive) { impl_->archive(archive); }

void Core::Impl::archive(kernel::Archive& archive) {
  Numbering numbering;
  archive(numbering.codes, numbering.functions);
  if (numbering.codes != Numbering().codes || numbering.functions != Numbering().functions) {
    throw kernel::InputError("it was saved by another version of the simulator");
  }
  archive(reg, flags.result, flags.carry, eflags, eip, cr0, cr2, cr3, cr4, dr, selector);
  archive(gdt.base, gdt.limit, idt.base, idt.limit, ldtr, tr, tss_base, ldt_base, ldt_limit, cpl);
  x87_leave();
  archive(fpu.state());
  archive(clock.base, clock.attention, counters, mem, btb);
  archive(x87_busy, tsc_origin);
  archive(started, repeating, shadow, halted, in_reset, enabled_now, flush_blocks, block_written);
  archive(event.active, event.vector, event.has_error, event.software, event.external, event.error,
          event.cr2, event.first_vector);
  archive(interrupts);
  archive_block(archive);
  if (archive.loading() && observer) observer->resumed({clock.base, counters});
}

// Whether there is code that carries it out.
bool Core::Impl::makes_sense(const MicroOp& op) {
  return op.code < Code::count &&
         (op.code != Code::generic || op.extra < static_cast<std::uint32_t>(Function::count));
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
          head.op_count, head.partial, at, kept);
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
  for (unsigned i = 0; i < block->op_count; ++i) archive.expect(makes_sense(block->ops()[i]));
  archive.raw(block->kept_bytes(), kept);
  for (unsigned i = 0; i < 2; ++i) {
    if (head.paddr_end[i] != 0) mem.archive_code(archive, head.paddr[i], head.paddr_end[i]);
  }
}

}  // namespace rc::cpu
