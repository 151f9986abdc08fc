// SPDX-License-Identifier: Apache-2.0
// Offsets of members of RCCE_SEND_REQUEST and RCCE_RECV_REQUEST (firmware/rcce/include/RCCE.h) that both
// have alike.
#pragma once

#include <cstdint>

namespace rc::sim::run {

inline constexpr std::uint32_t kRcceSize = 4, kRccePartner = 16, kRcceAnyLength = 28,
                               kRcceFinished = 32;

}  // namespace rc::sim::run
