// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <sstream>
#include <type_traits>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/base/suggestion.h"
#include "sim/base/toml_input.h"

namespace rc::sim::machine {
namespace {

using kernel::InputError;
using kernel::shown;

std::string suggestion(std::string_view unknown, const Parameters& parameters) {
  std::vector<std::string> paths;
  for (const Parameter& p : parameters) paths.push_back(p.path);
  return base::suggestion(unknown, paths);
}

const Parameter* find(std::string_view path, const Parameters& parameters) {
  const auto it = std::ranges::find(parameters, path, &Parameter::path);
  return it == parameters.end() ? nullptr : &*it;
}

// "an integer from 1 to 8", "true or false"...
std::string expected_of(const Parameter& parameter) {
  return std::visit(
      [&](auto* target) -> std::string {
        using T = std::remove_pointer_t<decltype(target)>;
        if constexpr (std::is_same_v<T, bool>) return "true or false";
        if constexpr (std::is_same_v<T, std::string>) return "a string";
        return fmt::format("{} from {}", std::is_same_v<T, double> ? "a number" : "an integer",
                           kernel::range_text(parameter.range));
      },
      parameter.target);
}

// False if there is no value, or none within the range.
template <class Value, class T>
bool assign(const std::optional<Value>& value, const kernel::Range& range, T& target) {
  if (!value || !range.holds(static_cast<double>(*value))) return false;
  target = static_cast<T>(*value);
  return true;
}

// False if the node has another type than the parameter, or is outside its range.
bool assign(const toml::node& node, const Parameter& parameter) {
  return std::visit(
      [&](auto* target) {
        using T = std::remove_pointer_t<decltype(target)>;
        if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
          const auto value = node.value_exact<T>();
          if (value) *target = *value;
          return value.has_value();
        } else if constexpr (std::is_same_v<T, double>) {
          if (!node.is_number()) return false;
          return assign(node.value<double>(), parameter.range, *target);
        } else {
          return assign(node.value_exact<std::int64_t>(), parameter.range, *target);
        }
      },
      parameter.target);
}

std::string text_of(const toml::node& node) {
  std::ostringstream text;
  node.visit([&text](const auto& value) { text << value; });
  return shown(text.str());
}

// What stands after # in the line in which the node ends.
std::string comment_beside(std::string_view text, const toml::node& node) {
  for (auto line = node.source().end.line; line > 1; --line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text = text.substr(0, text.find_first_of("\r\n"));
  text = text.substr(std::min<std::size_t>(node.source().end.column - 1, text.size()));
  const auto mark = text.find('#');
  if (mark == text.npos) return "";
  const auto first = text.find_first_not_of(' ', mark + 1);
  return first == text.npos ? "" : shown(std::string(text.substr(first)));
}

struct TomlReading {
  std::string_view text;
  const base::TomlInput& in;
  const Parameters& parameters;
  std::map<std::string, std::string> comments;  // by path
};

void read_table(const toml::table& table, const std::string& prefix, TomlReading& reading) {
  const base::TomlInput& in = reading.in;
  const Parameters& parameters = reading.parameters;
  for (const auto& [key, node] : table) {
    const std::string path = prefix + std::string(key.str());
    const std::string inside = path + ".";
    const bool is_group = std::ranges::any_of(
        parameters, [&](const Parameter& p) { return p.path.starts_with(inside); });
    const Parameter* parameter = find(path, parameters);
    if (is_group && node.is_table()) {
      read_table(*node.as_table(), path + ".", reading);
    } else if (is_group) {
      in.fail(key.source(),
              fmt::format("'{}' is a group of parameters, expected a table [{}]", path, path));
    } else if (!parameter) {
      in.fail(key.source(),
              fmt::format("unknown parameter '{}'{}", shown(path), suggestion(path, parameters)));
    } else if (!assign(node, *parameter)) {
      in.fail(key.source(),
              fmt::format("{} = {}: expected {}", path, text_of(node), expected_of(*parameter)));
    } else {
      const std::string comment = comment_beside(reading.text, node);
      reading.comments[path] = comment.empty() ? comment_beside(reading.text, table) : comment;
    }
  }
}

bool is_number(const Parameter& parameter) {
  return std::holds_alternative<std::uint32_t*>(parameter.target) ||
         std::holds_alternative<double*>(parameter.target);
}

std::string range_column(const Parameter& parameter) {
  if (is_number(parameter)) return kernel::range_text(parameter.range);
  return std::holds_alternative<bool*>(parameter.target) ? "true or false" : "";
}

}  // namespace

std::map<std::string, std::string> read_toml(std::string_view text, const std::string& file,
                                             const Parameters& parameters) {
  const base::TomlInput in(text, file);
  TomlReading reading{text, in, parameters, {}};
  read_table(in.table(), "", reading);
  return std::move(reading.comments);
}

std::string toml_string(std::string_view text, const std::string& file, const std::string& key,
                        const std::string& otherwise) {
  return base::TomlInput(text, file).table()[key].value_or(otherwise);
}

void set_from_text(std::string_view assignment, const Parameters& parameters) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos)
    throw InputError(fmt::format("--set '{}': expected name=value", shown(assignment)));
  const std::string_view path = assignment.substr(0, equals);
  const std::string_view text = assignment.substr(equals + 1);
  const Parameter* parameter = find(path, parameters);
  if (!parameter)
    throw InputError(
        fmt::format("--set '{}': unknown parameter{}", shown(path), suggestion(path, parameters)));
  const bool ok = std::visit(
      [&](auto* target) {
        using T = std::remove_pointer_t<decltype(target)>;
        if constexpr (std::is_same_v<T, std::string>) {
          *target = text;
          return true;
        } else if constexpr (std::is_same_v<T, bool>) {
          *target = text == "true";
          return text == "true" || text == "false";
        } else if constexpr (std::is_same_v<T, double>) {
          return assign(base::parse_real(text), parameter->range, *target);
        } else {
          return assign(base::parse_whole(text), parameter->range, *target);
        }
      },
      parameter->target);
  if (!ok)
    throw InputError(
        fmt::format("--set '{}': expected {}", shown(assignment), expected_of(*parameter)));
}

std::string value_text(const Parameter& parameter) {
  return std::visit([](auto* target) { return fmt::format("{}", *target); }, parameter.target);
}

void print_parameters(std::ostream& out, const Parameters& parameters) {
  std::size_t name_width = 0, value_width = 0, range_width = 0, unit_width = 0;
  for (const Parameter& p : parameters) {
    name_width = std::max(name_width, p.path.size());
    value_width = std::max(value_width, value_text(p).size());
    range_width = std::max(range_width, range_column(p).size());
    unit_width = std::max(unit_width, p.unit.size());
  }
  for (const Parameter& p : parameters) {
    out << fmt::format("{:<{}}  {:>{}}  {:<{}}  {:<{}}  {}", p.path, name_width, value_text(p),
                       value_width, range_column(p), range_width, p.unit, unit_width, p.source);
    if (!p.fitted_on.empty()) out << fmt::format("; fitted on {}", p.fitted_on);
    out << '\n';
  }
}

nlohmann::ordered_json parameters_json(const Parameters& parameters) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Parameter& p : parameters) {
    nlohmann::ordered_json& entry = json[p.path];
    std::visit([&](auto* target) { entry["value"] = *target; }, p.target);
    if (is_number(p)) {
      entry["least"] = p.range.least;
      entry["most"] = p.range.most;
    }
    entry["unit"] = p.unit;
    entry["source"] = p.source;
    if (!p.fitted_on.empty()) entry["fitted_on"] = p.fitted_on;
  }
  return json;
}

}  // namespace rc::sim::machine
