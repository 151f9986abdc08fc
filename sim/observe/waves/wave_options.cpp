// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/waves/wave_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/base/parts.h"

namespace rc::sim::observe {
namespace {

constexpr std::string_view kEnding = ".fst";

std::vector<bool> chosen_numbers(const std::string& option, const std::string& text,
                                 const char* what, char separator, std::size_t count) {
  std::vector<bool> chosen(count, text == "all");
  if (text == "all") return chosen;
  for (const std::string_view part : base::parts_of(text, separator)) {
    const auto number = base::parse_whole(part, count - 1);
    if (!number)
      throw kernel::InputError(fmt::format(
          "{} {}: '{}' is no {}; expected numbers up to {} with '{}' between, or all", option,
          kernel::shown(text), kernel::shown(part), what, count - 1, separator));
    chosen[*number] = true;
  }
  return chosen;
}

}  // namespace

std::string WaveOptions::beside(const char* ending) const {
  if (!file.ends_with(kEnding) || file.size() == kEnding.size())
    throw kernel::InputError(fmt::format("--waves {}: expected a file name that ends in {}",
                                         kernel::shown(file, kernel::kMaxPathShown), kEnding));
  return file.substr(0, file.size() - kEnding.size()) + ending;
}

std::vector<bool> chosen_routers(const std::string& text, const noc::NocParams& params) {
  std::vector<bool> chosen(std::size_t{params.cols} * params.rows, text == "all");
  if (text == "all") return chosen;
  for (const std::string_view part : base::parts_of(text, ';')) {
    const std::size_t comma = part.find(',');
    const auto x = base::parse_whole(part.substr(0, comma), params.cols - 1);
    const auto y = comma == std::string_view::npos
                       ? std::nullopt
                       : base::parse_whole(part.substr(comma + 1), params.rows - 1);
    if (!x || !y)
      throw kernel::InputError(fmt::format(
          "--waves-routers {}: '{}' is no router of {} x {}; expected x,y;x,y;... or all",
          kernel::shown(text), kernel::shown(part), params.cols, params.rows));
    chosen[*x + params.cols * *y] = true;
  }
  return chosen;
}

std::array<bool, noc::kPorts> chosen_ports(const std::string& text) {
  std::array<bool, noc::kPorts> chosen;
  chosen.fill(text == "all");
  if (text == "all") return chosen;
  for (const std::string_view part : base::parts_of(text, ',')) {
    const auto port = std::ranges::find(kPortNames, part);
    if (port == kPortNames.end())
      throw kernel::InputError(fmt::format(
          "--waves-ports {}: '{}' is no port; expected some of north,east,south,west,local, or all",
          kernel::shown(text), kernel::shown(part)));
    chosen[static_cast<std::size_t>(port - kPortNames.begin())] = true;
  }
  return chosen;
}

std::vector<bool> chosen_routers(const std::string& text, const noc::Graph& graph) {
  return chosen_numbers("--waves-routers", text, "router", ';', graph.routers());
}

std::vector<bool> chosen_ports(const std::string& text, const noc::Graph& graph) {
  return chosen_numbers("--waves-ports", text, "port", ',', graph.radix());
}

}  // namespace rc::sim::observe
