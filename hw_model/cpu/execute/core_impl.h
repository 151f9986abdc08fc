// SPDX-License-Identifier: Apache-2.0
// The implementation of a core: architectural state and the parts that act on it. The member
// functions are in the files named below, one for each group of instructions; functions.h lists
// them.
//
//   core.cpp           the protocol with the owner: limits, interrupts, HLT, bus errors
//   block_builder.cpp  decoding into blocks
//   executor.cpp       the micro-op interpreter
//   breaks.cpp         where it stops for a debugger
//   exception.cpp      exceptions, interrupts and gates
//   move.cpp arithmetic.cpp string.cpp control.cpp segment.cpp system.cpp x87.cpp   instructions
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/cpu/breaks.h"
#include "hw_model/cpu/core.h"
#include "hw_model/cpu/decode/functions.h"
#include "hw_model/cpu/decode/micro_op.h"
#include "hw_model/cpu/execute/block.h"
#include "hw_model/cpu/execute/block_cache.h"
#include "hw_model/cpu/flags.h"
#include "hw_model/cpu/fpu/fpu.h"
#include "hw_model/cpu/memory/memory_path.h"
#include "hw_model/cpu/observer.h"
#include "hw_model/cpu/timing/btb.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {

// Outcome of one attempt to execute an instruction.
enum class Step : std::uint8_t {
  next,   // done
  retry,  // no effect: the bus is needed; execute it again later
  fault,  // no effect: page fault, see MemoryPath::fault()
  raise,  // no effect: the exception in `event`
  again,  // a repeated string instruction stopped between two iterations
  end,    // done; leave the block and continue at `eip`
};

enum Vector : std::uint8_t {
  kDivideError = 0,
  kNonMaskable = 2,
  kOverflow = 4,
  kBoundRange = 5,
  kInvalidOpcode = 6,
  kDeviceNotAvailable = 7,
  kDoubleFault = 8,
  kInvalidTss = 10,
  kSegmentNotPresent = 11,
  kStackFault = 12,
  kGeneralProtection = 13,
  kPageFault = 14,
  kFloatingPoint = 16,
};

// An exception or interrupt being delivered through the IDT. Delivery is like an instruction: its
// memory accesses may have to be retried.
struct Event {
  bool active = false;
  std::uint8_t vector = 0;
  bool has_error = false;
  bool software = false;  // INT n, INT3, INTO: the gate's DPL is checked
  bool external = false;  // interrupt pin
  std::uint32_t error = 0;
  std::uint32_t cr2 = 0;
  std::uint8_t first_vector = 0;  // first exception of a double fault, for the message
};

enum Segment : unsigned { kEs, kCs, kSs, kDs, kFs, kGs };

struct DescriptorTable {
  std::uint32_t base = 0;
  std::uint16_t limit = 0;
};

enum ControlBit : std::uint32_t {
  kCr0Pe = 1u << 0,
  kCr0Mp = 1u << 1,
  kCr0Em = 1u << 2,
  kCr0Ts = 1u << 3,
  kCr0Et = 1u << 4,
  kCr0Ne = 1u << 5,
};

inline constexpr kernel::Cycle kNever = std::numeric_limits<kernel::Cycle>::max();

std::string hex(std::uint32_t value);

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
  Event event;
  CoreObserver* observer = nullptr;
  PromptTarget* prompt = nullptr;
  struct Breaks {
    bool standing = false;  // until set_breaks()
    BreakConditions on;
    BreakReport report;
    struct Access {
      bool made = false, write = false;
      std::uint32_t vaddr = 0;
    } noted;                  // of the present instruction, to what is watched
    bool everywhere = false;  // blocks without an address are checked, too
    bool asks_again = false;  // it stood before the second instruction of an issue group
    std::uint64_t hits = 0;

    bool active() const { return noted.made || !on.empty(); }
  } breaks;
  CoreCounters counters;
  MemoryPath mem;
  BranchPredictor btb;

  // --- the rest of the architectural state
  std::uint32_t cr0 = 0, cr2 = 0, cr3 = 0, cr4 = 0;
  std::array<std::uint32_t, 8> dr{};
  std::array<std::uint16_t, 6> selector{};
  DescriptorTable gdt, idt;
  std::uint16_t ldtr = 0, tr = 0;
  std::uint32_t tss_base = 0;
  std::uint32_t ldt_base = 0, ldt_limit = 0;
  std::uint8_t cpl = 0;
  Fpu fpu;

  kernel::Cycle tsc_origin = 0;  // the cycle at which the time stamp counter was 0
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
  Stop run(kernel::Cycle until);
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
  Block* extend_block(Block* old);
  // Whether a partial block is what its bytes decode to: extend_block() keeps the places of its ops.
  bool decodes_to(Block& partial) const;
  Block* build(std::uint32_t at, const std::uint8_t* kept, std::uint32_t kept_count,
               Access& access);
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

  // observed.cpp
  void observe_entry(Block& entered);
  void observe_spent(std::uint32_t at);  // if there is an observer

  // exception.cpp
  Step raise(std::uint8_t vector);
  Step raise(std::uint8_t vector, std::uint32_t error);
  void page_fault();
  Step deliver();
  Step deliver_through_gate();
  Step missing_gate(std::uint8_t vector, std::uint32_t error);
  [[noreturn]] void shut_down(const Event& last) const;

  // segment.cpp
  Step read_descriptor(std::uint16_t sel, std::uint32_t offset, std::uint64_t& descriptor);
  Step check_code_segment(std::uint16_t sel, std::uint32_t offset);
  Step load_segment(unsigned number, std::uint16_t sel, std::uint32_t offset);
  void require_flat(std::uint64_t descriptor, std::uint16_t sel) const;

  // --- helpers of the instructions
  void set_selector(unsigned number, std::uint16_t sel) {
    x87_leave();  // the unit's last instruction had the selectors of before
    selector[number] = sel;
  }
  template <class T>
  T& gpr(std::uint8_t offset) {
    return *reinterpret_cast<T*>(reinterpret_cast<char*>(reg.data()) + offset);
  }
  std::uint32_t address_of(const MicroOp& op) {
    return gpr<std::uint32_t>(op.base) + (gpr<std::uint32_t>(op.index) << op.scale) +
           op.displacement;
  }
  static Step failed(Access access) { return access == Access::retry ? Step::retry : Step::fault; }
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
  std::uint32_t pop_flags_mask() const;
  Step end_at(std::uint32_t address) {
    eip = address;
    return Step::end;
  }
  Step end_after(const MicroOp& op) { return end_at(op.eip + op.length); }
  // Cycles that depend on data.
  void charge(kernel::Cycle cycles) {
    if (!params.caches) return;
    clock.base += cycles;
    clock.attention = true;
  }
  Step privileged() { return cpl == 0 ? Step::next : raise(kGeneralProtection, 0); }

  // string.cpp
  template <bool kCompares, class F>
  Step repeat(MicroOp& op, const cost::Repeat& cost, F iteration);
  void advance(unsigned number, const MicroOp& op);
  std::uint32_t string_address(unsigned number, const MicroOp& op) const;
  // control.cpp
  Step far_target(MicroOp& op, std::uint16_t& sel, std::uint32_t& offset);
  // x87.cpp: the instruction, once its memory operand is in `buffer`; memory operands in pieces.
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

// Returns from an instruction if the access did not succeed.
#define RC_TRY(access)                                                             \
  do {                                                                             \
    if (const Access rc_access_ = (access); rc_access_ != Access::ok) [[unlikely]] \
      return failed(rc_access_);                                                   \
  } while (false)
#define RC_TRY_STEP(step)                                                  \
  do {                                                                     \
    if (const Step rc_step_ = (step); rc_step_ != Step::next) [[unlikely]] \
      return rc_step_;                                                     \
  } while (false)

// Runs `body` with T the unsigned type of op.bytes bytes.
#define RC_BY_SIZE(op, body)      \
  do {                            \
    if ((op).bytes == 1) {        \
      using T = std::uint8_t;     \
      body;                       \
    } else if ((op).bytes == 2) { \
      using T = std::uint16_t;    \
      body;                       \
    } else {                      \
      using T = std::uint32_t;    \
      body;                       \
    }                             \
  } while (false)

}  // namespace rc::cpu
