// SPDX-License-Identifier: Apache-2.0
// The registers of a Verilated rc_router as noc::RouterState. Verilator keeps a register under the
// name of its place in the hierarchy, in the ordinary build as well: reading them costs nothing
// where no caller does. A renamed register of the source fails to compile here.
#pragma once

#include "hw_model/noc/router/router_state.h"
#include "rtl_stubs/shape/register_fields.h"

namespace rc::rtl {

// `Root` is the class that Verilator made of the hierarchy below rc_router.
template <class Root>
void tell_registers(const Root& root, unsigned vcs, unsigned depth, noc::RouterState& state) {
#define RC_QUEUES(port, name) \
  root.rc_router__DOT__gen_input__BRA__##port##__KET____DOT__u_input__DOT__u_queues__DOT__##name
#define RC_OUTPUT(port, name) \
  root.rc_router__DOT__gen_output__BRA__##port##__KET____DOT__gen_combined##__DOT__u_output__DOT__##name
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
