// SPDX-License-Identifier: Apache-2.0
// The implementation of a core: architectural state and the parts that act on it. The member
// functions are in the files named below, one for each group of instructions; functions.h lists
// them.
//
//   core_types.h       outcomes of instructions, events, control bits
//   reset.cpp          reset and release
//   core.cpp           the protocol with the owner: limits, interrupts, HLT, bus errors
//   block_builder.cpp  decoding into blocks
//   executor.cpp       the micro-op interpreter
//   breaks.cpp         where it stops for a debugger
//   exception.cpp      exceptions and interrupts
//   debug.cpp          single steps, debug registers
//   task.cpp           task switches
//   descriptor.cpp     segment registers and the checks on loading them
//   stack.h            pushes and pops of one instruction
//   move.cpp arithmetic.cpp string.cpp control.cpp far.cpp segment.cpp port.cpp system.cpp x87.cpp   instructions
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/cpu/breaks.h"
#include "hw_model/cpu/core.h"
#include "hw_model/cpu/decode/functions.h"
#include "hw_model/cpu/decode/micro_op.h"
#include "hw_model/cpu/execute/block.h"
#include "hw_model/cpu/execute/block_cache.h"
#include "hw_model/cpu/execute/core_types.h"
#include "hw_model/cpu/flags.h"
#include "hw_model/cpu/fpu/fpu.h"
#include "hw_model/cpu/memory/memory_path.h"
#include "hw_model/cpu/observer.h"
#include "hw_model/cpu/segment.h"
#include "hw_model/cpu/timing/btb.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {

struct alignas(64) Core::Impl {
  Impl(const CoreParams& parameters, int core_id);

  // --- what every run of instructions needs, together in the host's cache; the register file
  // first: the executor addresses it by byte offset
  std::array<std::uint32_t, 10> reg{};
  Flags flags;
  std::uint32_t eflags = 2;  // without the arithmetic flags
  std::uint32_t eip = 0;     // valid while `resume` is null
  CoreClock clock;
  Block* block = nullptr;     // the present block
  MicroOp* resume = nullptr;  // continue at this op of `block`; null: at `eip`
  kernel::Cycle limit = 0;    // of the present execute()
  bool started = false;       // the present op or event has begun: no interrupt before its end
  bool repeating = false;     // the present string instruction has been charged its start
  bool shadow = false;        // STI, MOV SS: one more instruction before interrupts
  bool halted = false;
  bool in_reset = true;
  bool enabled_now = false;    // the interrupt flag went from 0 to 1
  bool flush_blocks = false;   // before the next lookup
  bool block_written = false;  // a store hit the code of the present block
  kernel::Cycle x87_busy = 0;  // until when a long x87 operation holds the unit
  // From when on a handler may use the host's x87; never while the state is not there.
  kernel::Cycle x87_gate = kNever;
  // What the handlers noted of the last instruction (0: nothing): what its op says of it, and the
  // address of the last operand in memory.
  std::uint64_t x87_last = 0;
  std::uint32_t x87_operand = 0;
  bool x87_operand_noted = false;
  bool keep_x87 = false;
  // The guest's status word, if the host's is that after a store which has not gone through yet.
  bool x87_owes_status = false;
  std::uint16_t x87_status_owed = 0;
  // debug.cpp: between two instructions, while TF is set or a breakpoint is enabled.
  bool single = false;              // the present instruction is looked at
  bool traced = false;              // ... and ends in a #DB
  bool resume_flag_loaded = false;  // ... and has set RF
  std::uint32_t debug_hits = 0;     // ... and has met breakpoints: bits of DR6
  std::uint64_t stepped_from = 0;   // CoreCounters::instructions at its start
  Event event;
  // The last exception or interrupt; kNever: its delivery has not begun.
  kernel::Cycle raised_at = 0;
  CoreObserver* observer = nullptr;
  PromptTarget* prompt = nullptr;
  bool hands_over = false;  // posted requests go to `prompt` in the present run()
  struct Breaks {
    bool standing = false;  // until set_breaks()
    BreakConditions on;
    BreakReport report;
    struct Access {
      bool made = false, write = false, outside = false;
      std::uint32_t vaddr = 0;
    } noted;                  // of the present instruction, to what is watched
    bool everywhere = false;  // blocks without an address are checked, too
    bool asks_again = false;  // it stood before the second instruction of an issue group
    std::uint64_t hits = 0;

    bool active() const { return noted.made || !on.empty(); }
  } breaks;
  bool poking = false;  // what is accessed now is not the core's own access
  CoreCounters counters;
  MemoryPath mem;
  BranchPredictor btb;

  // --- the rest of the architectural state
  std::uint32_t cr0 = 0, cr2 = 0, cr3 = 0, cr4 = 0;
  std::array<std::uint32_t, 8> dr{};
  std::array<SegmentRegister, 6> segment{};
  CodeMode mode = CodeMode::flat32;  // follows from `segment`
  DescriptorTable gdt, idt;
  SegmentRegister ldtr, tr;
  std::uint8_t cpl = 0;
  Fpu fpu;

  kernel::Cycle tsc_origin = 0;  // the cycle at which the time stamp counter was 0
  std::uint64_t time_uses = 0;   // it was read or set
  struct PendingInterrupt {
    kernel::Cycle cycle;
    std::uint8_t vector;

    template <class Archive>
    void archive(Archive& archive) {
      archive(cycle, vector);
    }
  };
  std::vector<PendingInterrupt> interrupts;
  kernel::Cycle nmi_at = kNever;  // from when on one is pending
  bool nmi_blocked = false;       // until IRET
  InterruptController* controller = nullptr;
  const CoreParams params;
  const int id;
  BlockCache blocks;
  bool cache_blocks = true;
  std::uint8_t* flat_memory = nullptr;
  std::uint32_t flat_bytes = 0;
  std::uint32_t call_site = 0;  // of the call that just happened, for the observer

  // breaks.cpp
  void set_breaks(const BreakConditions& conditions);
  void mark_blocks();
  void mark(Block& each);
  bool breaks_here(std::uint32_t address) const;
  bool stops_before(const MicroOp& op);
  bool watched_now() const;
  void watched(std::uint32_t vaddr, bool write);

  // core.cpp
  void reset();
  Stop run(kernel::Cycle until, bool ask);
  bool hand_over_posted();
  kernel::Cycle now() const { return clock.base + (resume ? resume->offset : 0); }
  bool interrupts_on() const { return eflags & kIf; }
  void drop_resume();
  bool take_interrupt();
  void take_external(std::uint8_t vector);
  // Whether something could be pending that is not held off.
  bool may_interrupt() const { return interrupts_on() || nmi_at != kNever; }
  kernel::Cycle next_interrupt() const;
  [[noreturn]] void fail(const std::string& what, std::optional<std::uint32_t> unmapped = {}) const;
  std::string position() const;

  // archive.cpp
  void archive(kernel::Archive& archive);
  void archive_block(kernel::Archive& archive);
  bool makes_sense(const MicroOp& op) const;
  bool makes_sense(Block& whole) const;

  // block_builder.cpp: the block at `eip`, decoded if necessary; null: `access` says why.
  Block* find_block(Access& access);
  MicroOp* in_longer_block(const MicroOp& last);
  // Whether a partial block is what its bytes decode to: in_longer_block() keeps the places of its ops.
  bool decodes_to(Block& partial) const;
  Block* build(std::uint32_t at, CodeMode as, const std::uint8_t* kept, std::uint32_t kept_count,
               Access& access);
  std::uint64_t code_room(std::uint32_t at) const;
  unsigned most_instructions() const { return single ? 1 : Block::kMaxInstructions; }
  void code_written(std::uint32_t paddr, std::uint32_t bytes);

  // executor.cpp: runs until a reason to stop. Stop::limit also means: run() must check the state.
  template <bool kTimed, bool kObserved>
  Stop execute();
  template <bool kTimed, bool kTaken>
  Block* finish_branch(Block& from, MicroOp& op);
  // Calls the function of a generic op.
  Step call(MicroOp& op) { return (this->*functions[op.extra])(op); }
  static const std::array<Step (Impl::*)(MicroOp&), static_cast<std::size_t>(Function::count)>
      functions;

  // debug.cpp: true if a #DB is the next event
  bool begins_step();
  bool ends_step();
  template <class F>
  void each_breakpoint(F f) const;
  void debug_data(std::uint32_t vaddr, bool write);
  void debug_port(std::uint32_t port, std::uint32_t bytes);
  void debug_entered();
  void task_trapped();
  Step debug_access();
  Step debug_register(const MicroOp& op, unsigned& number);
  void watch();

  // task.cpp
  Step find_task(std::uint16_t sel, bool returning, std::uint32_t cycle, SegmentRegister& task);
  Step load_task_field(const SegmentRegister& task, std::uint32_t at, std::uint32_t bytes,
                       std::uint32_t cycle, std::uint32_t& value);
  Step store_task_field(const SegmentRegister& task, std::uint32_t at, std::uint32_t bytes,
                        std::uint32_t cycle, std::uint32_t value);
  // `next_eip`: linear, where the old task goes on.
  Step switch_task(std::uint16_t sel, TaskChange change, std::uint32_t next_eip,
                   std::uint32_t cycle);
  Step task_code(std::uint32_t cycle, SegmentRegister& code);
  Step find_task_segments(std::array<SegmentRegister, 6>& found, std::uint32_t& esp);
  Step load_task_segments();

  // observed.cpp
  void observe_entry(Block& entered);
  void observe_spent(std::uint32_t at);  // if there is an observer

  class Stack;  // stack.h

  // exception.cpp
  void begin_event(std::uint8_t vector);
  Step raise(std::uint8_t vector);
  Step raise(std::uint8_t vector, std::uint32_t error);
  void page_fault();
  Step deliver();
  Step deliver_through_vector();
  Step deliver_through_gate();
  [[noreturn]] void shut_down(const Event& last) const;

  // descriptor.cpp. The first ones only find what a selector names. `offset`: cycle of the access.
  Step read_descriptor(std::uint16_t sel, std::uint32_t offset, std::uint64_t& descriptor,
                       std::uint8_t vector = kGeneralProtection);
  Access store_rights(const SegmentRegister& changed, std::uint32_t offset);
  // Sets the accessed bit in the table; restart: it was not set before.
  Step mark_accessed(const SegmentRegister& found, std::uint32_t offset);
  // Whether it is code that may be entered at privilege `level`; exact: and from no outer one.
  Step check_code(const SegmentRegister& code, unsigned level, bool exact,
                  std::uint8_t vector = kGeneralProtection);
  Step find_data(std::uint16_t sel, std::uint32_t offset, SegmentRegister& found,
                 std::uint8_t vector = kGeneralProtection);
  Step find_stack(std::uint16_t sel, unsigned level, std::uint8_t vector, std::uint32_t offset,
                  SegmentRegister& found);
  // Of real and virtual-8086 mode.
  SegmentRegister paragraph(unsigned number, std::uint16_t sel) const;
  Step find_segment(unsigned number, std::uint16_t sel, std::uint32_t offset,
                    SegmentRegister& found);
  Step load_segment(unsigned number, std::uint16_t sel, std::uint32_t offset);
  void set_segment(unsigned number, const SegmentRegister& value);
  void segments_changed();
  void set_privilege(unsigned level);
  // Takes away from an outer ring what it may not use.
  void drop_inner_segments();
  Step checked_address(unsigned number, std::uint32_t offset, std::uint32_t count, bool write,
                       std::uint32_t& address);
  bool prepare_address(const MicroOp& op);  // segment_address; false: raised
  // Raises what an instruction with an operand in memory raises wherever that operand is: it comes
  // before the checks of the segment and of the page.
  Step permit(const MicroOp& op);

  // --- helpers of the instructions
  // Whether selectors are 16-byte paragraphs: real mode, virtual-8086 mode.
  bool paragraphs() const { return !(cr0 & kCr0Pe) || (eflags & kVm); }
  bool virtual_8086() const { return eflags & kVm; }
  unsigned privilege_of_io() const { return (eflags & kIopl) >> 12; }
  // Whether VIF stands for IF, which is beyond the I/O privilege level.
  bool virtual_interrupt_flag() const {
    if (cpl <= privilege_of_io()) return false;
    return virtual_8086() ? cr4 & kCr4Vme : cpl == 3 && (cr4 & kCr4Pvi);
  }
  // Flags that were loaded have VIF and VIP both set: #GP(0) before the next instruction.
  bool virtual_interrupt_waits() const {
    constexpr std::uint32_t kBoth = kVif | kVip;
    return (eflags & kBoth) == kBoth && virtual_interrupt_flag();
  }
  // FLAGS as virtual-8086 mode sees it.
  std::uint32_t virtual_flags() const {
    const std::uint32_t image = packed_eflags();
    if (!virtual_interrupt_flag()) return image;
    return (image & ~std::uint32_t{kIf}) | kIopl | (image & kVif ? std::uint32_t{kIf} : 0);
  }
  // Of `count` bytes at `offset` of a segment. Raises #SS(0) or #GP(0) if they may not be accessed.
  Step address_in(unsigned number, std::uint32_t offset, std::uint32_t count, bool write,
                  std::uint32_t& address) {
    address = offset;
    if (mode == CodeMode::flat32 && number < kFs) return Step::next;
    return checked_address(number, offset, count, write, address);
  }
  std::uint32_t code_base() const { return segment[kCs].base; }
  // EIP as the program sees it, of the linear address that the core keeps.
  std::uint32_t code_offset(std::uint32_t linear) const { return linear - code_base(); }
  template <class T>
  T& gpr(std::uint8_t offset) {
    return *reinterpret_cast<T*>(reinterpret_cast<char*>(reg.data()) + offset);
  }
  std::uint32_t address_of(const MicroOp& op) {
    return gpr<std::uint32_t>(op.base) + (gpr<std::uint32_t>(op.index) << op.scale) +
           op.displacement;
  }
  // The r/m operand of a generic op.
  template <class T>
  Access read_rm(const MicroOp& op, T& value, bool for_store = false) {
    if (!(op.bits & kMemoryOperand)) {
      value = gpr<T>(op.dst);
      return Access::ok;
    }
    return for_store ? mem.load_for_store<T>(address_of(op), op.offset, value)
                     : mem.load<T>(address_of(op), op.offset, value);
  }
  template <class T>
  Access write_rm(const MicroOp& op, T value) {
    if (!(op.bits & kMemoryOperand)) {
      gpr<T>(op.dst) = value;
      return Access::ok;
    }
    return mem.store<T>(address_of(op), op.offset, value);
  }
  std::uint32_t packed_eflags() const { return eflags | flags.pack(); }
  // Sets the bits in `mask`, and enabled_now if they enable interrupts.
  void set_eflags(std::uint32_t value, std::uint32_t mask);
  // EFLAGS, CR0 or the privilege has changed.
  void alignment_changed() { mem.check_alignment((eflags & kAc) && (cr0 & kCr0Am)); }
  std::uint32_t pop_flags_mask() const;
  // What POPF and IRET of virtual-8086 mode do with FLAGS while VIF stands for IF.
  Step load_virtual_flags(std::uint32_t value);
  Step end_at(std::uint32_t address) {
    eip = address;
    return Step::end;
  }
  Step end_after(const MicroOp& op) { return end_at(op.eip + op.length); }
  std::uint32_t offset_after(const MicroOp& op) const { return code_offset(op.eip + op.length); }
  // Cycles that depend on data.
  void charge(kernel::Cycle cycles) {
    if (!params.caches) return;
    clock.base += cycles;
    clock.attention = true;
  }
  bool model_register_exists(std::uint32_t number) const;
  Step virtual_interrupts(const MicroOp& op, bool on);
  Step privileged() { return cpl == 0 ? Step::next : raise(kGeneralProtection, 0); }

  // string.cpp
  template <bool kCompares, class F>
  Step repeat(MicroOp& op, const cost::Repeat& cost, F iteration);
  void advance(unsigned number, const MicroOp& op);
  Step source_address(const MicroOp& op, std::uint32_t& address);
  Step destination_address(const MicroOp& op, bool write, std::uint32_t& address);
  // port.cpp
  Step port_permitted(std::uint32_t port, unsigned bytes, std::uint32_t offset);
  // control.cpp
  Step software(const MicroOp& op, std::uint8_t vector);
  Step redirects(std::uint8_t vector, std::uint32_t offset, bool& redirected);
  Step near_operand(MicroOp& op, std::uint32_t& value);
  Step near_to(MicroOp& op, std::uint32_t offset, bool taken);
  // far.cpp
  struct FarTarget;
  Step load_pointer(MicroOp& op, std::uint16_t& sel, std::uint32_t& offset);
  Step far_pointer(MicroOp& op, std::uint16_t& sel, std::uint32_t& offset);
  Step far_target(MicroOp& op, bool call, FarTarget& target);
  Step inner_stack(unsigned level, std::uint32_t offset, SegmentRegister& stack,
                   std::uint32_t& esp);
  Step enter_code(const SegmentRegister& code, std::uint32_t offset);
  Step return_outwards(const SegmentRegister& code, std::uint32_t offset, Stack& stack,
                       unsigned bytes, std::uint32_t dropped, std::uint32_t cycle);
  Step return_code(std::uint16_t sel, std::uint32_t cycle, SegmentRegister& code);
  Step return_to_virtual(Stack& stack, std::uint32_t offset, std::uint32_t sel,
                         std::uint32_t new_eflags);
  // x87.cpp: permit(); whether the unit is emulated or has another task's state; the instruction, once
  // its memory operand is in `buffer`; memory operands in pieces.
  Step x87_permit(const MicroOp& op);
  bool x87_off() const { return cr0 & (kCr0Em | kCr0Ts); }
  Step x87_loaded(MicroOp& op, Fpu::Buffer& buffer);
  Access load_bytes(std::uint32_t address, std::uint32_t offset, std::uint8_t* bytes,
                    unsigned count);
  Access store_bytes(std::uint32_t address, std::uint32_t offset, const std::uint8_t* bytes,
                     unsigned count);

  // The guest's x87 state in the host's x87, for the handlers of x87_handlers.h: from x87_enter(),
  // false if it must not be there, until x87_leave(). No code in between may use the host's x87.
  // Between two runs (keep_x87) another core may take it; then the state is at home, but what the
  // handlers noted is still to be put down.
  bool x87_enter(const MicroOp& op);
  void x87_leave() {
    x87_gate = kNever;
    x87_put_down();
    if (fpu.in_host()) fpu.leave_host();
    if (x87_owes_status) [[unlikely]]
      x87_pay_status();
  }
  // What the handlers noted goes into the unit's pointers.
  void x87_put_down();
  // The status word before the store that is executed: not the host's, if it was tried before.
  std::uint16_t x87_status() const {
    if (x87_owes_status) return x87_status_owed;
    std::uint16_t status;
    asm volatile("fnstsw %0" : "=a"(status));
    return status;
  }
  // After a store that did not go through; `status` is the status word before it. One that waits
  // for the bus sets the host's again, so the guest's is kept aside until then.
  void x87_take_back(std::uint16_t status, Access access);
  void x87_pay_status();
  // FLDCW with exceptions unmasked.
  Step x87_unmask(MicroOp& op, std::uint16_t control);
  // After an operation of several cycles: later x87 instructions wait.
  void x87_occupy(const MicroOp& op) {
    if (op.target == 0 || !params.caches) return;
    const bool division = op.target == 0xffff;
    const unsigned precision = fpu.state().control >> 8 & 3;
    x87_busy = clock.base + op.offset + (division ? cost::kX87Divide[precision] : op.target);
    if (fpu.in_host()) x87_gate = x87_busy;
  }
  // Notes the instruction as the unit's last one, for x87_put_down().
  void x87_note(const MicroOp& op) {
    static_assert(offsetof(MicroOp, eip) == offsetof(MicroOp, immediate) + 4);
    std::memcpy(&x87_last, &op.immediate, sizeof x87_last);
  }
  void x87_note(const MicroOp& op, std::uint32_t address) {
    x87_note(op);
    x87_operand = address;
    x87_operand_noted = true;
  }

#define RC_DECLARE(name) Step name(MicroOp& op);
  RC_FUNCTIONS(RC_DECLARE)
#undef RC_DECLARE
};

}  // namespace rc::cpu
