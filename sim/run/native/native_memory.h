// SPDX-License-Identifier: Apache-2.0
// The shared memory of a native run. It stands for the chip's: boot block, message passing buffers,
// registers and LUTs, at the offsets of firmware/native/native_map.h.
#pragma once

#include <string>
#include <vector>

#include "sim/base/descriptor.h"

namespace rc::sim::run {

// Memory as the boot of the default machine leaves it, for UEs on `cores` by rank.
// kernel::InputError if the host refuses it.
base::Descriptor make_native_memory(const std::vector<int>& cores);

// kernel::InputError: "native run: WHAT: ", and errno in words.
[[noreturn]] void refuse_native_run(const std::string& what);

}  // namespace rc::sim::run
