// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/cli/cli.h"

namespace rc::sim::cli {

namespace {

constexpr const char* kOutput = "OUTPUT";  // in the help, too

std::map<const CLI::Option*, std::vector<std::string>>& offers_by_option() {
  static std::map<const CLI::Option*, std::vector<std::string>> all;
  return all;
}

}  // namespace

CLI::Option* titled(CLI::Option* option, const char* title) {
  if (option->get_group() == CLI::OptionDefaults().get_group()) option->group(title);
  return option;
}

CLI::Option* writes(CLI::Option* option) { return titled(option->type_name(kOutput), "Results"); }

CLI::Option* offers(CLI::Option* option, std::vector<std::string> words) {
  offers_by_option()[option] = std::move(words);
  return option;
}

std::vector<std::string> offered(const CLI::Option& option) {
  const auto found = offers_by_option().find(&option);
  return found == offers_by_option().end() ? std::vector<std::string>() : found->second;
}

std::set<std::string> output_options(const CLI::App& verb) {
  std::set<std::string> names;
  for (const CLI::Option* option : verb.get_options())
    if (option->get_type_name().starts_with(kOutput))
      for (const std::string& name : option->get_lnames()) names.insert("--" + name);
  return names;
}

std::set<std::string> given_options(const CLI::App& verb) {
  std::set<std::string> names;
  for (const CLI::Option* option : verb.get_options())
    if (option->count() > 0) names.insert(option->get_name());
  return names;
}

void check_form(const char* verb, const std::string& form, const std::set<std::string>& given,
                const std::vector<OptionOfForms>& table) {
  for (const OptionOfForms& each : table)
    if (given.contains(each.option) && std::ranges::find(each.forms, form) == each.forms.end())
      throw kernel::InputError(fmt::format("{}: {} is of {} only, not of {}", verb, each.option,
                                           fmt::join(each.forms, ", "), form));
}

CLI::Validator whole_number() {
  const auto complaint = [](const std::string& text) -> std::string {
    constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
    if (base::parse_whole(text, kMax, base::Radix::as_in_c)) return "";
    return fmt::format("'{}': expected a whole number from 0 to 2^64 - 1", kernel::shown(text));
  };
  return {complaint, "NONNEGATIVE"};
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto complaint = [=](const std::string& text) -> std::string {
    const auto value = base::parse_whole(text, most, base::Radix::as_in_c);
    if (value && *value >= least) return "";
    return fmt::format("'{}': expected a whole number from {} to {}", kernel::shown(text), least,
                       most);
  };
  return {complaint, fmt::format("{} to {}", least, most)};
}

CLI::Validator seconds() {
  const auto complaint = [](const std::string& text) -> std::string {
    const double value = base::parse_real(text).value_or(0);
    if (value > 0 && value <= 1e6) return "";  // a million are less than 2^64 ps
    return fmt::format("'{}': expected a number above 0, at most 1000000", kernel::shown(text));
  };
  return {complaint, "POSITIVE"};
}

}  // namespace rc::sim::cli
