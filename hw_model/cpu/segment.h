// SPDX-License-Identifier: Apache-2.0
// A segment register: the selector and what the core keeps of the descriptor behind it.
//
// Source: Intel, Pentium Processor Family Developer's Manual, vol. 3, chapters 11 (segments,
// descriptors) and 12 (checks).
#pragma once

#include <cstdint>

namespace rc::cpu {

enum Segment : unsigned { kEs, kCs, kSs, kDs, kFs, kGs };

struct SegmentRegister {
  // Bits of `rights`.
  static constexpr std::uint16_t kAccessed = 1 << 0, kMiddle = 1 << 1, kThird = 1 << 2,
                                 kCodeKind = 1 << 3, kOrdinary = 1 << 4, kPresent = 1 << 7,
                                 kBig = 1 << 14, kGranular = 1 << 15, kAll = 0xf0ff;

  std::uint16_t selector = 0;
  // Bits 40 to 55 of a descriptor, without those of its limit. 0: null, no access. kMiddle: readable
  // code, writable data; kThird: conforming code, data that expands down; kBig: 32-bit code, 32-bit
  // stack pointer, up to 4 GB of what expands down; kGranular: the limit counts pages.
  std::uint16_t rights = 0;
  std::uint32_t base = 0;
  std::uint32_t limit = 0;  // offset of the last byte, or of the one before the first

  constexpr bool has(std::uint16_t bits) const { return (rights & bits) == bits; }
  constexpr unsigned dpl() const { return rights >> 5 & 3; }
  constexpr unsigned type() const { return rights & 0x1f; }  // with kOrdinary
  constexpr bool data() const { return has(kOrdinary) && !has(kCodeKind); }
  constexpr bool conforming() const { return has(kOrdinary | kCodeKind | kThird); }

  // Whether [offset, offset + bytes) may be read, or written.
  constexpr bool permits(std::uint32_t offset, std::uint32_t bytes, bool write) const {
    if (!has(kPresent)) return false;
    if (has(kCodeKind) ? write || !has(kMiddle) : write && !has(kMiddle)) return false;
    return holds(offset, bytes);
  }
  // Whether [offset, offset + bytes) lies within the limit; `bytes` is not 0.
  constexpr bool holds(std::uint32_t offset, std::uint32_t bytes) const {
    const std::uint32_t last = offset + bytes - 1;
    if (last < offset) return false;
    if (!data() || !has(kThird)) return last <= limit;
    return offset > limit && last <= (has(kBig) ? 0xffffffff : 0xffff);
  }
  // Whether every offset is its own address.
  constexpr bool flat() const { return base == 0 && limit == 0xffffffff && has(kPresent); }

  constexpr bool operator==(const SegmentRegister&) const = default;

  template <class Archive>
  void archive(Archive& archive) {
    archive(selector, rights, base, limit);
  }
};

// Descriptor in memory -> register.
constexpr SegmentRegister segment_of(std::uint16_t selector, std::uint64_t descriptor) {
  SegmentRegister segment;
  segment.selector = selector;
  segment.rights = static_cast<std::uint16_t>(descriptor >> 40 & SegmentRegister::kAll);
  segment.base =
      static_cast<std::uint32_t>((descriptor >> 16 & 0xffffff) | (descriptor >> 32 & 0xff000000));
  segment.limit = static_cast<std::uint32_t>((descriptor & 0xffff) | (descriptor >> 32 & 0xf0000));
  if (segment.has(SegmentRegister::kGranular)) segment.limit = segment.limit << 12 | 0xfff;
  return segment;
}

// As reset leaves them, and virtual-8086 mode loads them with the rights of ring 3: 64 KB from 16
// times the selector, readable and writable.
constexpr SegmentRegister real_segment(std::uint16_t selector, unsigned dpl = 0) {
  using S = SegmentRegister;
  constexpr unsigned kRights = S::kPresent | S::kOrdinary | S::kMiddle | S::kAccessed;
  return {selector, static_cast<std::uint16_t>(kRights | dpl << 5), std::uint32_t{selector} << 4,
          0xffff};
}

}  // namespace rc::cpu
