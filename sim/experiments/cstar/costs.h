// SPDX-License-Identifier: Apache-2.0
// What routines of the C* library of 1993 took beyond the instructions of ours (firmware/cstar):
// the versions that C. Uberoy's report replaced, and the scatter before its assembly was scheduled
// by hand. Cycles of a node for each of its positions of the shape (reduce, broadcast) or for each
// packet (scatter). They differ between programs, as how often these called a routine is not known.
// Each is fitted on one row of one node; `reproduce cstar` compares it with what that row asks for.
#pragma once

namespace rc::sim::experiments::cstar_costs {

inline constexpr double kReduceInRelprime = 19658;   // on gain/A.1/relprime/p1/before
inline constexpr double kReduceInWarshall = 99082;   // on gain/A.1/warshall/p1/before
inline constexpr double kBroadcastInWarshall = 668;  // on gain/A.2/warshall/p1/before
inline constexpr double kScatterInRedBlack = 292;    // on gain/A.3/red-black/p1/before
inline constexpr double kScatterAsCompiled = 150;    // on gain/B.1/red-black/p1/before

}  // namespace rc::sim::experiments::cstar_costs
