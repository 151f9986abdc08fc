// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/traffic_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/base/parts.h"
#include "sim/lab/evaluation/pattern_settings.h"

namespace rc::sim::lab {
namespace {

constexpr double kDigits = 1e12;

// The number that the whole word is, in this range; else false.
bool take_whole(std::string_view word, std::uint64_t most, auto& value) {
  const auto number = base::parse_whole(word, most);
  if (number) value = static_cast<std::remove_reference_t<decltype(value)>>(*number);
  return number.has_value();
}

bool take_real(std::string_view word, double least, double most, double& value) {
  const auto number = base::parse_real(word);
  if (!number || *number < least || *number > most) return false;
  value = *number;
  return true;
}

bool take_nodes(std::string_view word, std::vector<std::uint32_t>& nodes) {
  nodes.clear();
  const auto parts = base::parts_of(word, ',');
  return std::ranges::all_of(parts, [&nodes](std::string_view one) {
    return take_whole(one, 65'535, nodes.emplace_back());
  });
}

bool take_bursts(std::string_view word, noc::ArrivalSettings& arrivals) {
  const auto comma = word.find(',');
  return comma != std::string_view::npos &&
         take_real(word.substr(0, comma), 0, 1, arrivals.begin) &&
         take_real(word.substr(comma + 1), 0, 1, arrivals.end);
}

struct Setting {
  std::string_view name, expected;
  bool (*take)(std::string_view word, TrafficClass& one);
};

constexpr Setting kSettings[] = {
    {"rate", "flits a node and cycle, above 0 to 1",
     [](std::string_view word, TrafficClass& one) { return take_real(word, 1e-6, 1, one.rate); }},
    {"flits", "SIZE or SIZE:WEIGHT,...",
     [](std::string_view word, TrafficClass& one) {
       one.packet_flits = word;
       return !word.empty();
     }},
    {"priority", "0 to 255",
     [](std::string_view word, TrafficClass& one) { return take_whole(word, 255, one.priority); }},
    {"message-class", "0 or 1",
     [](std::string_view word, TrafficClass& one) {
       return take_whole(word, 1, one.message_class);
     }},
    {"traffic", "a pattern other than matrix and multicast",
     [](std::string_view word, TrafficClass& one) {
       one.pattern.name = word;
       return word != "matrix" && word != "multicast";
     }},
    {"hot-nodes", "numbers of nodes, with commas between",
     [](std::string_view word, TrafficClass& one) {
       return take_nodes(word, one.pattern.hot_nodes);
     }},
    {"hot-share", "0 to 1",
     [](std::string_view word, TrafficClass& one) {
       return take_real(word, 0, 1, one.pattern.hot_share);
     }},
    {"pattern-seed", "a whole number",
     [](std::string_view word, TrafficClass& one) {
       return take_whole(word, ~std::uint64_t{0}, one.pattern.seed);
     }},
    {"traffic-group", "1 to 4096 nodes",
     [](std::string_view word, TrafficClass& one) {
       return take_whole(word, 4096, one.pattern.group) && one.pattern.group != 0;
     }},
    {"local-share", "0 to 1",
     [](std::string_view word, TrafficClass& one) {
       return take_real(word, 0, 1, one.pattern.local_share);
     }},
    {"arrivals", "bernoulli, periodic or bursts",
     [](std::string_view word, TrafficClass& one) {
       one.arrivals.process = noc::arrival_process(std::string(word));
       return true;
     }},
    {"bursts", "BEGIN,END, each 0 to 1",
     [](std::string_view word, TrafficClass& one) { return take_bursts(word, one.arrivals); }},
};

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw kernel::InputError(
      fmt::format("--traffic-class '{}': {}", kernel::shown(std::string(text)), why));
}

}  // namespace

TrafficClass read_traffic_class(std::string_view text, const TrafficClass& others) {
  TrafficClass one = others;
  std::vector<const Setting*> given;
  for (std::string_view left = text;;) {
    const std::string_view word = left.substr(0, left.find('/'));
    const auto equals = word.find('=');
    const auto* const found = std::ranges::find(kSettings, word.substr(0, equals), &Setting::name);
    if (equals == std::string_view::npos || found == std::end(kSettings)) {
      std::string names;
      for (const Setting& setting : kSettings)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", setting.name);
      refuse(text, fmt::format("expected NAME=VALUE with / between, of {}", names));
    }
    if (!found->take(word.substr(equals + 1), one))
      refuse(text, fmt::format("{}: expected {}", found->name, found->expected));
    given.push_back(found);
    if (word.size() == left.size()) break;
    left.remove_prefix(word.size() + 1);
  }
  if (one.rate == 0) refuse(text, "expected rate=FLITS");
  for (const Setting* const setting : given) {
    if (!pattern_has(one.pattern.name, setting->name))
      refuse(text, fmt::format("{}: only with another traffic", setting->name));
    if (setting->name == "bursts" && one.arrivals.process != noc::ArrivalSettings::Process::bursts)
      refuse(text, "bursts: only with arrivals=bursts");
  }
  return one;
}

double total_rate(const std::vector<TrafficClass>& classes) {
  double sum = 0;
  for (const TrafficClass& one : classes) sum += one.rate;
  return std::round(sum * kDigits) / kDigits;  // 0.1 and 0.2 are 0.3
}

double share_of(const TrafficClass& one, const std::vector<TrafficClass>& classes) {
  return one.rate / total_rate(classes);
}

noc::ClassTraffic traffic_of(const TrafficClass& one, double share, double offered,
                             std::uint64_t seed) {
  return {.pattern = one.pattern,
          .traffic = {.sizes = noc::sizes_by_class(one.packet_flits, 1),
                      .class_shares = {},
                      .arrivals = one.arrivals,
                      .rate = share * offered,
                      .seed = seed},
          .message_class = static_cast<std::uint8_t>(one.message_class)};
}

}  // namespace rc::sim::lab
