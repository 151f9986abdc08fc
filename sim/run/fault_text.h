// SPDX-License-Identifier: Apache-2.0
// What is said of a fault, in the program's terms.
#pragma once

#include <string>
#include <vector>

#include "hw_model/kernel/fault.h"
#include "sim/machine/elf_image.h"
#include "sim/symbols/call_stack.h"

namespace rc::sim::run {

// A fault within a page below the stack of `elf`, which the core runs, is a stack overflow; the
// processor can deliver none there, so it most often arrives as a triple fault. Any other is what
// the machine says of it. `cores` has the cores by rank; none: nodes of a hypercube.
std::string explained(const kernel::FaultError& error, const machine::ElfImage& elf,
                      const std::vector<int>& cores);

// What the program did there, and who had called it: "a null pointer is read in sum (null.c:2),
// called from main (null.c:9)"; empty without frames.
std::string fault_story(const kernel::Fault& fault, const std::vector<symbols::Frame>& frames);

// Who overflowed a stack of so many bytes: "in depth (tree.c:7), called from depth (tree.c:9): more than
// 210000 calls of depth fill it; does its recursion end?"; empty without frames.
std::string overflow_story(const std::vector<symbols::Frame>& frames, std::uint32_t stack_bytes);

// Where the program was, whose library ended the run: "in csend, called from main (ring.c:12)"; empty where
// that is not known.
std::string call_story(const std::vector<symbols::Frame>& frames);

}  // namespace rc::sim::run
