// SPDX-License-Identifier: Apache-2.0
// Lines of which each is told once, with how often it was met.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rc::sim::run {

class CountedLines {
 public:
  void add(const std::string& line) { ++times_[line]; }
  // "LINE", or "LINE (3 times)".
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const auto& [line, times] : times_)
      all.push_back(times == 1 ? line : fmt::format("{} ({} times)", line, times));
    return all;
  }

 private:
  std::map<std::string, std::uint64_t> times_;
};

}  // namespace rc::sim::run
