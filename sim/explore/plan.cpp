// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "sim/explore/words.h"

namespace rc::sim::explore {
namespace {

constexpr std::size_t kLongestPattern = 1000;
constexpr std::array<const char*, 3> kVerbs{"noc", "run", "model"};

// The parameters of one point by their names.
class PointValues {
 public:
  explicit PointValues(const Plan& plan) : plan_(plan) {
    for (std::size_t i = 0; i < plan.parameters.size(); ++i) places_[plan.parameters[i].name] = i;
  }

  // `values` but for those of the formulas.
  const std::vector<Value>& complete(std::vector<Value> values) {
    values_ = std::move(values);
    for (const std::size_t place : plan_.formulas) {
      const PlanParameter& parameter = plan_.parameters[place];
      values_[place] = value(*parameter.formula, "parameters." + parameter.name);
    }
    return values_;
  }

  // `place` of the plan is for errors.
  Value value(const Formula& formula, const std::string& place) const {
    try {
      return formula.value([this](const std::string& name) { return values_[places_.at(name)]; });
    } catch (const kernel::InputError& error) {
      throw kernel::InputError(fmt::format(
          "{}: {}: {}", kernel::shown(plan_.file, kernel::kMaxPathShown), place, error.what()));
    }
  }

 private:
  const Plan& plan_;
  std::map<std::string, std::size_t> places_;
  std::vector<Value> values_;
};

std::uint64_t size_of_product(const Plan& plan) {
  std::uint64_t size = 1;
  for (const PlanParameter& parameter : plan.parameters) {
    if (parameter.formula) continue;
    size *= parameter.values.size();  // of at most 10^7 and 10^7: no overflow
    if (size > plan.most_points)
      throw kernel::InputError(fmt::format(
          "{}: the parameters have more than {} points before 'where'; most_points = N allows more",
          kernel::shown(plan.file, kernel::kMaxPathShown), plan.most_points));
  }
  return size;
}

}  // namespace

std::vector<std::vector<Value>> Plan::points() const {
  PointValues values(*this);
  std::vector<std::vector<Value>> found;
  const std::uint64_t size = size_of_product(*this);
  for (std::uint64_t number = 0; number < size; ++number) {
    std::vector<Value> point(parameters.size());
    std::uint64_t rest = number;
    for (std::size_t i = parameters.size(); i-- > 0;) {
      if (parameters[i].formula) continue;
      point[i] = parameters[i].values[rest % parameters[i].values.size()];
      rest /= parameters[i].values.size();
    }
    point = values.complete(std::move(point));
    if (!where || values.value(*where, "where") != Value(0.0)) found.push_back(std::move(point));
  }
  if (found.empty())
    throw kernel::InputError(fmt::format("{}: no point is left: 'where' holds for none of {}",
                                         kernel::shown(file, kernel::kMaxPathShown), size));
  return found;
}

std::vector<std::string> Plan::command_at(const std::vector<Value>& point) const {
  std::vector<std::string> words;
  const auto text_of = [&](const std::string& name) {
    const auto parameter = std::ranges::find(parameters, name, &PlanParameter::name);
    return value_text(point[static_cast<std::size_t>(parameter - parameters.begin())]);
  };
  for (const std::string& word : command) {
    if (word.starts_with("{*")) {
      const std::string value = text_of(word.substr(2, word.size() - 3));
      auto several = words_of_command(value);
      if (!several)
        throw kernel::InputError(fmt::format("{}: command: {}: a quote is not closed in '{}'",
                                             kernel::shown(file, kernel::kMaxPathShown), word,
                                             kernel::shown(value)));
      words.insert(words.end(), several->begin(), several->end());
      continue;
    }
    std::string whole;
    for (std::size_t at = 0; at < word.size(); ++at) {
      if (word[at] != '{') {
        whole += word[at];
        continue;
      }
      const std::size_t end = word.find('}', at);
      whole += text_of(word.substr(at + 1, end - at - 1));
      at = end;
    }
    words.push_back(std::move(whole));
  }
  if (!can_explore(words.front()))
    throw kernel::InputError(fmt::format("{}: command '{}': expected one of {}",
                                         kernel::shown(file, kernel::kMaxPathShown),
                                         kernel::shown(words.front()), fmt::join(kVerbs, ", ")));
  return words;
}

std::string fault_of(const PlanRecord& record) {
  const std::string source = kernel::shown(record.source);
  if (record.is_pointer()) {
    try {
      static_cast<void>(nlohmann::json::json_pointer(record.source));
      return "";
    } catch (const nlohmann::json::exception&) {
      return fmt::format("'{}' is no JSON pointer", source);
    }
  }
  if (record.source.size() > kLongestPattern)
    return fmt::format("a regular expression of more than {} characters", kLongestPattern);
  const RE2 pattern(record.source, RE2::Quiet);
  if (!pattern.ok())
    return fmt::format("'{}' is no regular expression: {}", source, kernel::shown(pattern.error()));
  if (pattern.NumberOfCapturingGroups() == 1) return "";
  return "expected a JSON pointer, which begins with '/', or a regular expression with one group "
         "(...)";
}

bool can_explore(const std::string& verb) {
  return std::ranges::find(kVerbs, verb) != kVerbs.end();
}

}  // namespace rc::sim::explore
