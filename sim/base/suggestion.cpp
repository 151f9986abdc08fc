// SPDX-License-Identifier: Apache-2.0
#include "sim/base/suggestion.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "hw_model/kernel/text.h"

namespace rc::sim::base {
namespace {

// Letters put in, left out, changed, or swapped with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  std::vector<std::size_t> before, above, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    before = std::exchange(above, row);
    std::size_t least = row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({above[j + 1] + 1, row[j] + 1, above[j] + (a[i] != b[j])});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
      least = std::min(least, row[j + 1]);
    }
    if (least >= limit) return limit;
  }
  return std::min(row.back(), limit);
}

}  // namespace

std::string suggestion(std::string_view unknown, std::span<const std::string> known) {
  if (unknown.size() > kernel::kMaxWordShown) return "";  // the search takes time
  const std::string* nearest = nullptr;
  std::size_t below = (unknown.size() < 6 ? 1 : unknown.size() / 2) + 1;  // the distance wanted
  for (const std::string& name : known) {
    // The distance is no less than the difference in length.
    const std::size_t length = name.size();
    if (std::max(unknown.size(), length) - std::min(unknown.size(), length) >= below) continue;
    if (const std::size_t distance = edit_distance(unknown, name, below); distance < below) {
      below = distance;
      nearest = &name;
    }
  }
  return nearest == nullptr ? "" : " (did you mean '" + *nearest + "'?)";
}

}  // namespace rc::sim::base
