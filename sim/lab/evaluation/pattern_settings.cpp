// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/pattern_settings.h"

namespace rc::sim::lab {
namespace {

struct PatternSetting {
  std::string_view setting, pattern;
};

constexpr PatternSetting kPatternSettings[] = {
    {"hot-nodes", "hotspot"},
    {"hot-nodes", "background"},
    {"hot-nodes", "multicast"},
    {"hot-share", "hotspot"},
    {"pattern-seed", "permutation"},
    {"pattern-seed", "randperm"},
    {"traffic-group", "local"},
    {"traffic-group", "bad-dragonfly"},
    {"traffic-group", "bad_dragon"},
    {"traffic-group", "multicast"},
    {"local-share", "local"},
    {"multicast-copies", "multicast"},
    {"matrix", "matrix"},
};

}  // namespace

bool pattern_has(std::string_view pattern, std::string_view setting) {
  bool of_some = false;
  for (const PatternSetting& one : kPatternSettings) {
    if (one.setting != setting) continue;
    if (one.pattern == pattern) return true;
    of_some = true;
  }
  return !of_some;
}

std::string patterns_with(std::string_view setting) {
  std::string names;
  for (const PatternSetting& one : kPatternSettings)
    if (one.setting == setting && one.pattern.find('_') == std::string_view::npos)
      names += (names.empty() ? "" : " or ") + std::string(one.pattern);
  return names;
}

}  // namespace rc::sim::lab
