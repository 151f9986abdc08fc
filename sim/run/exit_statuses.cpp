// SPDX-License-Identifier: Apache-2.0
#include "sim/run/exit_statuses.h"

#include <fmt/format.h>

namespace rc::sim::run {

std::string nonzero_statuses(const std::map<int, int>& statuses, const std::vector<int>& cores) {
  constexpr int kNamed = 4;
  std::string text;
  int failed = 0;
  for (const auto& [rank, status] : statuses) {
    if (status == 0 || ++failed > kNamed) continue;
    if (!text.empty()) text += ", ";
    text += cores.empty() ? fmt::format("node {} returned {}", rank, status)
                          : fmt::format("UE {} (core {}) returned {}", rank,
                                        cores.at(static_cast<std::size_t>(rank)), status);
  }
  return failed > kNamed ? fmt::format("{} and {} more", text, failed - kNamed) : text;
}

}  // namespace rc::sim::run
