// SPDX-License-Identifier: Apache-2.0
// A fault in each box that only routers of two stages have: what two_stage_mutants.cpp puts into the
// sources, and which boxes router_mutants.cpp leaves to it.
#pragma once

#include <array>

namespace rc::test {

struct TwoStageMutant {
  const char* box;
  const char* right;  // in its source, once
  const char* wrong;
  bool wavefront;  // a fault of this allocator
};

inline constexpr std::array kTwoStageMutants{
    TwoStageMutant{"rc_matching", "(32'(asker) == Askers - 1) ? '0 : asker + 1'b1", "asker", false},
    TwoStageMutant{"rc_matching_iteration", ".first_i(first_resource_i[a*ResourceW +: ResourceW])",
                   ".first_i('0)", false},
    TwoStageMutant{"rc_choice", ".first_i,\n", ".first_i('0),\n", false},
    TwoStageMutant{"rc_wavefront", "start_q + 1'b1", "start_q", true},
    TwoStageMutant{"rc_vc_allocator", "mask[Class*ClassVcs +: ClassVcs] = set",
                   "mask[Class*ClassVcs +: ClassVcs] = '1", false},
    TwoStageMutant{"rc_switch_allocator", ".first_i(first_q)", ".first_i('0)", false},
    TwoStageMutant{"rc_output_vcs", "(offer_i.tail ? sent : '0)", "sent", false},
};

}  // namespace rc::test
