// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/cpu/protected/cases.h"

#include <cstring>

#include "tests/lockstep/cpu/protected/driver.h"
#include "tests/lockstep/cpu/protected/generator.h"

namespace rc::test::protected_mode {

std::vector<std::uint8_t> Generator::record() {
  std::vector<std::uint8_t> bytes;
  const auto put = [&](const void* from, std::size_t count) {
    const auto* first = static_cast<const std::uint8_t*>(from);
    bytes.insert(bytes.end(), first, first + count);
  };
  const auto word = [&](std::uint32_t value) { put(&value, 4); };
  static constexpr unsigned rings[] = {0, 0, 1, 2, 3, 3, 3, 3};
  virtual_ = chance(20);
  ring_ = virtual_ ? 3 : rings[below(8)];
  wide_ = !virtual_;
  const unsigned first_ring = ring_;
  const bool first_virtual = virtual_;
  tables();
  put(&gdt_[kFirstRandom], kGdtPart);
  put(ldt_, kLdtPart);
  for (unsigned ring = 0; ring < 3; ++ring) {
    const bool good = chance(ring == 0 ? 97 : 88);
    word(chance(95) ? kStacks + 0x1000 * ring + 0xf00 : kStacks + 0x1000 * ring + below(8));
    word(good ? kDataOf[ring] : selector());
  }
  std::uint32_t cr0 = 0x11;
  if (chance(15)) cr0 |= 8;
  if (chance(10)) cr0 |= 4;
  if (chance(50)) cr0 |= 1 << 18;
  word(cr0);
  word((chance(20) ? 8 : 0) | (chance(30) ? 1 : 0) | (chance(30) ? 2 : 0));  // CR4: DE, VME, PVI
  const bool breaks = chance(20);
  word(kCode + kSlot * below(kSlots));
  word(kData + below(0x1800));
  word(breaks ? 0x400 | (chance(50) ? 1 : 0) | (chance(50) ? 4 : 0) | (chance(50) ? 1u : 3u) << 20 |
                    below(4) << 22
              : 0x400);
  for (unsigned i = 0; i < 16; ++i) {
    unsigned sel = chance(70) ? 0x08 : kCodeOf[below(4)];
    if (chance(8)) sel = code_selector();
    const unsigned type = chance(70) ? 14 + below(2) : chance(70) ? 6 + below(2) : below(16);
    const bool to_task = type == 5;
    const std::uint64_t made = gate(to_task ? 0x38 : sel, stub(kFirstReturning + i),
                                    present() | (chance(85) ? 3 : below(4)) << 5 | type);
    put(&made, 8);
  }
  for (unsigned i = 0; i < kSlots; ++i) {
    slot(i);
    put(code_.data(), kSlot);
  }
  for (unsigned i = 0; i < 4; ++i) word(chance(70) ? 0x23 : 0);
  // ECX is what string instructions count.
  for (unsigned i = 0; i < 8; ++i) word(random_.edge() & (i == 6 ? 0xff : ~0u));
  const std::uint32_t eflags = flags();
  if (first_virtual) {
    word(0);
    word(kCode / 16);
    word((eflags | 0x20000) & ~0x4000u);
    word(0xe00);
    word((kStacks + 0x3000) / 16);
    for (unsigned i = 0; i < 4; ++i) word(0x3000);
  } else {
    word(kCode);
    word(kCodeOf[first_ring]);
    word(eflags);
    word(kStacks + 0x1000 * first_ring + 0xe00 - (chance(10) ? below(4) : 0));
    word(kDataOf[first_ring]);
    for (unsigned i = 0; i < 4; ++i) word(0);
  }
  bytes.resize(kRecordBytes);
  return bytes;
}

namespace {

// What is the same in all cases: tables, tasks, and what the driver needs.
std::vector<std::uint8_t> driver_part(unsigned cases) {
  std::vector<std::uint8_t> bytes = driver();
  bytes.resize(kDriverBytes);
  const auto put = [&](std::uint32_t at, const auto& value) {
    std::memcpy(&bytes[at - kDriver], &value, sizeof value);
  };
  const auto word = [&](std::uint32_t at, std::uint32_t value) { put(at, value); };
  word(kNextRecord, kRecords);
  word(kNextLog, kLog);
  word(kLeft, cases);
  put(kGdtPointer, std::uint64_t{kArena} << 16 | (25 * 8 - 1));
  put(kIdtPointer, std::uint64_t{kArena + 0x800} << 16 | 0x3ff);
  const auto in_arena = [](std::uint32_t at) { return at - kArena + kTemplate; };
  constexpr std::uint32_t kPages = 0xfffff;
  const std::uint64_t segments[] = {0,
                                    descriptor(0, kPages, 0x9b, 12),
                                    descriptor(0, kPages, 0x93, 12),
                                    descriptor(0, kPages, 0xfb, 12),
                                    descriptor(0, kPages, 0xf3, 12),
                                    descriptor(kTask, 0xff, 0x89, 0),
                                    descriptor(kFaultTask, 0x67, 0x89, 0),
                                    descriptor(kOtherTask, 0x67, 0x89, 0)};
  put(in_arena(kArena), segments);
  put(in_arena(kArena + 0xc0), descriptor(kLdt, kLdtPart - 1, 0x82, 0));
  for (std::uint32_t at = kTask + 0x68; at < kTask + 0x100; ++at) {
    bytes[in_arena(at) - kDriver] = at < kTask + 0x88 ? 0x5a : 0xff;
  }
  word(in_arena(kTask + 0x64), 0x00880000);
  bytes[in_arena(kTask + 0x88 + 0x2a0 / 8) - kDriver] = 0xf0;
  const auto task = [&](std::uint32_t at, std::uint32_t eip, std::uint32_t esp) {
    word(in_arena(at + 0x20), eip);
    word(in_arena(at + 0x24), 2);
    word(in_arena(at + 0x38), esp);
    for (std::uint32_t i = 0; i < 6; ++i) word(in_arena(at + 0x48 + 4 * i), i == 1 ? 0x08 : 0x10);
  };
  task(kFaultTask, stub(8), kStacks + 0x4f00);
  task(kOtherTask, kCode + kSlot * (kSlots - 1), kStacks + 0x5f00);
  for (unsigned vector = 0; vector < 0x80; ++vector) {
    const bool open = vector == 3 || vector == 4 || vector == kEndVector;
    put(in_arena(kArena + 0x800 + 8 * vector),
        vector == 8 ? gate(0x30, 0, 0x85) : gate(0x08, stub(vector), open ? 0xee : 0x8e));
  }
  return bytes;
}

}  // namespace

Image random_cases(std::uint64_t seed, unsigned cases) {
  Image image{driver_part(cases), {}, cases};
  Generator generator(seed);
  for (unsigned i = 0; i < cases; ++i) {
    const std::vector<std::uint8_t> record = generator.record();
    image.records.insert(image.records.end(), record.begin(), record.end());
  }
  return image;
}

Image part_of_cases(const Image& image, unsigned first, unsigned count) {
  Image part{image.driver, {}, count};
  std::memcpy(&part.driver[kLeft - kDriver], &count, 4);
  const auto from = image.records.begin() + std::ptrdiff_t{first} * kRecordBytes;
  part.records.assign(from, from + std::ptrdiff_t{count} * kRecordBytes);
  return part;
}

}  // namespace rc::test::protected_mode
