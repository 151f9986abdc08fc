// SPDX-License-Identifier: Apache-2.0
// What a user may have meant by a name that does not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rc::sim::base {

// " (did you mean 'x'?)", the first of the nearest known names; nothing where none is near: within one
// letter of a word below six, of longer ones within half of the letters.
std::string suggestion(std::string_view unknown, std::span<const std::string> known);

}  // namespace rc::sim::base
