// SPDX-License-Identifier: Apache-2.0
// What of RCCE's and iRCCE's interfaces is read off a program: offsets of members that RCCE_SEND_REQUEST and
// RCCE_RECV_REQUEST have alike, of RCCE_COMM, and results (firmware/rcce/include/RCCE.h, firmware/ircce).
#pragma once

#include <cstdint>

namespace rc::sim::run {

inline constexpr std::uint32_t kRcceSize = 4, kRccePartner = 16, kRcceAnyLength = 28,
                               kRcceFinished = 32;

// Of RCCE_COMM: its size, and the UE of its rank 0.
inline constexpr std::uint32_t kRcceCommSize = 0, kRcceFirstMember = 12;

// iRCCE_ANY_SOURCE and iRCCE_ANY_LENGTH.
inline constexpr std::uint32_t kRcceAny = ~0u;

// Whether a call that posts a request has returned that this is not finished.
inline bool is_unfinished(bool of_ircce, std::uint32_t value) {
  constexpr std::int32_t kPending = -1, kReserved = -2, kIrccePending = -2, kIrcceReserved = -3;
  const auto result = static_cast<std::int32_t>(value);
  return of_ircce ? result == kIrccePending || result == kIrcceReserved
                  : result == kPending || result == kReserved;
}

}  // namespace rc::sim::run
