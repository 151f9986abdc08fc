// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/lockstep/cpu/protected/generator.h"

namespace rc::test::protected_mode {

void Generator::segment_load() {
  unsigned sel = selector();
  if (virtual_) {
    static constexpr unsigned paragraphs[] = {0, 0x3000, 0x3010, 0x3100};
    sel = paragraphs[below(4)];
  }
  static constexpr unsigned numbers[] = {0, 3, 4, 5, 2};
  const unsigned number = numbers[below(chance(25) ? 5 : 4)];
  if (number == 2 && virtual_) return;
  if (chance(50)) {
    move(0, sel);
    emit({0x8e, 0xc0 | number << 3});
    return;
  }
  push(sel);
  size_32();
  if (number < 4) {
    emit({0x07 | number << 3});
  } else {
    emit({0x0f, 0xa1 | (number - 4) << 3});
  }
}

// With a prefix, near the limit of a segment.
void Generator::access() {
  static constexpr unsigned prefixes[] = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65};
  static constexpr unsigned opcodes[] = {0x8b, 0x89, 0x8a, 0x88, 0x03, 0x01, 0x3b};
  std::uint32_t at = chance(70) ? edge_of_limit() : below(0x1800);
  if (virtual_ && chance(25)) at = 0xfff8 + below(8);
  emit({prefixes[below(6)]});
  if (chance(25)) emit({0x66});
  const unsigned reg = below(4) << 3;
  // Around 64 KB Bochs takes BOUND's second word from offset 0.
  if (chance(8) && at < 0xfff8) {
    emit({0x62, reg | (wide_ ? 5u : 6u)});  // BOUND
  } else {
    emit({opcodes[below(7)], reg | (wide_ ? 5u : 6u)});
  }
  number(at, wide_ ? 4 : 2);
}

void Generator::stack_operation() {
  const std::uint32_t at = edge_of_limit();
  if (chance(50)) move(4, at);
  if (chance(30)) move(5, at + below(16));
  switch (below(6)) {
    case 0:
      emit({0x50 + below(8)});
      return;
    case 1:
      emit({0x58});
      return;
    case 2:
      emit({0x60});
      return;
    case 3:
      move(5, at);
      emit({0xc8, 4 * below(16), 0, below(3)});
      return;
    case 4:
      move(5, at);
      emit({0xc9});
      return;
    default:
      emit({0x9c});
      return;
  }
}

void Generator::string_operation() {
  move(7, edge_of_limit());
  move(6, edge_of_limit());
  move(1, below(5));
  // CMPS and SCAS that fault leave the flags as they were, which Bochs does not do.
  static constexpr unsigned opcodes[] = {0xa4, 0xa5, 0xaa, 0xab, 0xac, 0xad};
  emit({0xf3, opcodes[below(6)]});
}

void Generator::privileged() {
  const unsigned sel = selector();
  switch (below(14)) {
    case 0:
      emit({0x0f, 0x06});  // CLTS
      return;
    case 1:
      emit({0x0f, 0x20, 0xc0 | 8 * (below(2) * 2) | below(4)});  // MOV reg, CR0 or CR2
      return;
    case 2:
      emit({0x0f, 0x21, 0xc0 | below(8) << 3 | below(4)});  // MOV reg, DR
      return;
    case 3:
      move(2, kData);
      emit({0x0f, 0x23, 0xc0 | below(4) << 3 | 2});
      return;
    case 4:
    case 5:
      move(0, sel);
      emit({0x0f, 0x00, 0xc0 | (2 + below(2)) << 3});  // LLDT, LTR
      return;
    case 6:
      emit({0x0f, 0x00, 0xc0 | below(2) << 3 | below(4)});  // SLDT, STR
      return;
    case 7:
      emit({0x0f, 0x01, 0xe0 | below(4)});  // SMSW
      return;
    case 8:
    case 9:
      move(0, sel);
      emit({0x0f, 0x00, 0xe0 | below(2) << 3});  // VERR, VERW
      return;
    case 10:
      move(0, sel);
      emit({0x0f, 0x02 + below(2), 0xc8 | (chance(50) ? 0u : 0x10u)});  // LAR, LSL
      return;
    case 11:
      move(0, sel);
      move(1, below(4));
      emit({0x63, 0xc8});  // ARPL
      return;
    case 12:
      emit({0xfa + below(2)});  // CLI, STI
      return;
    default:
      if (chance(50)) {
        emit({0x66, 0xba, 0xa0 + below(8), 0x02, 0xec + below(2)});  // IN, port 0x2a0 and on
        if (wide_) return;
        code_.erase(code_.end() - 5);  // MOV DX without the prefix
        return;
      }
      emit({0xdb, 0xe3});  // FNINIT
      return;
  }
}

void Generator::flags_operation() {
  if (chance(30)) {
    emit({0x9c});
    return;
  }
  if (chance(50)) {
    push(flags());
    size_32();
  } else {
    push(flags());
    push(flags());
    emit({0x66});
    if (!wide_) code_.pop_back();
  }
  emit({0x9d});
}

void Generator::operation() {
  switch (below(13)) {
    case 0:
    case 1:
    case 2:
      return segment_load();
    case 3:
    case 4:
      return access();
    case 5:
      return stack_operation();
    case 6:
      return string_operation();
    case 7:
    case 8:
      return privileged();
    case 9:
      return flags_operation();
    case 10:
      return emit({0xcd, kFirstReturning + below(16)});
    case 11:
      if (chance(20)) return emit({0xcd, below(0x20)});
      if (chance(30)) return emit({0xce});
      return emit({0xcd, kFirstReturning + below(kReturning)});
    default:
      if (chance(6)) return emit({chance(50) ? 0xccu : 0xf1u});
      return emit({0x40 + below(4)});
  }
}

// A far jump or call to the next slot, or through a gate or to a task.
void Generator::far_pointer(unsigned index) {
  const bool call = chance(50);
  unsigned sel = virtual_ ? kCode / 16 : code_selector();
  // All gates lead to the last slot: from there that would never end.
  const bool through = !virtual_ && index + 1 != kSlots && chance(45);
  if (through) sel = (kCallGates + below(chance(80) ? 2 : 3)) << 3 | (chance(70) ? 0 : below(4));
  const std::uint64_t to = entry(sel);
  const std::uint32_t offset = kCode + kSlot * (index + 1) - (virtual_ ? kCode : base_of(to));
  size_32();
  emit({call ? 0x9au : 0xeau});
  number(through ? below(16) : offset, 4);
  number(sel, 2);
  if (!through && !virtual_) wide_ = to >> 54 & 1;
}

// RETF or IRET, to an outer ring more often than not.
void Generator::outer_return(unsigned index) {
  const bool flags_too = chance(50);
  unsigned ring = std::min(3u, ring_ + below(3));
  if (chance(5)) ring = below(4);
  unsigned sel = kCodeOf[ring], stack = kDataOf[ring];
  if (chance(25)) sel = code_selector();
  if (chance(20)) stack = selector();
  if (chance(10)) sel = (sel & ~3u) | below(4);
  if (virtual_) sel = kCode / 16;
  const std::uint64_t to = entry(sel);
  const std::uint32_t offset = kCode + kSlot * (index + 1) - (virtual_ ? kCode : base_of(to));
  if (!virtual_) {
    push(stack);
    push(chance(80) ? kStacks + 0x1000 * ring + 0xe00 : edge_of_limit());
  }
  if (flags_too) push(flags());
  push(sel);
  push(offset);
  size_32();
  emit({flags_too ? 0xcfu : 0xcbu});
  if (!virtual_) {
    ring_ = ring;
    wide_ = to >> 54 & 1;
  }
}

void Generator::to_virtual(unsigned index) {
  for (unsigned i = 0; i < 4; ++i) push(chance(50) ? 0x3000 : 0);
  push((kStacks + 0x3000) / 16);
  push(0xe00);
  push(flags() | 0x20000);
  push(kCode / 16);
  push(kSlot * (index + 1));
  size_32();
  emit({0xcf});
  virtual_ = true;
  wide_ = false;
}

void Generator::transfer(unsigned index) {
  if (chance(15) && !virtual_ && ring_ == 0) return to_virtual(index);
  if (chance(45)) return far_pointer(index);
  if (chance(60)) return outer_return(index);
  if (index + 1 == kSlots || chance(20)) {
    size_32();
    return emit({chance(50) ? 0xcbu : 0xcfu});
  }
}

void Generator::slot(unsigned index) {
  code_.clear();
  // An IRET to ring 0 leaves the driver's stack.
  if (index == 0 && ring_ == 0) move(4, kStacks + 0xe00);
  const bool last = index + 1 == kSlots;
  while (code_.size() < 24 && !chance(20)) operation();
  const std::vector<std::uint8_t> before = code_;
  transfer(index);
  if (code_.size() > kSlot) code_ = before;
  code_.resize(kSlot, last ? 0xcc : 0x90);
}

}  // namespace rc::test::protected_mode
