// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "tests/lockstep/cpu/protected/generator.h"

namespace rc::test::protected_mode {

std::uint64_t Generator::code_segment(unsigned dpl, bool narrow) {
  const unsigned access = 0x18 | present() | dpl << 5 | (chance(30) ? 4 : 0) |
                          (chance(75) ? 2 : 0) | (chance(50) ? 1 : 0);
  if (narrow) return descriptor(kCode, chance(50) ? 0xffff : kCodePart - below(140), access, 0);
  if (chance(80)) return descriptor(0, 0xfffff, access, 12);
  return descriptor(kCode, chance(50) ? 0xfffff : kCodePart - below(140), access, 4);
}

std::uint64_t Generator::data_segment() {
  const unsigned access = 0x10 | present() | (chance(50) ? below(4) : 3) << 5 |
                          (chance(40) ? 4 : 0) | (chance(75) ? 2 : 0) | (chance(50) ? 1 : 0);
  const std::uint32_t limit = limits_[below(6)];
  const bool pages = chance(15);
  return descriptor(kData, pages ? 1 : limit, access, (chance(60) ? 4 : 0) | (pages ? 8 : 0));
}

// To the last slot.
std::uint64_t Generator::call_gate(bool wide) {
  const unsigned sel = code_selector();
  const std::uint32_t offset = kCode + kSlot * (kSlots - 1) - base_of(entry(sel));
  const unsigned access = present() | (chance(70) ? 3 : below(4)) << 5 | (wide ? 12 : 4);
  return gate(sel, offset, access, below(4));
}

std::uint64_t Generator::any_descriptor() {
  switch (below(5)) {
    case 0:
      return code_segment(below(4), chance(20));
    case 1:
      return data_segment();
    case 2:
      return call_gate(chance(70));
    case 3:
      return chance(50) ? gate(0x38, 0, present() | below(4) << 5 | 5)
                        : descriptor(chance(50) ? kOtherTask : kLdt, chance(70) ? 0x67 : 0x2b,
                                     present() | below(4) << 5 | below(16), 0);
    default:
      return descriptor(kData, limits_[below(6)], below(256) | (chance(70) ? 0x80 : 0), below(16));
  }
}

void Generator::tables() {
  for (std::uint32_t& limit : limits_) limit = 0x40 + below(0x1700);
  gdt_[1] = descriptor(0, 0xfffff, 0x9b, 12);
  gdt_[2] = descriptor(0, 0xfffff, 0x93, 12);
  gdt_[3] = descriptor(0, 0xfffff, 0xfb, 12);
  gdt_[4] = descriptor(0, 0xfffff, 0xf3, 12);
  gdt_[7] = descriptor(kOtherTask, 0x67, 0x89, 0);
  gdt_[12] = descriptor(0, 0xfffff, 0xbb, 12);
  gdt_[13] = descriptor(0, 0xfffff, 0xdb, 12);
  gdt_[14] = descriptor(0, 0xfffff, 0xb3, 12);
  gdt_[15] = descriptor(0, 0xfffff, 0xd3, 12);
  for (const unsigned i : {8u, 9u, 11u}) gdt_[i] = code_segment(below(4), false);
  gdt_[kNarrowCode] = code_segment(below(4), true);
  for (const unsigned i : {16u, 17u, 18u}) gdt_[i] = data_segment();
  gdt_[kCallGates] = call_gate(true);
  gdt_[kCallGates + 1] = call_gate(chance(50));
  gdt_[kTaskEntry] = chance(50) ? gate(0x38, 0, present() | (chance(60) ? 3 : below(4)) << 5 | 5)
                                : descriptor(kOtherTask, 0x67, present() | 0x69, 0);
  gdt_[22] = any_descriptor();
  gdt_[23] = descriptor(chance(50) ? kOtherTask : kLdt, chance(60) ? 0x67 : below(0x100),
                        present() | below(4) << 5 | (chance(50) ? 2 : below(16)), 0);
  for (std::uint64_t& each : ldt_) each = any_descriptor();
}

std::uint64_t Generator::entry(unsigned sel) const {
  const unsigned index = sel >> 3;
  if (sel & 4) return index < 8 ? ldt_[index] : 0;
  return index < std::size(gdt_) ? gdt_[index] : 0;
}

unsigned Generator::selector() {
  if (chance(4)) return below(4);
  if (chance(3)) return 0xc0 + below(0x4000);
  const unsigned rpl = chance(60) ? ring_ : below(4);
  if (chance(12)) return below(8) << 3 | 4 | rpl;
  if (chance(20)) return kDataOf[below(4)];
  return (chance(75) ? 14 + below(5) : 1 + below(23)) << 3 | rpl;
}

unsigned Generator::code_selector() {
  static constexpr unsigned choices[] = {1, 3, 8, 9, 10, 11, 12, 13};
  const unsigned rpl = chance(70) ? ring_ : below(4);
  if (chance(8)) return selector();
  return choices[below(8)] << 3 | rpl;
}

}  // namespace rc::test::protected_mode
