// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/cpu/protected/known.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace rc::test::protected_mode {
namespace {

// Words of an event; kFrame on: the frame on the stack, with its error code first if it has one.
constexpr std::size_t kFirstRegister = 1, kSegments = 10, kFrame = 18, kFrameWords = 12;

std::uint32_t part_of(const Words& words, std::size_t event, std::size_t word) {
  const std::size_t at = 1 + event * kEventWords + word;
  return at < words.size() ? words[at] : 0;
}

// 16 bits of a frame, from any byte on.
std::uint32_t half_of(const Words& words, std::size_t event, std::size_t byte) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t at = byte + i;
    bits |= (part_of(words, event, kFrame + at / 4) >> 8 * (at % 4) & 0xff) << 8 * i;
  }
  return bits;
}

// Whether bytes of the frame are the upper half of a pushed segment register, which is zero in the model
// alone. Below it lies the selector, which is still in a segment register.
bool is_upper_half(const Difference& found, std::size_t byte) {
  if (byte < 2 || byte + 2 > kFrameWords * 4) return false;
  const std::uint32_t selector = half_of(found.got, found.event(), byte - 2);
  if (half_of(found.expected, found.event(), byte - 2) != selector) return false;
  if (half_of(found.got, found.event(), byte) != 0) return false;
  if (half_of(found.expected, found.event(), byte) == 0) return false;
  for (std::size_t word = kSegments; word < kSegments + 3; ++word) {
    const std::uint32_t two = part_of(found.got, found.event(), word);
    if (selector == (two & 0xffff) || selector == two >> 16) return true;
  }
  return false;
}

bool pushes_half_a_segment(const Difference& found) {
  if (found.word() < kFrame || found.at >= found.got.size() || found.at >= found.expected.size())
    return false;
  const std::uint32_t wrong = found.got[found.at], right = found.expected[found.at];
  if (wrong >> 16 == 0 && (right & 0xffff) == wrong) return true;
  std::size_t byte = 4 * (found.word() - kFrame);
  for (std::uint32_t bits = right ^ wrong; (bits & 0xff) == 0; bits >>= 8) ++byte;
  if (is_upper_half(found, byte) || (byte > 0 && is_upper_half(found, byte - 1))) return true;
  // A 16-bit return has taken the half as a selector, which is the error code now.
  if (found.word() != kFrame || wrong != 0) return false;
  for (byte = 4; byte + 2 <= kFrameWords * 4; ++byte) {
    const std::uint32_t half = half_of(found.expected, found.event(), byte) & ~3u;
    if (half == right && is_upper_half(found, byte)) return true;
  }
  return false;
}

// The instruction that an exception with an error code names, behind its prefixes; nullptr if it is not in
// flat code of the case.
const std::uint8_t* instruction_of(const Difference& found) {
  const std::uint32_t eip = part_of(found.got, found.event(), kFrame + 1);
  for (std::uint32_t i = eip - kCode; i < kCodePart; ++i) {
    const std::uint8_t* byte = found.record + kCodeAt + i;
    static constexpr std::uint8_t kPrefixes[] = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66};
    if (std::memchr(kPrefixes, *byte, sizeof kPrefixes) == nullptr) return byte;
  }
  return nullptr;
}

// All but the vector is the same.
bool finds_another_vector(const Difference& found) {
  const std::size_t from = 1 + found.event() * kEventWords, to = from + kEventWords;
  return found.at == from && to <= found.got.size() && to <= found.expected.size() &&
         std::equal(found.got.begin() + static_cast<std::ptrdiff_t>(from) + 1,
                    found.got.begin() + static_cast<std::ptrdiff_t>(to),
                    found.expected.begin() + static_cast<std::ptrdiff_t>(from) + 1);
}

// Intel 64 and IA-32 Architectures Software Developer's Manual, vol. 2, IRET: not present is #NP by its
// list of exceptions, #SS by its operation.
bool returns_to_an_absent_stack(const Difference& found) {
  const std::uint8_t* code = instruction_of(found);
  return finds_another_vector(found) && code != nullptr && *code == 0xcf &&
         part_of(found.expected, found.event(), 0) == (kEventMark | 11) &&
         part_of(found.got, found.event(), 0) == (kEventMark | 12) &&
         part_of(found.got, found.event(), kFrame) != 0;
}

// The same, vol. 3, 5.3: implementation-specific. Only [register] without a displacement.
bool crosses_4_gb(const Difference& found) {
  const std::uint8_t* code = instruction_of(found);
  const std::uint32_t vector = part_of(found.got, found.event(), 0);
  if (code == nullptr || (vector != (kEventMark | 12) && vector != (kEventMark | 13))) return false;
  if (part_of(found.got, found.event(), kFrame) != 0) return false;
  if (part_of(found.expected, found.event(), 0) == vector &&
      part_of(found.expected, found.event(), kFrame + 1) ==
          part_of(found.got, found.event(), kFrame + 1))
    return false;
  const bool has_form = (*code & 0xc4) == 0 || (*code & 0xf0) == 0x80 || *code == 0x62;
  if (!has_form || *code == 0x0f) return false;
  const unsigned form = code[1], base = form & 7;
  if (form >= 0x40 || base == 4 || base == 5) return false;
  return part_of(found.got, found.event(), kFirstRegister + 7 - base) > 0xfffffffc;
}

// Of Bochs, which takes the single step behind the return; the #GP at the return ends in a double fault.
bool returned_before_a_double_fault(const Difference& found) {
  constexpr std::uint32_t kVm = 1 << 17, kSingleStep = 1 << 14;
  constexpr std::size_t kFlagsAt = kCodeAt + kCodePart + 56;
  std::uint32_t flags = 0;
  std::memcpy(&flags, found.record + kFlagsAt, sizeof flags);
  const std::uint8_t* code = found.record + kCodeAt;
  return (flags & kVm) != 0 && code[0] == 0x66 && code[1] == 0xcf && found.event() == 0 &&
         found.word() == 14 && part_of(found.got, 0, 0) == (kEventMark | 8) &&
         found.expected[found.at] == (found.got[found.at] | kSingleStep);
}

struct Known {
  const char* name;
  bool (*meets)(const Difference& found);
};
constexpr Known kKnown[] = {
    {"RF is set in the state that a double fault saves",
     [](const Difference& found) {
       return found.event() > 0 &&
              part_of(found.expected, found.event(), 0) >> 16 == kEndMark >> 16 &&
              part_of(found.expected, found.event() - 1, 0) == (kEventMark | 8);
     }},
    {"a far return of virtual-8086 mode takes an EIP beyond 64 KB, and the fetch faults",
     [](const Difference& found) {
       const bool traps = part_of(found.expected, found.event(), 0) == (kEventMark | 1);
       const std::size_t frame = kFrame + (traps ? 0 : 1);
       return part_of(found.expected, found.event(), frame) > 0xffff &&
              part_of(found.expected, found.event(), frame + 2) >> 17 & 1;
     }},
    {"DR6 tells of a breakpoint at the next instruction with a single step",
     [](const Difference& found) {
       const std::uint32_t right = part_of(found.expected, found.event(), found.word());
       const std::uint32_t wrong = part_of(found.got, found.event(), found.word());
       return found.word() == 14 && (wrong & 0x4000) && (right & ~0xfu) == (wrong & ~0xfu);
     }},
    {"a transfer that faults has not set the accessed bit of its code",
     [](const Difference& found) {
       const unsigned vector =
           found.event() == 0 ? 0 : part_of(found.expected, found.event() - 1, 0) & 0xff;
       return part_of(found.expected, found.event(), 0) >> 16 == kEndMark >> 16 &&
              found.word() <= 3 && ((vector >= 10 && vector <= 13) || vector == 17);
     }},
    {"the ring of a null selector is lost where DS to GS lose their segments",
     [](const Difference& found) {
       return (found.word() == 10 || found.word() == 11) &&
              ((found.expected[found.at] ^ found.got[found.at]) & 0xfffcfffc) == 0;
     }},
    {"a return to virtual-8086 mode cuts an EIP beyond 64 KB",
     [](const Difference& found) {
       return returned_before_a_double_fault(found) ||
              (part_of(found.got, found.event(), 0) == (kEventMark | 13) &&
               part_of(found.got, found.event(), kFrame) == 0 &&
               part_of(found.got, found.event(), kFrame + 4) > 0xffff &&
               part_of(found.got, found.event(), kFrame + 6) >> 17 & 1);
     }},
    // The same, vol. 3, 22.31.1: the Pentium is the one that writes zeros.
    {"PUSH of a segment register writes 16 of 32 bits", pushes_half_a_segment},
    {"a far call pushes without alignment checks",
     [](const Difference& found) {
       return part_of(found.got, found.event(), 0) == (kEventMark | 17) &&
              part_of(found.expected, found.event(), 0) != part_of(found.got, found.event(), 0);
     }},
    {"IRET to an absent stack is #NP", returns_to_an_absent_stack},
    {"an operand across 4 GB does not fault", crosses_4_gb},
};

}  // namespace

const char* known_difference(const Difference& found) {
  const auto* known = std::find_if(std::begin(kKnown), std::end(kKnown),
                                   [&](const Known& each) { return each.meets(found); });
  return known != std::end(kKnown) ? known->name : nullptr;
}

}  // namespace rc::test::protected_mode
