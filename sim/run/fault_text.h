// SPDX-License-Identifier: Apache-2.0
// What is said of a fault, in the program's terms.
#pragma once

#include <string>
#include <vector>

#include "hw_model/kernel/fault.h"
#include "sim/machine/elf_image.h"

namespace rc::sim::run {

// A fault within a page below the stack of `elf`, which the core runs, is a stack overflow; the
// processor can deliver none there, so it most often arrives as a triple fault. Any other is what
// the machine says of it. `cores` has the cores by rank; none: nodes of a hypercube.
std::string explained(const kernel::FaultError& error, const machine::ElfImage& elf,
                      const std::vector<int>& cores);

}  // namespace rc::sim::run
