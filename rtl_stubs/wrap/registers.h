// SPDX-License-Identifier: Apache-2.0
// The registers of a Verilated rc_router as noc::RouterState. Verilator keeps a register under the
// name of its place in the hierarchy, in the ordinary build as well: reading them costs nothing
// where no caller does. A renamed register of the source fails to compile here.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "hw_model/noc/router/router_state.h"

namespace rc::rtl {

// `width` bits of a register of at most 128 bits, from bit `low` on.
template <class Register>
unsigned field(const Register& value, unsigned low, unsigned width) {
  static_assert(sizeof(Register) <= sizeof(unsigned __int128));
  unsigned __int128 bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return static_cast<unsigned>(bits >> low) & ((1u << width) - 1);
}

constexpr unsigned index_width(unsigned count) {
  return count > 1 ? static_cast<unsigned>(std::bit_width(count - 1)) : 1;
}

// rc_vc_queues. A VC that holds flits has `depth` of them if it would be written where it is read.
template <class Filled, class Slots, class OutVcs>
void tell_input(const Filled& filled, const Filled& routed, const Slots& reads, const Slots& writes,
                const OutVcs& out_vcs, unsigned vcs, unsigned depth,
                noc::RouterState::Input& input) {
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
template <class Owned, class Planes>
void tell_output(const Owned& owned, const Planes& planes, unsigned vcs, unsigned depth,
                 noc::RouterState::Output& output) {
  output.owned = owned;
  const auto bits = static_cast<unsigned>(std::bit_width(depth));
  for (unsigned vc = 0; vc < vcs; ++vc) {
    unsigned credits = 0;
    for (unsigned bit = 0; bit < bits; ++bit) credits |= field(planes, bit * vcs + vc, 1) << bit;
    output.credits[vc] = static_cast<std::uint8_t>(credits);
  }
}

// `Root` is the class that Verilator made of the hierarchy below rc_router.
template <class Root>
void tell_registers(const Root& root, unsigned vcs, unsigned depth, noc::RouterState& state) {
#define RC_QUEUES(port, name) \
  root.rc_router__DOT__gen_input__BRA__##port##__KET____DOT__u_input__DOT__u_queues__DOT__##name
#define RC_OUTPUT(port, name) \
  root.rc_router__DOT__gen_output__BRA__##port##__KET____DOT__u_output__DOT__##name
#define RC_PORT(port)                                                                          \
  tell_input(RC_QUEUES(port, filled_q), RC_QUEUES(port, routed_q), RC_QUEUES(port, reads_q),   \
             RC_QUEUES(port, writes_q), RC_QUEUES(port, out_vcs_q), vcs, depth,                \
             state.inputs[port]);                                                              \
  tell_output(RC_OUTPUT(port, owned_q), RC_OUTPUT(port, u_credits__DOT__planes_q), vcs, depth, \
              state.outputs[port]);
  RC_PORT(0)
  RC_PORT(1)
  RC_PORT(2)
  RC_PORT(3)
  RC_PORT(4)
#undef RC_PORT
#undef RC_OUTPUT
#undef RC_QUEUES
}

}  // namespace rc::rtl
