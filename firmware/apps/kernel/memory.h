// SPDX-License-Identifier: Apache-2.0
// Address spaces: the kernel and its devices in all of them, a heap and a stack of its own in each,
// whose pages come when they are touched.
#pragma once

#include <stdint.h>

namespace kernel {

struct AddressSpace {
  uint32_t directory = 0;  // for CR3
};

// The space that the kernel starts in; turns paging on.
AddressSpace enter_paging();
// One more, for a process.
AddressSpace new_space();
// The page of `address` in `space`, if a process may have it: a frame of zeros. False if not.
bool demand(const AddressSpace& space, uint32_t address);

}  // namespace kernel
