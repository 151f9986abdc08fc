// SPDX-License-Identifier: Apache-2.0
#include "sim/base/suggestion.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "hw_model/kernel/text.h"

namespace rc::sim::base {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    std::size_t least = row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] != b[j])});
      diagonal = above;
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
