// SPDX-License-Identifier: Apache-2.0
// Backdoor access to the memory below a core's caches: no time, no side effects. The core's owner
// supplies it for peek() and poke(), which put the contents of the caches on top.
#pragma once

#include <cstdint>
#include <functional>

namespace rc::cpu {

// Reads `bytes` bytes from core physical address `paddr` to `data`, or writes them from there.
using BackdoorMemory =
    std::function<void(std::uint32_t paddr, void* data, std::uint32_t bytes, bool write)>;

}  // namespace rc::cpu
