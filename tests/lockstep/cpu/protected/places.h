// SPDX-License-Identifier: Apache-2.0
// What lies where in the image that a reference and the model execute: known to its driver, which is
// assembly code, and to the generator of cases.
#pragma once

#include <cstdint>

// The driver and its variables; what each case begins with: tables, tasks, stacks, code; windows that
// the code of a case writes to; the records of all cases, and the log.
// clang-format off
#define RC_PROTECTED_PLACES(X) \
  X(Driver, 0x8000) X(NextRecord, 0xe000) X(NextLog, 0xe004) X(Left, 0xe008) X(Events, 0xe00c) \
  X(Number, 0xe010) X(GdtPointer, 0xe020) X(IdtPointer, 0xe028) X(DriverStack, 0xf000) \
  X(Template, 0x18000) X(Arena, 0x10000) X(ArenaBytes, 0xc00) X(RandomGdt, 0x10040) \
  X(Ldt, 0x10100) X(TaskStacks, 0x10204) X(RandomIdt, 0x10a00) X(Stacks, 0x12000) \
  X(StackBytes, 0x6000) X(Code, 0x20000) X(Data, 0x30000) X(DataBytes, 0x2000) \
  X(DriverBytes, 0x10c00) X(Records, 0x200000) X(Log, 0x4c3000) \
  /* parts of a record: bytes */ \
  X(GdtPart, 128) X(LdtPart, 64) X(TaskPart, 24) X(ControlPart, 20) X(IdtPart, 128) \
  X(CodePart, 320) X(StatePart, 84) X(RecordBytes, 768) \
  /* the log, in words of 32 bits */ \
  X(EventWords, 32) X(MostEvents, 24)
// clang-format on

namespace rc::test::protected_mode {

#define RC_CONSTANT(name, value) inline constexpr std::uint32_t k##name = value;
RC_PROTECTED_PLACES(RC_CONSTANT)
#undef RC_CONSTANT

// Where in a record the code is.
inline constexpr std::uint32_t kCodeAt = kGdtPart + kLdtPart + kTaskPart + kControlPart + kIdtPart;

// First words in the log: of a case (with its number), an event (with its vector), the end of a case.
inline constexpr std::uint32_t kCaseMark = 0xca5e0000, kEventMark = 0xe0000000,
                               kEndMark = 0xe4d00000;
inline constexpr std::uint32_t kTripleFault = kEventMark | 0xff;
// The end has a sum of each 128 bytes of the arena, and one of the data.
inline constexpr std::uint32_t kEndWords = 1 + kArenaBytes / 128 + 1;
// Vectors whose handlers return; the last ring-0 call of a handler in an outer ring.
inline constexpr unsigned kFirstReturning = 0x40, kReturning = 8, kEndVector = 0x7f;

}  // namespace rc::test::protected_mode
