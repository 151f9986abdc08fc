// What the machine says of a fault, in the program's terms: places by name, and a stack overflow as
// one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/machine/elf_image.h"

namespace rc::sim {

// `elf_of` gives the image that a core runs, and `cores` the cores by rank. "EIP 0x00101086"
// becomes "EIP 0x00101086 (descend+0x6)", unless the machine's own report has named it already. A
// fault within a page below the stack is a stack overflow: the processor can deliver none there, so
// it most often arrives as a triple fault.
std::string explained(const std::string& message,
                      const std::function<const ElfImage&(int core)>& elf_of,
                      const std::vector<int>& cores);

}  // namespace rc::sim
