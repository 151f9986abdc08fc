// SPDX-License-Identifier: Apache-2.0
// Plans read from TOML.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "hw_model/kernel/error.h"
#include "sim/base/numbers.h"
#include "sim/base/toml_input.h"
#include "sim/explore/plan.h"
#include "sim/explore/words.h"

namespace rc::sim::explore {
namespace {

constexpr std::uint64_t kMaxPoints = 10'000'000;  // whatever the plan says: they lie in memory
constexpr std::size_t kMaxColumns = 1000;         // SQLite's tables have 2000 at most
// A table's own columns.
const std::set<std::string> kTaken{"point",   "error",   "machine", "files",
                                   "command", "version", "commit",  "simulator"};

class PlanFile {
 public:
  PlanFile(const std::string& text, const std::string& file) : in_(text, file) {
    plan_.file = file;
    plan_.text = text;
  }

  Plan read() {
    const toml::node* command = nullptr;
    const toml::node* page = nullptr;
    for (const auto& [key, node] : in_.table()) {
      const std::string name(key.str());
      if (name == "command")
        command = &node;
      else if (name == "page")
        page = &node;
      else if (name == "parameters")
        read_parameters(table_at(node, name));
      else if (name == "record")
        read_records(table_at(node, name));
      else if (name == "where")
        where_ = &node;
      else if (name == "filter")
        filter_ = &node;
      else if (name == "unit")
        unit_ = &node;
      else if (name == "most_points")
        read_most_points(node);
      else
        in_.fail(node.source(),
                 fmt::format("unknown key '{}', expected command, where, filter, most_points, "
                             "parameters, record, unit or page",
                             kernel::shown(name)));
    }
    if (!command) in_.fail("no command = \"VERB ...\"");
    if (plan_.parameters.empty()) in_.fail("no [parameters]");
    if (plan_.records.empty()) in_.fail("no [record]");
    order_formulas();
    if (where_) read_where(*where_);
    read_command(*command);
    check_use();
    if (filter_) read_filter(*filter_);
    if (unit_) read_units(table_at(*unit_, "unit"));
    if (page) read_page(table_at(*page, "page"));
    return std::move(plan_);
  }

 private:
  const toml::table& table_at(const toml::node& node, const std::string& name) const {
    if (!node.is_table()) in_.fail(node.source(), name + ": expected a table, [" + name + "]");
    return *node.as_table();
  }

  std::string string_at(const toml::node& node, const std::string& name) const {
    const auto text = node.value_exact<std::string>();
    if (!text || text->empty()) in_.fail(node.source(), name + ": expected a text in quotes");
    return *text;
  }

  double number_at(const toml::node& node, const std::string& name) const {
    const auto number = node.is_number() ? node.value<double>() : std::nullopt;
    if (!number || !std::isfinite(*number)) in_.fail(node.source(), name + ": expected a number");
    return *number;
  }

  Formula formula_at(const toml::node& node, const std::string& name) const {
    const std::string text = string_at(node, name);
    try {
      return Formula(text);
    } catch (const kernel::InputError& error) {
      in_.fail(node.source(), fmt::format("{}: {}", name, error.what()));
    }
  }

  // The entries of a table in the order of the file, which the parser does not keep.
  std::vector<std::pair<std::string, const toml::node*>> in_order(const toml::table& table) const {
    std::vector<std::pair<std::string, const toml::node*>> entries;
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      if (!is_name(name))
        in_.fail(node.source(), fmt::format("'{}': expected a name of letters, digits and '_'",
                                            kernel::shown(name)));
      entries.emplace_back(name, &node);
    }
    std::ranges::sort(entries, [](const auto& a, const auto& b) {
      const auto place = [](const toml::node* node) {
        return std::pair(node->source().begin.line, node->source().begin.column);
      };
      return place(a.second) < place(b.second);
    });
    return entries;
  }

  // SQL does not distinguish capitals from small letters.
  void take_name(const std::string& name, const toml::node& node) {
    std::string small = name;
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
    if (kTaken.contains(small) || !names_.insert(small).second)
      in_.fail(node.source(), fmt::format("'{}': the table has a column of that name already",
                                          kernel::shown(name)));
    if (names_.size() > kMaxColumns)
      in_.fail(node.source(),
               fmt::format("'{}': more than {} columns", kernel::shown(name), kMaxColumns));
  }

  void read_parameters(const toml::table& table) {
    for (const auto& [name, node] : in_order(table)) {
      take_name(name, *node);
      PlanParameter parameter{name, {}, {}};
      const std::string place = "parameters." + name;
      if (const toml::array* list = node->as_array())
        parameter.values = values_of(*list, place);
      else if (const toml::table* range = node->as_table())
        parameter.values = range_of(*range, place);
      else if (node->is_string())
        parameter.formula = formula_at(*node, place);
      else
        in_.fail(node->source(), place +
                                     ": expected a list, {from, to, step}, {from, to, factor} or "
                                     "a formula in quotes");
      sources_.push_back(node->source());
      places_[name] = plan_.parameters.size();
      plan_.parameters.push_back(std::move(parameter));
    }
  }

  std::vector<Value> values_of(const toml::array& list, const std::string& place) const {
    if (list.empty()) in_.fail(list.source(), place + ": the list is empty");
    std::vector<Value> values;
    std::set<Value> seen;
    for (const toml::node& node : list) {
      Value value;
      if (const auto text = node.value_exact<std::string>())
        value = *text;
      else
        value = number_at(node, place);
      if (!seen.insert(value).second)
        in_.fail(node.source(), fmt::format("{}: '{}' stands there twice", place,
                                            kernel::shown(value_text(value))));
      values.push_back(std::move(value));
    }
    return values;
  }

  std::vector<Value> range_of(const toml::table& range, const std::string& place) {
    for (const auto& [key, node] : range)
      if (key != "from" && key != "to" && key != "step" && key != "factor")
        in_.fail(node.source(),
                 fmt::format("{}: unknown key '{}', expected from, to, and step or factor", place,
                             kernel::shown(key.str())));
    const bool by_step = range.contains("step");
    if (!range.contains("from") || !range.contains("to") || by_step == range.contains("factor"))
      in_.fail(range.source(), place + ": expected from, to, and step or factor");
    const double from = number_at(*range.get("from"), place + ".from");
    const double to = number_at(*range.get("to"), place + ".to");
    const double by = by_step ? number_at(*range.get("step"), place + ".step")
                              : number_at(*range.get("factor"), place + ".factor");
    if (from > to || (by_step ? by <= 0 : by <= 1 || from <= 0))
      in_.fail(
          range.source(),
          place + (by_step ? ": the range is empty or endless: expected from <= to and step > 0"
                           : ": the range is empty or endless: expected 0 < from <= to and "
                             "factor > 1"));
    // Rounding must neither lose the last value nor show in the others.
    const double exact = (by_step ? (to - from) / by : std::log(to / from) / std::log(by)) + 1e-9;
    const double steps = std::floor(exact);
    if (steps >= static_cast<double>(kMaxPoints))
      in_.fail(range.source(), fmt::format("{}: more than {} values", place, kMaxPoints));
    std::vector<Value> values;
    for (int i = 0; i <= static_cast<int>(steps); ++i) {
      const double value = by_step ? from + i * by : from * std::pow(by, i);
      values.emplace_back(base::parse_real(fmt::format("{:.12g}", value)).value());
    }
    if (exact - steps > 2e-9)
      plan_.notes.push_back(fmt::format("{}:{}: {}: the last value is {}, not {:.12g}", in_.file(),
                                        range.source().begin.line, place, value_text(values.back()),
                                        to));
    return values;
  }

  void read_records(const toml::table& table) {
    for (const auto& [name, node] : in_order(table)) {
      take_name(name, *node);
      const std::string place = "record." + name;
      const PlanRecord record{name, string_at(*node, place)};
      if (const std::string fault = fault_of(record); !fault.empty())
        in_.fail(node->source(), fmt::format("{}: {}", place, fault));
      plan_.records.push_back(record);
    }
  }

  void read_most_points(const toml::node& node) {
    const auto number = node.value_exact<std::int64_t>();
    if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > kMaxPoints)
      in_.fail(node.source(),
               fmt::format("most_points: expected a whole number from 1 to {}", kMaxPoints));
    plan_.most_points = static_cast<std::uint64_t>(*number);
  }

  bool is_parameter(const std::string& name) const { return places_.contains(name); }

  void check_names(const Formula& formula, const toml::source_region& source,
                   const std::string& place) const {
    for (const std::string& name : formula.names())
      if (!is_parameter(name))
        in_.fail(source, fmt::format("{}: no parameter '{}'", place, kernel::shown(name)));
  }

  void read_where(const toml::node& node) {
    plan_.where = formula_at(node, "where");
    check_names(*plan_.where, node.source(), "where");
  }

  void read_filter(const toml::node& node) {
    plan_.filter = formula_at(node, "filter");
    for (const std::string& name : plan_.filter->names())
      if (!is_column(name))
        in_.fail(node.source(),
                 fmt::format("filter: no parameter and no record '{}'", kernel::shown(name)));
  }

  void read_units(const toml::table& table) {
    for (const auto& [key, node] : table) {
      const std::string name(key.str()), place = "unit." + name;
      if (!is_column(name))
        in_.fail(node.source(),
                 fmt::format("unit: no parameter and no record '{}'", kernel::shown(name)));
      plan_.units[name] = string_at(node, place);
    }
  }

  // The formulas that one names.
  std::vector<std::size_t> formulas_of(const PlanParameter& parameter) const {
    std::vector<std::size_t> found;
    for (const std::string& name : parameter.formula->names())
      if (const std::size_t place = places_.at(name); plan_.parameters[place].formula)
        found.push_back(place);
    return found;
  }

  // Names are known, and no formula depends on itself: then they have an order.
  void order_formulas() {
    std::map<std::size_t, std::size_t> waits_for;  // how many formulas
    std::map<std::size_t, std::vector<std::size_t>> named_by;
    for (std::size_t i = 0; i < plan_.parameters.size(); ++i) {
      const PlanParameter& parameter = plan_.parameters[i];
      if (!parameter.formula) continue;
      check_names(*parameter.formula, sources_[i], "parameters." + parameter.name);
      const std::vector<std::size_t> named = formulas_of(parameter);
      waits_for[i] = named.size();
      for (const std::size_t other : named) named_by[other].push_back(i);
      if (named.empty()) plan_.formulas.push_back(i);
    }
    for (std::size_t next = 0; next < plan_.formulas.size(); ++next)
      for (const std::size_t waiting : named_by[plan_.formulas[next]])
        if (--waits_for[waiting] == 0) plan_.formulas.push_back(waiting);
    if (plan_.formulas.size() < waits_for.size()) fail_in_circle(waits_for);
  }

  [[noreturn]] void fail_in_circle(const std::map<std::size_t, std::size_t>& waits_for) const {
    const auto waits = [&](std::size_t place) { return waits_for.at(place) > 0; };
    std::size_t at =
        std::ranges::find_if(waits_for, [](const auto& each) { return each.second > 0; })->first;
    for (std::set<std::size_t> seen; seen.insert(at).second;) {
      const std::vector<std::size_t> named = formulas_of(plan_.parameters[at]);
      at = *std::ranges::find_if(named, waits);
    }
    in_.fail(sources_[at], fmt::format("parameters.{}: its formula depends on itself",
                                       plan_.parameters[at].name));
  }

  void read_command(const toml::node& node) {
    auto words = words_of_command(string_at(node, "command"));
    if (!words) in_.fail(node.source(), "command: a quote is not closed");
    plan_.command = std::move(*words);
    if (plan_.command.empty()) in_.fail(node.source(), "command: expected a verb and its options");
    for (const std::string& each : plan_.command) check_word(each, node.source());
  }

  void check_word(const std::string& word, const toml::source_region& source) {
    for (const char* own : {"--json", "--stats", "--gdb"})
      if (word == own || word.starts_with(std::string(own) + "="))
        in_.fail(source,
                 fmt::format("command: {}: explore adds --json and --stats itself; a debugger "
                             "cannot take part",
                             own));
    for (std::size_t at = word.find('{'); at != std::string::npos; at = word.find('{', at + 1)) {
      const std::size_t end = word.find('}', at);
      if (end == std::string::npos) in_.fail(source, "command: '{' without '}'");
      const bool several = word[at + 1] == '*';
      if (several && (at != 0 || end + 1 != word.size()))
        in_.fail(source, fmt::format("command: '{}': expected {{*NAME}} as a word of its own",
                                     kernel::shown(word)));
      const std::string name = word.substr(at + 1 + several, end - at - 1 - several);
      if (!is_parameter(name))
        in_.fail(source, fmt::format("command: no parameter '{}'", kernel::shown(name)));
      used_.insert(name);
    }
  }

  // A parameter that nothing depends on would only repeat the same points.
  void check_use() {
    for (bool more = true; more;) {
      more = false;
      for (const PlanParameter& parameter : plan_.parameters)
        if (used_.contains(parameter.name) && parameter.formula)
          for (const std::string& name : parameter.formula->names())
            more = used_.insert(name).second || more;
    }
    for (std::size_t i = 0; i < plan_.parameters.size(); ++i)
      if (const std::string& name = plan_.parameters[i].name; !used_.contains(name))
        in_.fail(sources_[i],
                 fmt::format("parameters.{}: the command does not depend on it", name));
  }

  bool is_column(const std::string& name) const {
    return is_parameter(name) ||
           std::ranges::find(plan_.records, name, &PlanRecord::name) != plan_.records.end();
  }

  std::string column_at(const toml::node& node, const std::string& place) const {
    const std::string name = string_at(node, place);
    if (!is_column(name))
      in_.fail(node.source(),
               fmt::format("{}: no parameter and no record '{}'", place, kernel::shown(name)));
    return name;
  }

  void read_page(const toml::table& table) {
    PlanPage page;
    std::set<std::string> minimise, maximise;
    for (const auto& [key, node] : table) {
      const std::string name(key.str()), place = "page." + name;
      if (name == "x" || name == "y") {
        (name == "x" ? page.x : page.y) = column_at(node, place);
      } else if (name == "minimise" || name == "maximise") {
        auto& set = name == "minimise" ? minimise : maximise;
        if (const toml::array* list = node.as_array())
          for (const toml::node& each : *list) set.insert(column_at(each, place));
        else
          set.insert(column_at(node, place));
      } else {
        in_.fail(node.source(), fmt::format("unknown key '{}', expected x, y, minimise or maximise",
                                            kernel::shown(place)));
      }
    }
    if (page.x.empty() || page.y.empty() || page.x == page.y)
      in_.fail(table.source(), "page: expected two different columns, x and y");
    for (const auto* set : {&minimise, &maximise})
      for (const std::string& name : *set)
        if ((name != page.x && name != page.y) ||
            (minimise.contains(name) && maximise.contains(name)))
          in_.fail(table.source(),
                   fmt::format("page: '{}': expected x or y, in minimise or maximise", name));
    page.maximise_x = maximise.contains(page.x);
    page.maximise_y = maximise.contains(page.y);
    plan_.page = page;
  }

  base::TomlInput in_;
  Plan plan_;
  const toml::node *where_ = nullptr, *filter_ = nullptr, *unit_ = nullptr;
  std::vector<toml::source_region> sources_;   // of the parameters
  std::map<std::string, std::size_t> places_;  // likewise
  std::set<std::string> names_, used_;
};

}  // namespace

Plan parse_plan(const std::string& text, const std::string& file) {
  return PlanFile(text, file).read();
}

}  // namespace rc::sim::explore
