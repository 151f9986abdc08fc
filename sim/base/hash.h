// SPDX-License-Identifier: Apache-2.0
// A hash that distinguishes contents, for names of files that are kept.
#pragma once

#include <string>
#include <string_view>

namespace rc::sim::base {

// FNV-1a, 128 bits, in hexadecimal.
std::string hash_of(std::string_view bytes);

}  // namespace rc::sim::base
