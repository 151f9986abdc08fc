// SPDX-License-Identifier: Apache-2.0
// Makes random cases: tables.cpp their descriptors, code.cpp their code, cases.cpp the rest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "tests/lockstep/cpu/protected/places.h"
#include "tests/support/random.h"

namespace rc::test::protected_mode {

inline constexpr unsigned kSlot = 64, kSlots = kCodePart / kSlot;
inline constexpr unsigned kFirstRandom = 8, kRandomEntries = kGdtPart / 8;
// Selectors of entries that are always of one kind: code and data of the inner rings, and the rest.
inline constexpr unsigned kCodeOf[4] = {0x08, 0x61, 0x6a, 0x1b},
                          kDataOf[4] = {0x10, 0x71, 0x7a, 0x23};
inline constexpr unsigned kNarrowCode = 10, kCallGates = 19, kTaskEntry = 21;
inline constexpr unsigned kOtherTask = 0x10480, kFaultTask = 0x10400, kTask = 0x10200;

constexpr std::uint64_t descriptor(std::uint32_t base, std::uint32_t limit, unsigned access,
                                   unsigned flags) {
  return (limit & 0xffff) | std::uint64_t{base & 0xffffff} << 16 | std::uint64_t{access} << 40 |
         std::uint64_t{limit >> 16 & 15} << 48 | std::uint64_t{flags} << 52 |
         std::uint64_t{base >> 24} << 56;
}
constexpr std::uint64_t gate(unsigned selector, std::uint32_t offset, unsigned access,
                             unsigned words = 0) {
  return (offset & 0xffff) | std::uint64_t{selector} << 16 | std::uint64_t{words} << 32 |
         std::uint64_t{access} << 40 | std::uint64_t{offset >> 16} << 48;
}
constexpr std::uint32_t base_of(std::uint64_t d) {
  return static_cast<std::uint32_t>((d >> 16 & 0xffffff) | (d >> 56 << 24));
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::vector<std::uint8_t> record();

 private:
  unsigned below(unsigned n) { return random_.below(n); }
  bool chance(unsigned percent) { return random_.chance(percent); }
  unsigned present() { return chance(93) ? 0x80 : 0; }
  std::uint32_t edge_of_limit() { return limits_[below(6)] + below(9) - 4; }

  // Tables.
  std::uint64_t code_segment(unsigned dpl, bool narrow);
  std::uint64_t data_segment();
  std::uint64_t call_gate(bool wide);
  std::uint64_t any_descriptor();
  void tables();
  unsigned selector();
  unsigned code_selector();
  std::uint64_t entry(unsigned sel) const;

  // Code, for the mode that it is expected to run in.
  void emit(std::initializer_list<unsigned> bytes) {
    for (const unsigned byte : bytes) code_.push_back(static_cast<std::uint8_t>(byte));
  }
  void number(std::uint32_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) emit({value >> 8 * i & 0xff});
  }
  void size_32() {
    if (!wide_) emit({0x66});
  }
  void move(unsigned reg, std::uint32_t value) {
    size_32();
    emit({0xb8 + reg});
    number(value, 4);
  }
  void push(std::uint32_t value) {
    size_32();
    emit({0x68});
    number(value, 4);
  }
  void slot(unsigned index);
  void operation();
  void segment_load();
  void access();
  void stack_operation();
  void string_operation();
  void privileged();
  void flags_operation();
  // Ends a slot.
  void transfer(unsigned index);
  void far_pointer(unsigned index);
  void outer_return(unsigned index);
  void to_virtual(unsigned index);
  std::uint32_t flags() {
    std::uint32_t value = 2 | (random_.word() & 0x8d5);
    if (chance(15)) value |= 0x100;
    if (chance(50)) value |= 0x200;
    if (chance(10)) value |= 0x400;
    if (chance(6)) value |= 0x4000;
    if (chance(10)) value |= 0x10000;
    if (chance(20)) value |= 0x40000;
    if (chance(20)) value |= below(3) << 19;  // VIF or VIP
    return value | below(4) << 12;
  }

  Random random_;
  std::uint64_t gdt_[kFirstRandom + kRandomEntries] = {}, ldt_[8] = {};
  std::uint32_t limits_[6] = {};
  std::vector<std::uint8_t> code_;
  bool wide_ = true, virtual_ = false;
  unsigned ring_ = 0;
};

}  // namespace rc::test::protected_mode
