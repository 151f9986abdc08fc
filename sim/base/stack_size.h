// SPDX-License-Identifier: Apache-2.0
// The size of a stack, as `cc --stack` and `run --stack` take it.
#pragma once

#include <cstdint>
#include <string>

namespace rc::sim::base {

// 65536, 512K or 64M, from 16K to 1000M. kernel::InputError that begins with `what` otherwise.
std::uint32_t parse_stack_size(std::string text, const std::string& what);

}  // namespace rc::sim::base
