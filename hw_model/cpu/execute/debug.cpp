// SPDX-License-Identifier: Apache-2.0
// Debug exceptions: single steps by TF, and the breakpoints of DR0 to DR7.
//
// While TF is set or a breakpoint is enabled the core executes blocks of one instruction and looks
// between any two, so instructions do not pair. Otherwise nothing looks.
//
// Source: Intel, Pentium Processor Family Developer's Manual, vol. 3, chapter 17.
// Inaccuracy: an access that the delivery of an exception makes meets no breakpoint.
#include <utility>
#include <vector>

#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kGeneralDetect = 1u << 13;
constexpr std::uint32_t kDetected = 1u << 13, kSingleStep = 1u << 14, kTaskTrap = 1u << 15;  // DR6
enum Kind : unsigned { kExecution, kWrite, kPort, kAccess };

struct Breakpoint {
  Kind kind;
  std::uint32_t first, bytes;
};

}  // namespace

// Calls f(number, breakpoint) for each that is enabled.
template <class F>
void Core::Impl::each_breakpoint(F f) const {
  for (unsigned i = 0; i < 4; ++i) {
    if ((dr[7] >> 2 * i & 3) == 0) continue;
    const std::uint32_t bytes = (dr[7] >> (18 + 4 * i) & 3) + 1;
    f(i, Breakpoint{static_cast<Kind>(dr[7] >> (16 + 4 * i) & 3), dr[i] & ~(bytes - 1), bytes});
  }
}

bool Core::Impl::begins_step() {
  single = (eflags & kTf) || (dr[7] & kBreakpointsEnabled);
  if (!single) return false;
  debug_hits = 0;
  if (!repeating) drop_resume();  // within a block eip is not that of its next instruction
  if (!(eflags & kRf) && !repeating) {
    each_breakpoint([&](unsigned number, const Breakpoint& each) {
      if (each.kind == kExecution && each.first == eip) debug_hits |= 1u << number;
    });
    if (debug_hits != 0) {
      dr[6] |= debug_hits;
      raise(kDebug);
      event.fault = false;  // of all faults this one leaves RF to its handler
      return true;
    }
  }
  traced = eflags & kTf;
  stepped_from = counters.instructions;
  shadow = true;  // for one instruction, whatever the limit
  return false;
}

bool Core::Impl::ends_step() {
  const bool executed = counters.instructions != stepped_from || repeating;
  if (!single || !executed) return false;
  single = false;
  if (!std::exchange(resume_flag_loaded, false)) eflags &= ~std::uint32_t{kRf};
  // What loads SS is followed by one more instruction.
  const std::uint32_t met = debug_hits | (traced && !shadow ? kSingleStep : 0);
  if (met == 0) return false;
  dr[6] |= met;
  drop_resume();
  raise(kDebug);
  event.fault = false;
  return true;
}

Step Core::Impl::debug_access() {
  if (!(dr[7] & kGeneralDetect)) return Step::next;
  dr[6] |= kDetected;
  return raise(kDebug);
}

void Core::Impl::task_trapped() {
  dr[6] |= kTaskTrap;
  raise(kDebug);
  event.fault = false;
}

void Core::Impl::debug_entered() { dr[7] &= ~kGeneralDetect; }

void Core::Impl::debug_port(std::uint32_t port, std::uint32_t bytes) {
  if (!single || !(cr4 & kCr4De)) return;
  each_breakpoint([&](unsigned number, const Breakpoint& each) {
    const bool meets = each.first - port < bytes || port - each.first < each.bytes;
    if (each.kind == kPort && meets) debug_hits |= 1u << number;
  });
}

void Core::Impl::debug_data(std::uint32_t vaddr, bool write) {
  each_breakpoint([&](unsigned number, const Breakpoint& each) {
    const bool wanted = each.kind == kAccess || (each.kind == kWrite && write);
    if (wanted && vaddr - each.first < each.bytes) debug_hits |= 1u << number;
  });
}

// What the memory path reports: the debugger's ranges and those of the debug registers.
void Core::Impl::watch() {
  std::vector<WatchedRange> ranges = breaks.on.watches;
  each_breakpoint([&](unsigned, const Breakpoint& each) {
    if (each.kind != kWrite && each.kind != kAccess) return;
    ranges.push_back({each.first, each.bytes, each.kind == kAccess, true});
  });
  mem.watch_accesses(
      std::move(ranges),
      [](void* context, std::uint32_t vaddr, bool write, kernel::Cycle) {
        static_cast<Impl*>(context)->watched(vaddr, write);
      },
      this);
}

// Of a register that may be accessed. DR4 and DR5 are DR6 and DR7 unless CR4.DE is set.
Step Core::Impl::debug_register(const MicroOp& op, unsigned& number) {
  number = op.sub;
  if (number == 4 || number == 5) {
    if (cr4 & kCr4De) return raise(kInvalidOpcode);
    number += 2;
  }
  RC_TRY_STEP(privileged());
  return debug_access();
}

// Fixed bits read as on silicon.
Step Core::Impl::move_from_debug(MicroOp& op) {
  unsigned number;
  RC_TRY_STEP(debug_register(op, number));
  std::uint32_t value = dr[number];
  if (number == 6) value = (value & 0xe00f) | 0xffff0ff0;
  if (number == 7) value = (value & 0xffff23ff) | 0x400;
  gpr<std::uint32_t>(op.dst) = value;
  return Step::next;
}

Step Core::Impl::move_to_debug(MicroOp& op) {
  unsigned number;
  RC_TRY_STEP(debug_register(op, number));
  dr[number] = gpr<std::uint32_t>(op.dst);
  watch();
  return end_after(op);
}

}  // namespace rc::cpu
