// SPDX-License-Identifier: Apache-2.0
#include "sim/report/run_numbers.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/json_input.h"

namespace rc::sim::report {

using Json = nlohmann::ordered_json;

namespace {

// No sum of them overflows what a page shows.
std::uint64_t count_of(const nlohmann::json& json) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 53;
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > kMost)
    throw kernel::InputError("expected a whole number from 0 to 2^53");
  return json.get<std::uint64_t>();
}

}  // namespace

Json to_json(const RunNumbers& numbers) {
  Json functions = Json::array(), cores = Json::array(), links = Json::array();
  for (const RunNumbers::Function& each : numbers.functions)
    functions.push_back({{"name", each.name},
                         {"cycles", each.cycles},
                         {"instructions", each.instructions},
                         {"stalled", each.stalled}});
  for (const RunNumbers::Core& each : numbers.cores)
    cores.push_back({{"name", each.name}, {"cycles", each.cycles}});
  for (const RunNumbers::Link& each : numbers.links)
    links.push_back({{"name", each.name}, {"load", each.load}});
  return {{"command", numbers.command},
          {"date", numbers.date},
          {"version", numbers.version},
          {"commit", numbers.commit},
          {"machine", numbers.machine},
          {"failure", numbers.failure},
          {"us", numbers.us},
          {"kinds", numbers.kinds},
          {"functions", functions},
          {"cores", cores},
          {"link_unit", numbers.link_unit},
          {"links", links}};
}

RunNumbers read_run_numbers(const std::string& name) {
  const std::string file = std::filesystem::is_directory(name)
                               ? (std::filesystem::path(name) / "run.json").string()
                               : name;
  const auto json = base::parse_json(base::read_file(file));
  try {
    if (!json) throw kernel::InputError("no JSON");
    RunNumbers numbers;
    for (const auto& [key, text] : {std::pair{"command", &numbers.command},
                                    {"date", &numbers.date},
                                    {"version", &numbers.version},
                                    {"commit", &numbers.commit},
                                    {"machine", &numbers.machine},
                                    {"link_unit", &numbers.link_unit}})
      *text = json->at(key).get<std::string>();
    numbers.failure = json->value("failure", "");  // older files have none
    numbers.us = json->at("us").get<double>();
    if (numbers.us < 0) throw kernel::InputError("the time is below 0");
    numbers.kinds = json->at("kinds").get<std::vector<std::string>>();
    for (const auto& each : json->at("functions"))
      numbers.functions.push_back({each.at("name").get<std::string>(), count_of(each.at("cycles")),
                                   count_of(each.at("instructions")),
                                   count_of(each.at("stalled"))});
    for (const auto& each : json->at("cores")) {
      numbers.cores.push_back({each.at("name").get<std::string>(), {}});
      for (const auto& cycles : each.at("cycles"))
        numbers.cores.back().cycles.push_back(count_of(cycles));
      if (numbers.cores.back().cycles.size() != numbers.kinds.size())
        throw kernel::InputError("a core has not one number for each kind of time");
    }
    for (const auto& each : json->at("links"))
      numbers.links.push_back({each.at("name").get<std::string>(), count_of(each.at("load"))});
    return numbers;
  } catch (const std::exception& error) {
    const std::string_view what = error.what();  // of JSON it begins with "[json.exception...] "
    const std::size_t begin = what.starts_with('[') ? what.find("] ") + 2 : 0;
    throw kernel::InputError(fmt::format("{}: expected the run.json that run --report writes: {}",
                                         kernel::shown(file, kernel::kMaxPathShown),
                                         kernel::shown(std::string(what.substr(begin)))));
  }
}

}  // namespace rc::sim::report
