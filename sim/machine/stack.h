// SPDX-License-Identifier: Apache-2.0
// Another stack than the one that an image was linked with (run --stack): at the upper end of
// private memory, of which the program sees what lies below it.
#pragma once

#include <cstdint>
#include <string>

#include "sim/machine/elf_image.h"

namespace rc::sim::machine {

// Gives `elf` a stack of `bytes`, rounded up to pages, and the page tables of what it takes: what
// crt0.S and link.ld.in would have done. A core's private memory ends at `memory_bytes`; `file` is
// the name for errors. kernel::InputError if there is no room, or the image is not one of ours.
void place_stack(ElfImage& elf, std::uint32_t bytes, std::uint64_t memory_bytes,
                 const std::string& file);

}  // namespace rc::sim::machine
