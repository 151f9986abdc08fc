// SPDX-License-Identifier: Apache-2.0
// Machine parameters by name. The blocks declare theirs with visit() (hw_model/kernel/param.h);
// here the nested structs become one flat list of named references, and everything that reads,
// sets or prints parameters works on that list.
//
// Names are dotted paths ("core.l2.ways"). Errors: kernel::InputError, one line, naming the file
// and line where there is one, the value and its range, and the nearest known name for an unknown
// one. Numbers are checked against their ranges here; relations between parameters (a power of two,
// a multiple) where the block is built.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hw_model/kernel/param.h"

namespace rc::sim::machine {

struct Parameter {
  using Target = std::variant<bool*, std::uint32_t*, double*, std::string*>;
  std::string path;
  Target target;
  kernel::Range range;  // of numbers
  std::string unit;
  std::string source;
  std::string fitted_on;  // empty: taken from `source`, not fitted
};
using Parameters = std::vector<Parameter>;

namespace detail {
class Collector {
 public:
  Collector(Parameters& list, std::string prefix) : list_(list), prefix_(std::move(prefix)) {}
  // Numbers have a range; without one this does not compile.
  template <class T>
  void field(const char* name, T& value, kernel::Range range, const char* unit,
             const char* source) {
    fitted(name, value, range, unit, source, "");
  }
  void field(const char* name, bool& value, const char* unit, const char* source) {
    list_.push_back({prefix_ + name, &value, {}, unit, source, ""});
  }
  void field(const char* name, std::string& value, const char* unit, const char* source) {
    list_.push_back({prefix_ + name, &value, {}, unit, source, ""});
  }
  template <class T>
  void fitted(const char* name, T& value, kernel::Range range, const char* unit, const char* source,
              const char* fitted_on) {
    list_.push_back({prefix_ + name, &value, range, unit, source, fitted_on});
  }
  template <class Group>
  void group(const char* name, Group& value) {
    Collector inner(list_, prefix_ + name + ".");
    value.visit(inner);
  }

 private:
  Parameters& list_;
  std::string prefix_;
};
}  // namespace detail

// The parameters of `block`, in declaration order. The references live as long as `block`.
template <class Block>
Parameters list_parameters(Block& block) {
  Parameters list;
  detail::Collector collector(list, "");
  block.visit(collector);
  return list;
}

// Sets what the TOML text says and leaves the rest alone. `file` is the name for error messages.
// What was set, by path, with the comment that stands beside it, or else beside its table.
std::map<std::string, std::string> read_toml(std::string_view text, const std::string& file,
                                             const Parameters& parameters);

// The string that `key` has at the top of the TOML text, or `otherwise`: what decides which
// parameters there are.
std::string toml_string(std::string_view text, const std::string& file, const std::string& key,
                        const std::string& otherwise);

// "core.l2.ways=8"
void set_from_text(std::string_view assignment, const Parameters& parameters);

std::string value_text(const Parameter& parameter);

// One line each: name, value, range, unit, source, and what a fitted one was fitted on.
void print_parameters(std::ostream& out, const Parameters& parameters);
// {"core.l2.ways": {"value"[, "least", "most"], "unit", "source"[, "fitted_on"]}, ...}
nlohmann::ordered_json parameters_json(const Parameters& parameters);

}  // namespace rc::sim::machine
