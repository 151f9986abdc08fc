#include "sim/machine/parameters.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <ostream>
#include <type_traits>

#include "hw_model/kernel/error.h"
#include "sim/base/numbers.h"

namespace rc::sim {
namespace {

using kernel::InputError;

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] != b[j])});
      diagonal = above;
    }
  }
  return row.back();
}

// " (did you mean 'x'?)", or nothing where no known name is near.
std::string suggestion(std::string_view unknown, const Parameters& parameters) {
  const auto nearest = std::ranges::min_element(
      parameters, {}, [&](const Parameter& p) { return edit_distance(unknown, p.path); });
  if (nearest == parameters.end()) return "";
  if (edit_distance(unknown, nearest->path) > std::max<std::size_t>(3, unknown.size() / 2))
    return "";
  return fmt::format(" (did you mean '{}'?)", nearest->path);
}

const Parameter* find(std::string_view path, const Parameters& parameters) {
  const auto it = std::ranges::find(parameters, path, &Parameter::path);
  return it == parameters.end() ? nullptr : &*it;
}

template <class T>
constexpr const char* kind_of() {
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_same_v<T, std::uint32_t>) return "an integer from 0 to 4294967295";
  if constexpr (std::is_same_v<T, std::uint64_t>) return "an integer, 0 or greater";
  if constexpr (std::is_same_v<T, double>) return "a finite number";
  if constexpr (std::is_same_v<T, std::string>) return "a string";
}

std::string expected_kind(const Parameter& parameter) {
  return std::visit([](auto* target) { return kind_of<std::remove_pointer_t<decltype(target)>>(); },
                    parameter.target);
}

std::string position(const std::string& file, const toml::source_region& source) {
  return fmt::format("{}:{}", file, source.begin.line);
}

// False if the node has another type or range than the parameter.
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
          const auto value = node.value<double>();
          if (!value || !std::isfinite(*value)) return false;
          *target = *value;
          return true;
        } else {
          const auto value = node.value_exact<std::int64_t>();
          if (!value || *value < 0) return false;
          if (static_cast<std::uint64_t>(*value) > std::numeric_limits<T>::max()) return false;
          *target = static_cast<T>(*value);
          return true;
        }
      },
      parameter.target);
}

toml::table parse(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw InputError(
        fmt::format("{}: not valid TOML: {}", position(file, error.source()), error.description()));
  }
}

void read_table(const toml::table& table, const std::string& prefix, const std::string& file,
                const Parameters& parameters) {
  for (const auto& [key, node] : table) {
    const std::string path = prefix + std::string(key.str());
    const bool is_group = std::ranges::any_of(
        parameters, [&](const Parameter& p) { return p.path.starts_with(path + "."); });
    const Parameter* parameter = find(path, parameters);
    if (is_group && node.is_table()) {
      read_table(*node.as_table(), path + ".", file, parameters);
    } else if (is_group) {
      throw InputError(fmt::format("{}: '{}' is a group of parameters, expected a table [{}]",
                                   position(file, key.source()), path, path));
    } else if (!parameter) {
      throw InputError(fmt::format("{}: unknown parameter '{}'{}", position(file, key.source()),
                                   path, suggestion(path, parameters)));
    } else if (!assign(node, *parameter)) {
      throw InputError(fmt::format("{}: '{}' must be {}", position(file, key.source()), path,
                                   expected_kind(*parameter)));
    }
  }
}

}  // namespace

void read_toml(std::string_view text, const std::string& file, const Parameters& parameters) {
  read_table(parse(text, file), "", file, parameters);
}

std::string toml_string(std::string_view text, const std::string& file, const std::string& key,
                        const std::string& otherwise) {
  return parse(text, file)[key].value_or(otherwise);
}

void set_from_text(std::string_view assignment, const Parameters& parameters) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos)
    throw InputError(fmt::format("--set '{}': expected name=value", assignment));
  const std::string_view path = assignment.substr(0, equals);
  const std::string_view text = assignment.substr(equals + 1);
  const Parameter* parameter = find(path, parameters);
  if (!parameter)
    throw InputError(
        fmt::format("--set '{}': unknown parameter{}", path, suggestion(path, parameters)));
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
          const auto value = parse_real(text);
          if (value) *target = *value;
          return value.has_value();
        } else {
          const auto value = parse_whole(text, std::numeric_limits<T>::max());
          if (value) *target = static_cast<T>(*value);
          return value.has_value();
        }
      },
      parameter->target);
  if (!ok)
    throw InputError(
        fmt::format("--set '{}': '{}' is not {}", path, text, expected_kind(*parameter)));
}

std::string value_text(const Parameter& parameter) {
  return std::visit([](auto* target) { return fmt::format("{}", *target); }, parameter.target);
}

void print_parameters(std::ostream& out, const Parameters& parameters) {
  std::size_t name_width = 0, value_width = 0, unit_width = 0;
  for (const Parameter& p : parameters) {
    name_width = std::max(name_width, p.path.size());
    value_width = std::max(value_width, value_text(p).size());
    unit_width = std::max(unit_width, p.unit.size());
  }
  for (const Parameter& p : parameters) {
    out << fmt::format("{:<{}}  {:>{}}  {:<{}}  {}", p.path, name_width, value_text(p), value_width,
                       p.unit, unit_width, p.source);
    if (!p.fitted_on.empty()) out << fmt::format("; fitted on {}", p.fitted_on);
    out << '\n';
  }
}

nlohmann::ordered_json parameters_json(const Parameters& parameters) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Parameter& p : parameters) {
    nlohmann::ordered_json& entry = json[p.path];
    std::visit([&](auto* target) { entry["value"] = *target; }, p.target);
    entry["unit"] = p.unit;
    entry["source"] = p.source;
    if (!p.fitted_on.empty()) entry["fitted_on"] = p.fitted_on;
  }
  return json;
}

}  // namespace rc::sim
