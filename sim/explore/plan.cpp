#include "sim/explore/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "hw_model/kernel/error.h"

namespace rc::sim {
namespace {

constexpr std::array<const char*, 3> kVerbs{"noc", "run", "model"};

// Evaluates the formulas of one point, each after those that it names.
class PointValues {
 public:
  PointValues(const Plan& plan, const std::map<std::string, std::size_t>& places)
      : plan_(plan), places_(places) {}

  std::vector<Value> complete(std::vector<Value> values) {
    values_ = std::move(values);
    known_.assign(values_.size(), false);
    for (std::size_t i = 0; i < values_.size(); ++i) value(i);
    return values_;
  }

  Value of(const std::string& name) { return value(places_.at(name)); }

 private:
  // Formulas do not name each other in circles: parse_plan() sees to that.
  const Value& value(std::size_t place) {
    const auto& formula = plan_.parameters[place].formula;
    if (formula && !known_[place]) {
      try {
        values_[place] = formula->value([this](const std::string& name) { return of(name); });
      } catch (const kernel::InputError& error) {
        throw kernel::InputError(fmt::format("{}: parameters.{}: {}",
                                             kernel::shown(plan_.file, kernel::kMostOfAPath),
                                             plan_.parameters[place].name, error.what()));
      }
    }
    known_[place] = true;
    return values_[place];
  }

  const Plan& plan_;
  const std::map<std::string, std::size_t>& places_;
  std::vector<Value> values_;
  std::vector<bool> known_;
};

std::uint64_t size_of_product(const Plan& plan) {
  std::uint64_t size = 1;
  for (const PlanParameter& parameter : plan.parameters) {
    if (parameter.formula) continue;
    size *= parameter.values.size();  // of at most 10^7 and 10^7: no overflow
    if (size > plan.most_points)
      throw kernel::InputError(fmt::format(
          "{}: the parameters have more than {} points before 'where'; most_points = N allows more",
          kernel::shown(plan.file, kernel::kMostOfAPath), plan.most_points));
  }
  return size;
}

}  // namespace

std::vector<std::vector<Value>> Plan::points() const {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < parameters.size(); ++i) places[parameters[i].name] = i;
  PointValues values(*this, places);
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
    if (where) {
      try {
        const Value holds = where->value([&](const std::string& name) { return values.of(name); });
        if (holds == Value(0.0)) continue;
      } catch (const kernel::InputError& error) {
        throw kernel::InputError(
            fmt::format("{}: where: {}", kernel::shown(file, kernel::kMostOfAPath), error.what()));
      }
    }
    found.push_back(std::move(point));
  }
  if (found.empty())
    throw kernel::InputError(fmt::format("{}: no point is left: 'where' holds for none of {}",
                                         kernel::shown(file, kernel::kMostOfAPath), size));
  return found;
}

std::vector<std::string> Plan::command_at(const std::vector<Value>& point) const {
  std::vector<std::string> words;
  for (const std::string& word : command) {
    std::string whole;
    for (std::size_t at = 0; at < word.size(); ++at) {
      if (word[at] != '{') {
        whole += word[at];
        continue;
      }
      const std::size_t end = word.find('}', at);
      const std::string name = word.substr(at + 1, end - at - 1);
      const auto parameter = std::ranges::find(parameters, name, &PlanParameter::name);
      whole += value_text(point[static_cast<std::size_t>(parameter - parameters.begin())]);
      at = end;
    }
    words.push_back(std::move(whole));
  }
  if (!can_explore(words.front()))
    throw kernel::InputError(fmt::format("{}: command '{}': expected one of {}",
                                         kernel::shown(file, kernel::kMostOfAPath),
                                         kernel::shown(words.front()), fmt::join(kVerbs, ", ")));
  return words;
}

bool can_explore(const std::string& verb) {
  return std::ranges::find(kVerbs, verb) != kVerbs.end();
}

}  // namespace rc::sim
