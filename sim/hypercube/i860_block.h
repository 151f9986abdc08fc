// SPDX-License-Identifier: Apache-2.0
// Clocks of a listed basic block of an i860, by the rules that C. Uberoy's report ("Porting and
// Optimizing a Routing Library for C* on the iPSC/860", chapter 7) gives for its hand-scheduled
// code: an instruction takes one clock, and waits for one more
//   - if it names the destination of the ld.l or fxfr before it,
//   - if it is bc, bnc, bc.t or bnc.t behind adds or subs, whose condition code it needs.
// The instruction behind a .t branch executes whether it is taken or not.
// Not in it: caches, the floating-point pipelines, dual-instruction mode, and what a taken branch
// costs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rc::sim::hypercube {

struct I860Instruction {
  std::string operation;              // "ld.l"
  std::vector<std::string> operands;  // "76(sp)", "r22": the last is the destination
};

// One instruction a line: operation, then operands with commas in between. kernel::InputError, with
// the line's number, for an operation that the chapter does not speak of.
std::vector<I860Instruction> parse_i860(std::string_view listing);

struct I860Clocks {
  unsigned clocks = 0;
  std::vector<unsigned> delayed;  // instructions that wait, from 0
};

// `taken`: whether a conditional branch is; what stands behind it (and its delay slot) then does
// not execute.
I860Clocks i860_clocks(const std::vector<I860Instruction>& block, bool taken = false);

}  // namespace rc::sim::hypercube
