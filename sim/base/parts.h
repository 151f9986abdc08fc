// SPDX-License-Identifier: Apache-2.0
// Texts that are lists: cells of a table, "8x8x4", "0,2,10-12".
#pragma once

#include <string_view>
#include <vector>

namespace rc::sim::base {

// What is between the separators: one part more than there are of them, some perhaps empty. They are
// parts of `text`, which must outlive them.
inline std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace rc::sim::base
