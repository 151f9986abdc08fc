// SPDX-License-Identifier: Apache-2.0
// The micro-op interpreter: computed goto over the ops of a block, blocks chained to their
// successors. One instantiation with P54C timing, one flat and functional (one cycle per
// instruction, no branch predictor, no instruction fetches). The timed one exists once more with an
// observer (observer.h), which costs nothing where there is none.
//
// A block that cannot reach the limit runs without checks (table `fast`). Otherwise, or when a
// stall may have moved time past the limit, ops go through table `checked`, whose entries first
// check whether an issue group may still start.
#include <utility>

#include "hw_model/cpu/execute/alu.h"
#include "hw_model/cpu/execute/core_impl.h"
#include "hw_model/cpu/execute/executor_macros.h"
#include "hw_model/cpu/execute/x87_handlers.h"

namespace rc::cpu {

namespace {

// Condition `kCondition` after comparing a with b.
template <unsigned kCondition, class T>
bool compares(T a, T b) {
  using S = std::make_signed_t<T>;
  const auto sa = static_cast<S>(a), sb = static_cast<S>(b);
  bool value = false;
  switch (kCondition >> 1) {
    case 1:
      value = a < b;
      break;
    case 2:
      value = a == b;
      break;
    case 3:
      value = a <= b;
      break;
    case 4:
      value = static_cast<S>(a - b) < 0;
      break;
    case 6:
      value = sa < sb;
      break;
    case 7:
      value = sa <= sb;
      break;
    default:
      break;
  }
  return value != ((kCondition & 1) != 0);
}

// Operations whose flags are dead.
template <class T>
T add_dead(Flags&, T a, T b) {
  return static_cast<T>(a + b);
}
template <class T>
T sub_dead(Flags&, T a, T b) {
  return static_cast<T>(a - b);
}
template <class T>
T and_dead(Flags&, T a, T b) {
  return a & b;
}
template <class T>
T or_dead(Flags&, T a, T b) {
  return a | b;
}
template <class T>
T xor_dead(Flags&, T a, T b) {
  return a ^ b;
}
template <class T>
T inc_dead(Flags&, T a) {
  return static_cast<T>(a + 1);
}
template <class T>
T dec_dead(Flags&, T a) {
  return static_cast<T>(a - 1);
}
template <class T>
T not_dead(Flags&, T a) {
  return static_cast<T>(~a);
}
std::uint32_t shl_dead(Flags&, std::uint32_t a, unsigned count) { return a << count; }
std::uint32_t shr_dead(Flags&, std::uint32_t a, unsigned count) { return a >> count; }
std::uint32_t sar_dead(Flags&, std::uint32_t a, unsigned count) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(a) >> count);
}

}  // namespace

// Time, counters and prediction at a direct branch; the successor as far as it is known.
template <bool kTimed, bool kTaken>
[[gnu::always_inline]] inline Block* Core::Impl::finish_branch(Block& from, MicroOp& op) {
  ++counters.branches;
  counters.instructions += from.instructions;
  kernel::Cycle cycles = from.cycles;
  if constexpr (kTimed) {
    const std::uint32_t after = op.displacement;
    if (!btb.settled<kTaken>(after, op.target, op.extra, op.immediate)) [[unlikely]] {
      const kernel::Cycle wrong = !btb.branch(after, kTaken, op.target, op.extra, op.immediate);
      counters.mispredicts += wrong;
      cycles +=
          wrong * (op.bits & kVPipe ? params.mispredict_v_cycles : params.mispredict_u_cycles);
    }
  }
  clock.base += cycles;
  return from.link[kTaken];
}

template <bool kTimed, bool kObserved>
Stop Core::Impl::execute() {
#define RC_LABEL(code) &&L_##code,
#define RC_FUSED_LABEL(base, condition) &&L_##base##_jcc_##condition,
#define RC_PLAIN_LABEL(base, condition) &&L_##base,
#define RC_CHECK(code) &&check_limit,
#define RC_FUSED_CHECK(base, condition) &&check_limit,
  // Without checks; the same with one op at a time; with a check of the limit before each op.
  static const void* const fast[] = {RC_CODES(RC_LABEL, RC_FUSED_LABEL)};
  static const void* const plain[] = {RC_CODES(RC_LABEL, RC_PLAIN_LABEL)};
  static const void* const checked[] = {RC_CODES(RC_CHECK, RC_FUSED_CHECK)};
#undef RC_LABEL
#undef RC_FUSED_LABEL
#undef RC_PLAIN_LABEL
#undef RC_CHECK
#undef RC_FUSED_CHECK
  const void* const* table = fast;
  MicroOp* op = nullptr;
  Block* next = BlockCache::none();
  Block** link = nullptr;
  Access access = Access::ok;
  std::uint32_t target = 0;
  Step step_result = Step::next;
  const kernel::Cycle until = limit;
  // The line fetched last, which need not be looked up again: a second touch changes nothing. The
  // low bit is set when it is unknown, or when a hit costs cycles.
  const std::uint32_t no_reuse = params.l1i.hit_cycles != 0;
  std::uint32_t fetched = 1;
  mem.take_posted_at_once();
  // Whether run() must look at the state between two instructions, at `cycle`: as after every
  // posted request, also after one that was answered at once, or handed over.
  const auto must_stop = [&](kernel::Cycle cycle) {
    if (mem.pending()) {
      if (!hand_over_posted()) return true;
    } else if (!mem.take_posted_at_once()) {
      return false;
    }
    return cycle >= until || shadow || enabled_now;
  };

  if (resume) {
    op = resume;
    resume = nullptr;
    counters.instructions -= op->number;
    table = clock.base + block->last_group >= until ? checked : fast;
    if (started) {
      started = false;
      if (std::exchange(breaks.asks_again, false)) [[unlikely]]
        goto check_limit;
      goto* plain[static_cast<unsigned>(op->code)];
    }
    if (block_written) [[unlikely]] {  // by poke()
      clock.attention = block_written = false;
      goto leave_at_op;
    }
    goto* table[static_cast<unsigned>(op->code)];
  }
  if (started) {
    started = false;
    goto fetch_first;
  }

// --- between blocks: continue at `eip` -----------------------------------------------------------
boundary:
  if (clock.base >= until && !shadow) return Stop::limit;
fetch_first:
  next = BlockCache::none();
fetch_next:
  access = kTimed || !next->valid() ? mem.fetch(eip, 0) : Access::ok;
after_fetch:
  if constexpr (kObserved) observer->fetched(eip, {clock.base, counters});
  clock.attention = false;
  block_written = false;
  fetched = (eip & ~31u) | no_reuse;
  if (access != Access::ok) {
    block = nullptr;
    if (access == Access::retry) {
      started = true;
      return mem.pending() ? Stop::request : Stop::wait_bus;
    }
    page_fault();
    return Stop::limit;
  }
  if (!next->valid()) {
    const std::uint32_t flushes = blocks.flushes();
    next = find_block(access);
    if (!next) goto after_fetch;
    // Only flat code: elsewhere another base or limit may hold next time.
    const bool lasting = cache_blocks && flushes == blocks.flushes();
    if (link && lasting && mode == CodeMode::flat32) *link = next;
  }
  link = nullptr;
  block = next;
  op = block->ops();
  if constexpr (kObserved) observe_entry(*block);
  if (must_stop(clock.base)) {
    resume = op;
    return mem.pending() ? Stop::request : Stop::limit;
  }
  table = clock.base + block->last_group >= until ? checked : fast;
  goto* table[static_cast<unsigned>(op->code)];

  [[maybe_unused]] enter_elsewhere : eip = next->eip;
  goto fetch_next;

slow_0:
  eip = op->displacement;
  link = &block->link[0];
  goto enter_slowly;
slow_1:
  eip = op->target;
  link = &block->link[1];
  goto enter_slowly;

finish_indirect:
  RC_OBSERVE_STALL;
  ++counters.branches;
  counters.instructions += block->instructions;
  clock.base += block->cycles;
  if constexpr (kTimed) {
    const std::uint32_t after = op->eip + op->length;
    std::uint32_t never_absent = ~0u;
    if (!btb.settled<true>(after, target, op->extra, never_absent) &&
        !btb.branch(after, true, target, op->extra, never_absent)) [[unlikely]] {
      ++counters.mispredicts;
      clock.base += op->bits & kVPipe ? params.mispredict_v_cycles : params.mispredict_u_cycles;
    }
  }
  if (clock.attention) [[unlikely]] {
    clock.attention = false;
    mem.instruction_done(op->eip);
    block_written = false;
    fetched = 1;
    if (must_stop(clock.base)) {
      eip = target;
      block = nullptr;
      return mem.pending() ? Stop::request : Stop::limit;
    }
  }
  // The link remembers the last target.
  next = block->link[1];
  if (next->eip != target) next = BlockCache::none();
  if (clock.base + next->last_group < until) [[likely]]
    RC_ENTER;
  link = &block->link[1];
  eip = target;

enter_slowly:
  if (!next->valid()) goto boundary;
  if (clock.base >= until) return Stop::limit;
  goto fetch_next;

// --- special ends of an op -----------------------------------------------------------------------
check_limit:
  if (!(op->bits & kStartsGroup) || clock.base + op->offset < until || shadow) {
    if (block->marked() && stops_before(*op)) {
      resume = op;
      started = !(op->bits & kStartsGroup);
      counters.instructions += op->number;
      return Stop::broken;
    }
    if ((op->bits & kStartsGroup) && clock.base + op->offset >= until) shadow = false;
  } else {
    resume = op;
    counters.instructions += op->number;
    return Stop::limit;
  }
  goto* plain[static_cast<unsigned>(op->code)];

// The op is done, but its access took the slow path.
attend:
  RC_OBSERVE_STALL;
  clock.attention = false;
  mem.instruction_done(op->eip);
  fetched = 1;
  ++op;
  if (block_written) {
    block_written = false;
    goto leave_at_op;
  }
  if (must_stop(clock.base + op->offset)) {
    resume = op;
    counters.instructions += op->number;
    return mem.pending() ? Stop::request : Stop::limit;
  }
  table = clock.base + block->last_group >= until ? checked : fast;
  goto* table[static_cast<unsigned>(op->code)];

aborted:
  clock.attention = false;
  mem.instruction_stopped(op->eip);
  if (access == Access::retry) {
    resume = op;
    started = true;
    counters.instructions += op->number;
    return mem.pending() ? Stop::request : Stop::wait_bus;
  }
  page_fault();
raised:
  mem.instruction_done(op->eip);
  clock.attention = false;
  block_written = false;
  repeating = false;
leave_at_op:
  counters.instructions += op->number;
  clock.base += op->offset;
  eip = op->eip;
  if constexpr (kObserved) observe_spent(eip);
  block = nullptr;
  return mem.pending() ? Stop::request : Stop::limit;

// --- pseudo --------------------------------------------------------------------------------------
L_fetch:
  if (mem.fetch_hit(op->target)) [[likely]] {
    ++counters.l1i_hits;
    fetched = op->target;
    RC_NEXT;
  }
  RC_ACCESS(mem.fetch(op->target, op->offset));
  fetched = op->target | no_reuse;
  RC_NEXT_MEMORY;

L_fetch_more:
  RC_ACCESS(mem.fetch(op->target, op->offset));
  if (block_written) [[unlikely]] {  // this op has no next one
    RC_OBSERVE_STALL;
    clock.attention = block_written = false;
    mem.instruction_done(op->eip);
    goto leave_at_op;
  }
  op = in_longer_block(*op);
  clock.attention = true;
  RC_NEXT_MEMORY;

L_end_block:
  counters.instructions += block->instructions;
  clock.base += block->cycles;
  next = block->link[0];
  if (clock.base + next->last_group < until) [[likely]]
    RC_ENTER;
  link = &block->link[0];
  eip = op->eip;
  goto enter_slowly;

L_address16:
  reg[kAddressRegister / 4] = RC_EA & 0xffff;
  RC_NEXT;
L_segment_address:
  if (!prepare_address(*op)) [[unlikely]]
    goto raised;
  RC_NEXT;

// The state goes into the host's x87, and an operation that still runs ends.
x87_prepare:
  if (x87_enter(*op)) goto* plain[static_cast<unsigned>(op->code)];
L_generic:
  eip = op->eip;
  step_result = call(*op);
generic_done : {
  switch (step_result) {
    case Step::next:
      RC_NEXT_MEMORY;
    case Step::retry:
      access = Access::retry;
      goto aborted;
    case Step::fault:
      access = Access::fault;
      goto aborted;
    case Step::raise:
      goto raised;
    case Step::again:
      clock.attention = false;
      if (block_written) {
        block_written = false;
        goto leave_at_op;
      }
      resume = op;
      counters.instructions += op->number;
      return mem.pending() ? Stop::request : Stop::limit;
    case Step::restart:
      clock.attention = false;
      mem.instruction_done(op->eip);
      resume = op;
      started = true;
      counters.instructions += op->number;
      return mem.pending() ? Stop::request : Stop::limit;
    case Step::end:
      break;
  }
  RC_OBSERVE_STALL;
  counters.instructions += block->instructions;
  clock.base += block->cycles;
  clock.attention = false;
  mem.instruction_done(op->eip);
  block_written = false;
  block = nullptr;
  return mem.pending() ? Stop::request : Stop::limit;
}

  // --- data movement -----------------------------------------------------------------------------
  RC_MOVE_SIZE(8)
  RC_MOVE_SIZE(16)
  RC_MOVE_SIZE(32)
  RC_EXTEND(movzx, 8, std::uint32_t)
  RC_EXTEND(movzx, 16, std::uint32_t)
  RC_EXTEND(movsx, 8, std::int8_t)
  RC_EXTEND(movsx, 16, std::int16_t)

L_lea:
  RC_R32(dst) = RC_EA;
  RC_NEXT;
L_nop:
  RC_NEXT;
L_xchg_rr_32 : {
  const std::uint32_t value = RC_R32(dst);
  RC_R32(dst) = RC_R32(src);
  RC_R32(src) = value;
  RC_NEXT;
}
L_cdq:
  reg[2] = static_cast<std::uint32_t>(static_cast<std::int32_t>(reg[0]) >> 31);
  RC_NEXT;
L_cwde:
  reg[0] = static_cast<std::uint32_t>(static_cast<std::int16_t>(reg[0]));
  RC_NEXT;

L_push_r : {
  const std::uint32_t top = reg[4] - 4;
  RC_STORED(top, std::uint32_t{RC_R32(src)}, reg[4] = top);
}
L_push_i : {
  const std::uint32_t top = reg[4] - 4;
  RC_STORED(top, std::uint32_t{op->immediate}, reg[4] = top);
}
L_push_m : {
  const std::uint32_t top = reg[4] - 4;
  std::uint32_t value;
  RC_ACCESS(mem.load<std::uint32_t>(RC_EA, op->offset, value));
  RC_ACCESS(mem.store<std::uint32_t>(top, op->offset + 1u, value));
  reg[4] = top;
  RC_NEXT_MEMORY;
}
L_pop_r : { RC_LOADED(std::uint32_t, reg[4], reg[4] += 4; RC_R32(dst) = value); }
L_leave : { RC_LOADED(std::uint32_t, reg[5], reg[4] = reg[5] + 4; reg[5] = value); }

  // --- arithmetic --------------------------------------------------------------------------------
  RC_BINARY(add, alu::add<T>)
  RC_BINARY(or_, alu::or_<T>)
  RC_BINARY(adc, alu::adc<T>)
  RC_BINARY(sbb, alu::sbb<T>)
  RC_BINARY(and_, alu::and_<T>)
  RC_BINARY(sub, alu::sub<T>)
  RC_BINARY(xor_, alu::xor_<T>)
  RC_BINARY(addn, add_dead<T>)
  RC_BINARY(or_n, or_dead<T>)
  RC_BINARY(and_n, and_dead<T>)
  RC_BINARY(subn, sub_dead<T>)
  RC_BINARY(xor_n, xor_dead<T>)
  RC_COMPARE(cmp, alu::sub<T>)
  RC_COMPARE(test, alu::and_<T>)
  RC_UNARY(inc, alu::inc<T>)
  RC_UNARY(dec, alu::dec<T>)
  RC_UNARY(incn, inc_dead<T>)
  RC_UNARY(decn, dec_dead<T>)
  RC_UNARY(neg, alu::neg<T>)
  RC_UNARY(not_, not_dead<T>)
  RC_SHIFT(shl, alu::shl<std::uint32_t>)
  RC_SHIFT(shr, alu::shr<std::uint32_t>)
  RC_SHIFT(sar, alu::sar<std::uint32_t>)
  RC_SHIFT(shln, shl_dead)
  RC_SHIFT(shrn, shr_dead)
  RC_SHIFT(sarn, sar_dead)

L_imul_rr_32:
  RC_R32(dst) =
      static_cast<std::uint32_t>(alu::imul<std::uint32_t>(flags, RC_R32(dst), RC_R32(src)));
  RC_NEXT;
L_imul_rri_32:
  RC_R32(dst) =
      static_cast<std::uint32_t>(alu::imul<std::uint32_t>(flags, RC_R32(src), op->immediate));
  RC_NEXT;
L_imul_rm_32 : {
  RC_LOADED(std::uint32_t, RC_EA,
            RC_R32(dst) =
                static_cast<std::uint32_t>(alu::imul<std::uint32_t>(flags, RC_R32(dst), value)));
}
L_imul_rmi_32 : {
  RC_LOADED(std::uint32_t, RC_EA,
            RC_R32(dst) =
                static_cast<std::uint32_t>(alu::imul<std::uint32_t>(flags, value, op->immediate)));
}
L_setcc_r:
  gpr<std::uint8_t>(op->dst) = flags.test(op->sub);
  RC_NEXT;

  // --- x87 ---------------------------------------------------------------------------------------
  RC_X87_HANDLERS

  // --- control -----------------------------------------------------------------------------------
  RC_JUMP_CONDITION(0)
  RC_JUMP_CONDITION(1)
  RC_JUMP_CONDITION(2)
  RC_JUMP_CONDITION(3)
  RC_JUMP_CONDITION(4)
  RC_JUMP_CONDITION(5)
  RC_JUMP_CONDITION(6)
  RC_JUMP_CONDITION(7)
  RC_JUMP_CONDITION(8)
  RC_JUMP_CONDITION(9)
  RC_JUMP_CONDITION(10)
  RC_JUMP_CONDITION(11)
  RC_JUMP_CONDITION(12)
  RC_JUMP_CONDITION(13)
  RC_JUMP_CONDITION(14)
  RC_JUMP_CONDITION(15)

  RC_FUSED(RC_COMPARE_JUMP_RR_32, cmp_rr_32)
  RC_FUSED(RC_COMPARE_JUMP_RI_32, cmp_ri_32)
  RC_FUSED(RC_COMPARE_JUMP_RM_32, cmp_rm_32)
  RC_FUSED(RC_COMPARE_JUMP_MI_8, cmp_mi_8)
  RC_FUSED(RC_COMPARE_JUMP_RR_8, cmp_rr_8)
  RC_FUSED(RC_COMPARE_JUMP_RI_8, cmp_ri_8)
  RC_FUSED(RC_TEST_JUMP_RR_32, test_rr_32)
  RC_FUSED(RC_TEST_JUMP_RR_8, test_rr_8)
  RC_FUSED(RC_TEST_JUMP_RI_8, test_ri_8)
  RC_FUSED(RC_DEC_JUMP, dec_r_32)
  RC_FUSED(RC_INC_JUMP, inc_r_32)
  RC_FUSED(RC_SUB_JUMP, sub_ri_32)
  RC_FUSED(RC_AND_JUMP, and__ri_32)

L_jmp:
  RC_LEAVE(1);
L_call : {
  const std::uint32_t top = reg[4] - 4, after = op->displacement;
  if (mem.store_hit(top, after)) [[likely]] {
    ++counters.l1d_hits;
    reg[4] = top;
    RC_OBSERVE_CALL;
    RC_LEAVE(1);
  }
  RC_ACCESS(mem.store_elsewhere(top, op->offset, after));
  reg[4] = top;
  RC_OBSERVE_CALL;
  if (!clock.attention) RC_LEAVE(1);
  target = op->target;
  goto finish_indirect;
}
L_ret : {
  std::uint32_t value;
  if (mem.load_hit<false>(reg[4], value)) [[likely]] {
    ++counters.l1d_hits;
    target = value;
  } else {
    RC_ACCESS(mem.load_elsewhere<false>(reg[4], op->offset, target));
  }
  reg[4] += 4 + op->immediate;
  goto finish_indirect;
}
L_jmp_r:
  target = RC_R32(src);
  goto finish_indirect;
L_jmp_m:
  RC_ACCESS(mem.load<std::uint32_t>(RC_EA, op->offset, target));
  goto finish_indirect;
L_call_r : {
  const std::uint32_t top = reg[4] - 4;
  target = RC_R32(src);
  RC_ACCESS(mem.store<std::uint32_t>(top, op->offset, op->eip + op->length));
  reg[4] = top;
  RC_OBSERVE_CALL;
  goto finish_indirect;
}
L_call_m : {
  const std::uint32_t top = reg[4] - 4;
  RC_ACCESS(mem.load<std::uint32_t>(RC_EA, op->offset, target));
  RC_ACCESS(mem.store<std::uint32_t>(top, op->offset + 1u, op->eip + op->length));
  reg[4] = top;
  RC_OBSERVE_CALL;
  goto finish_indirect;
}
L_loop_or_jecxz : {
  const bool short_count = op->bits & kAddressSize16;
  bool taken;
  std::uint32_t count = reg[1] & (short_count ? 0xffffu : ~0u);
  if (op->sub == 3) {
    taken = count == 0;
  } else {
    count = (count - 1) & (short_count ? 0xffffu : ~0u);
    reg[1] = short_count ? (reg[1] & 0xffff0000u) | count : count;
    taken = count != 0 && (op->sub == 2 || flags.zf() == (op->sub == 1));
  }
  RC_BRANCH(taken);
}
}

template Stop Core::Impl::execute<true, false>();
template Stop Core::Impl::execute<true, true>();
template Stop Core::Impl::execute<false, false>();

const std::array<Step (Core::Impl::*)(MicroOp&), static_cast<std::size_t>(Function::count)>
    Core::Impl::functions = {
#define RC_POINTER(name) &Core::Impl::name,
        RC_FUNCTIONS(RC_POINTER)
#undef RC_POINTER
};

}  // namespace rc::cpu
