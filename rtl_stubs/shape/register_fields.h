// SPDX-License-Identifier: Apache-2.0
// The registers of a Verilated rc_router, read out of the vectors that Verilator makes of them. `Input`
// and `Output` are what the caller keeps: filled, routed, held and out_vc; owned and credits.
#pragma once

#include <cstdint>
#include <cstring>

namespace rc::rtl {

// `width` bits of a register of at most 128 bits, from bit `low` on.
template <class Register>
unsigned field(const Register& value, unsigned low, unsigned width) {
  static_assert(sizeof(Register) <= sizeof(unsigned __int128));
  unsigned __int128 bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return static_cast<unsigned>(bits >> low) & ((1u << width) - 1);
}

// Bits for numbers below `count`, at least one.
constexpr unsigned index_width(unsigned count) {
  unsigned width = 1;
  while (count > 1u << width) ++width;
  return width;
}

// rc_vc_queues. A VC that holds flits has `depth` of them if it would be written where it is read.
template <class Filled, class Slots, class OutVcs, class Input>
void tell_input(const Filled& filled, const Filled& routed, const Slots& reads, const Slots& writes,
                const OutVcs& out_vcs, unsigned vcs, unsigned depth, Input& input) {
  input.filled = filled;
  input.routed = routed;
  const unsigned slot = index_width(depth), index = index_width(vcs);
  for (unsigned vc = 0; vc < vcs; ++vc) {
    const unsigned read = field(reads, vc * slot, slot), write = field(writes, vc * slot, slot);
    const unsigned held = write > read ? write - read : write + depth - read;
    input.held[vc] = static_cast<std::uint8_t>((filled >> vc & 1) != 0 ? held : 0);
    input.out_vc[vc] = static_cast<std::uint8_t>(field(out_vcs, vc * index, index));
  }
}

// rc_output_unit, and its rc_credit_counters: counters as bit planes.
template <class Owned, class Planes, class Output>
void tell_output(const Owned& owned, const Planes& planes, unsigned vcs, unsigned depth,
                 Output& output) {
  output.owned = owned;
  const unsigned bits = index_width(depth + 1);
  for (unsigned vc = 0; vc < vcs; ++vc) {
    unsigned credits = 0;
    for (unsigned bit = 0; bit < bits; ++bit) credits |= field(planes, bit * vcs + vc, 1) << bit;
    output.credits[vc] = static_cast<std::uint8_t>(credits);
  }
}

}  // namespace rc::rtl
