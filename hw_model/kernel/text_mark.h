// SPDX-License-Identifier: Apache-2.0
// Text files of users.
#pragma once

#include <string_view>

namespace rc::kernel {

// Without UTF-8's byte order mark, which some editors put before a text.
constexpr std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

}  // namespace rc::kernel
