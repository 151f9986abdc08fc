// SPDX-License-Identifier: Apache-2.0
// The bodies of the executor's ops, by form and size. For executor.cpp only: the macros use the
// local names of Core::Impl::execute(), and the labels they define are listed in RC_CODES
// (micro_op.h).
#pragma once

#define RC_NEXT                                   \
  do {                                            \
    ++op;                                         \
    goto* table[static_cast<unsigned>(op->code)]; \
  } while (false)
// After an op that accessed memory.
#define RC_NEXT_MEMORY                \
  do {                                \
    if (clock.attention) [[unlikely]] \
      goto attend;                    \
    RC_NEXT;                          \
  } while (false)
#define RC_ACCESS(expression)              \
  do {                                     \
    access = (expression);                 \
    if (access != Access::ok) [[unlikely]] \
      goto aborted;                        \
  } while (false)
// A load or store and `...`, what the op does afterwards; the loaded T is `value`. A hit in the L0
// lookup table leaves nothing to attend to. (Only the other `value` must lie in memory.)
#define RC_LOADED(T, address, ...)                                 \
  do {                                                             \
    const std::uint32_t from = address;                            \
    {                                                              \
      T value;                                                     \
      if (mem.load_hit<false>(from, value)) [[likely]] {           \
        ++counters.l1d_hits;                                       \
        __VA_ARGS__;                                               \
        RC_NEXT;                                                   \
      }                                                            \
    }                                                              \
    T value;                                                       \
    RC_ACCESS(mem.load_elsewhere<false>(from, op->offset, value)); \
    __VA_ARGS__;                                                   \
    RC_NEXT_MEMORY;                                                \
  } while (false)
#define RC_STORED(address, value, ...)                      \
  do {                                                      \
    const std::uint32_t to = address;                       \
    const auto stored = value;                              \
    if (mem.store_hit(to, stored)) [[likely]] {             \
      ++counters.l1d_hits;                                  \
      __VA_ARGS__;                                          \
      RC_NEXT;                                              \
    }                                                       \
    RC_ACCESS(mem.store_elsewhere(to, op->offset, stored)); \
    __VA_ARGS__;                                            \
    RC_NEXT_MEMORY;                                         \
  } while (false)
#define RC_R(field) gpr<T>(op->field)
#define RC_R32(field) gpr<std::uint32_t>(op->field)
#define RC_EA (RC_R32(base) + (RC_R32(index) << op->scale) + op->displacement)

// The store of a read-modify-write happens in its third clock.
#define RC_STORE_OFFSET (op->offset + 2u)

// OPERATION(flags, a, b) gives the result, in all five forms.
#define RC_BINARY_SIZE(name, bits, OPERATION)                                 \
  L_##name##_rr_##bits : {                                                    \
    using T = std::uint##bits##_t;                                            \
    RC_R(dst) = OPERATION(flags, RC_R(dst), RC_R(src));                       \
    RC_NEXT;                                                                  \
  }                                                                           \
  L_##name##_ri_##bits : {                                                    \
    using T = std::uint##bits##_t;                                            \
    RC_R(dst) = OPERATION(flags, RC_R(dst), static_cast<T>(op->immediate));   \
    RC_NEXT;                                                                  \
  }                                                                           \
  L_##name##_rm_##bits : {                                                    \
    using T = std::uint##bits##_t;                                            \
    RC_LOADED(T, RC_EA, RC_R(dst) = OPERATION(flags, RC_R(dst), value));      \
  }                                                                           \
  L_##name##_mr_##bits : {                                                    \
    using T = std::uint##bits##_t;                                            \
    RC_UPDATE(OPERATION(result_flags, value, RC_R(src)));                     \
  }                                                                           \
  L_##name##_mi_##bits : {                                                    \
    using T = std::uint##bits##_t;                                            \
    RC_UPDATE(OPERATION(result_flags, value, static_cast<T>(op->immediate))); \
  }
// Read, modify, write; the flags change only if the store went through.
#define RC_UPDATE(EXPRESSION)                                   \
  T value;                                                      \
  const std::uint32_t address = RC_EA;                          \
  RC_ACCESS(mem.load_for_store<T>(address, op->offset, value)); \
  Flags result_flags = flags;                                   \
  const T result = EXPRESSION;                                  \
  RC_ACCESS(mem.store<T>(address, RC_STORE_OFFSET, result));    \
  flags = result_flags;                                         \
  RC_NEXT_MEMORY
#define RC_BINARY(name, OPERATION)    \
  RC_BINARY_SIZE(name, 8, OPERATION)  \
  RC_BINARY_SIZE(name, 16, OPERATION) \
  RC_BINARY_SIZE(name, 32, OPERATION)

// Only the flags change.
#define RC_COMPARE_SIZE(name, bits, OPERATION)                                   \
  L_##name##_rr_##bits : {                                                       \
    using T = std::uint##bits##_t;                                               \
    OPERATION(flags, RC_R(dst), RC_R(src));                                      \
    RC_NEXT;                                                                     \
  }                                                                              \
  L_##name##_ri_##bits : {                                                       \
    using T = std::uint##bits##_t;                                               \
    OPERATION(flags, RC_R(dst), static_cast<T>(op->immediate));                  \
    RC_NEXT;                                                                     \
  }                                                                              \
  L_##name##_rm_##bits : {                                                       \
    using T = std::uint##bits##_t;                                               \
    RC_LOADED(T, RC_EA, OPERATION(flags, RC_R(dst), value));                     \
  }                                                                              \
  L_##name##_mr_##bits : {                                                       \
    using T = std::uint##bits##_t;                                               \
    RC_LOADED(T, RC_EA, OPERATION(flags, value, RC_R(src)));                     \
  }                                                                              \
  L_##name##_mi_##bits : {                                                       \
    using T = std::uint##bits##_t;                                               \
    RC_LOADED(T, RC_EA, OPERATION(flags, value, static_cast<T>(op->immediate))); \
  }
#define RC_COMPARE(name, OPERATION)    \
  RC_COMPARE_SIZE(name, 8, OPERATION)  \
  RC_COMPARE_SIZE(name, 16, OPERATION) \
  RC_COMPARE_SIZE(name, 32, OPERATION)

#define RC_UNARY_SIZE(name, bits, OPERATION)   \
  L_##name##_r_##bits : {                      \
    using T = std::uint##bits##_t;             \
    RC_R(dst) = OPERATION(flags, RC_R(dst));   \
    RC_NEXT;                                   \
  }                                            \
  L_##name##_m_##bits : {                      \
    using T = std::uint##bits##_t;             \
    RC_UPDATE(OPERATION(result_flags, value)); \
  }
#define RC_UNARY(name, OPERATION)    \
  RC_UNARY_SIZE(name, 8, OPERATION)  \
  RC_UNARY_SIZE(name, 16, OPERATION) \
  RC_UNARY_SIZE(name, 32, OPERATION)

#define RC_MOVE_SIZE(bits)                             \
  L_mov_rr_##bits : {                                  \
    using T = std::uint##bits##_t;                     \
    RC_R(dst) = RC_R(src);                             \
    RC_NEXT;                                           \
  }                                                    \
  L_mov_ri_##bits : {                                  \
    using T = std::uint##bits##_t;                     \
    RC_R(dst) = static_cast<T>(op->immediate);         \
    RC_NEXT;                                           \
  }                                                    \
  L_mov_rm_##bits : {                                  \
    using T = std::uint##bits##_t;                     \
    RC_LOADED(T, RC_EA, RC_R(dst) = value);            \
  }                                                    \
  L_mov_mr_##bits : {                                  \
    using T = std::uint##bits##_t;                     \
    RC_STORED(RC_EA, T{RC_R(src)}, );                  \
  }                                                    \
  L_mov_mi_##bits : {                                  \
    using T = std::uint##bits##_t;                     \
    RC_STORED(RC_EA, static_cast<T>(op->immediate), ); \
  }

#define RC_EXTEND(name, bits, SIGNED)                                                       \
  L_##name##_r##bits : {                                                                    \
    RC_R32(dst) =                                                                           \
        static_cast<std::uint32_t>(static_cast<SIGNED>(gpr<std::uint##bits##_t>(op->src))); \
    RC_NEXT;                                                                                \
  }                                                                                         \
  L_##name##_m##bits : {                                                                    \
    RC_LOADED(std::uint##bits##_t, RC_EA,                                                   \
              RC_R32(dst) = static_cast<std::uint32_t>(static_cast<SIGNED>(value)));        \
  }

#define RC_SHIFT(name, OPERATION)                               \
  L_##name##_ri_32 : {                                          \
    RC_R32(dst) = OPERATION(flags, RC_R32(dst), op->immediate); \
    RC_NEXT;                                                    \
  }

// For the observer: what the present op's access cost, which is not in the block's cycles; and that
// the present op is a call.
#define RC_OBSERVE_STALL                \
  do {                                  \
    if constexpr (kObserved) {          \
      if (clock.attention) [[unlikely]] \
        observe_spent(op->eip);         \
    }                                   \
  } while (false)
#define RC_OBSERVE_CALL                           \
  do {                                            \
    if constexpr (kObserved) call_site = op->eip; \
  } while (false)

// Enters the successor `next`, which cannot reach the limit.
#define RC_ENTER                                     \
  do {                                               \
    if constexpr (kTimed) {                          \
      if (next->line != fetched) {                   \
        if (!mem.fetch_hit(next->line)) [[unlikely]] \
          goto enter_elsewhere;                      \
        fetched = next->line;                        \
      }                                              \
      ++counters.l1i_hits;                           \
    }                                                \
    if constexpr (kObserved) observe_entry(*next);   \
    table = fast;                                    \
    block = next;                                    \
    op = block->ops();                               \
    goto* fast[static_cast<unsigned>(op->code)];     \
  } while (false)
// Direct branches: separate code for either outcome, so that the host can predict both.
#define RC_LEAVE(kTaken)                                       \
  do {                                                         \
    next = finish_branch<kTimed, kTaken>(*block, *op);         \
    if (clock.base + next->last_group >= until) [[unlikely]] { \
      goto slow_##kTaken;                                      \
    }                                                          \
    RC_ENTER;                                                  \
  } while (false)
#define RC_BRANCH(TAKEN)  \
  if (TAKEN) RC_LEAVE(1); \
  RC_LEAVE(0)

#define RC_JUMP_CONDITION(condition) L_jcc_##condition : RC_BRANCH(flags.test(condition));

// A compare and the jump after it. The flags are those of the compare.
#define RC_JUMP_IF(base, condition, TYPE, STATEMENTS) \
  L_##base##_jcc_##condition : {                      \
    using T = TYPE;                                   \
    bool taken;                                       \
    STATEMENTS;                                       \
    ++op;                                             \
    RC_BRANCH(taken);                                 \
  }
#define RC_COMPARE_JUMP(base, condition, TYPE, A, B)                                        \
  RC_JUMP_IF(base, condition, TYPE, const T a = A; const T b = B; alu::sub<T>(flags, a, b); \
             taken = (compares<condition, T>(a, b)))
#define RC_COMPARE_JUMP_RR_32(base, condition) \
  RC_COMPARE_JUMP(base, condition, std::uint32_t, RC_R(dst), RC_R(src))
#define RC_COMPARE_JUMP_RI_32(base, condition) \
  RC_COMPARE_JUMP(base, condition, std::uint32_t, RC_R(dst), op->immediate)
#define RC_COMPARE_JUMP_RR_8(base, condition) \
  RC_COMPARE_JUMP(base, condition, std::uint8_t, RC_R(dst), RC_R(src))
#define RC_COMPARE_JUMP_RI_8(base, condition) \
  RC_COMPARE_JUMP(base, condition, std::uint8_t, RC_R(dst), static_cast<T>(op->immediate))
// With a memory operand: the jump is included only if the access took the fast path.
#define RC_COMPARE_JUMP_MEMORY(base, condition, TYPE, A, B)         \
  L_##base##_jcc_##condition : {                                    \
    using T = TYPE;                                                 \
    const std::uint32_t from = RC_EA;                               \
    T value;                                                        \
    if (!mem.load_hit<false>(from, value)) [[unlikely]] {           \
      T late;                                                       \
      RC_ACCESS(mem.load_elsewhere<false>(from, op->offset, late)); \
      value = late;                                                 \
      if (clock.attention) {                                        \
        alu::sub<T>(flags, A, B);                                   \
        goto attend;                                                \
      }                                                             \
    } else {                                                        \
      ++counters.l1d_hits;                                          \
    }                                                               \
    const T a = A, b = B;                                           \
    alu::sub<T>(flags, a, b);                                       \
    ++op;                                                           \
    RC_BRANCH((compares<condition, T>(a, b)));                      \
  }
#define RC_COMPARE_JUMP_RM_32(base, condition) \
  RC_COMPARE_JUMP_MEMORY(base, condition, std::uint32_t, RC_R(dst), value)
#define RC_COMPARE_JUMP_MI_8(base, condition) \
  RC_COMPARE_JUMP_MEMORY(base, condition, std::uint8_t, value, static_cast<T>(op->immediate))
#define RC_TEST_JUMP(base, condition, TYPE, B)                         \
  RC_JUMP_IF(base, condition, TYPE, alu::and_<T>(flags, RC_R(dst), B); \
             taken = flags.test(condition))
#define RC_TEST_JUMP_RR_32(base, condition) RC_TEST_JUMP(base, condition, std::uint32_t, RC_R(src))
#define RC_TEST_JUMP_RR_8(base, condition) RC_TEST_JUMP(base, condition, std::uint8_t, RC_R(src))
#define RC_TEST_JUMP_RI_8(base, condition) \
  RC_TEST_JUMP(base, condition, std::uint8_t, static_cast<T>(op->immediate))
#define RC_RESULT_JUMP(base, condition, RESULT) \
  RC_JUMP_IF(base, condition, std::uint32_t, RC_R(dst) = RESULT; taken = flags.test(condition))
#define RC_DEC_JUMP(base, condition) RC_RESULT_JUMP(base, condition, alu::dec<T>(flags, RC_R(dst)))
#define RC_INC_JUMP(base, condition) RC_RESULT_JUMP(base, condition, alu::inc<T>(flags, RC_R(dst)))
#define RC_SUB_JUMP(base, condition) \
  RC_RESULT_JUMP(base, condition, alu::sub<T>(flags, RC_R(dst), op->immediate))
#define RC_AND_JUMP(base, condition) \
  RC_RESULT_JUMP(base, condition, alu::and_<T>(flags, RC_R(dst), op->immediate))
