// SPDX-License-Identifier: Apache-2.0
// TOML from users: machine files, plans, topologies, descriptions of networks.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace rc::sim::base {

// A text as a table, and errors with their place in it.
class TomlInput {
 public:
  // Tables, lists and the parts of names may lie so deep within each other.
  static constexpr int kMaxDepth = 32;

  // `file` is the name for error messages. kernel::InputError in one line for what is not TOML, or
  // nests deeper than kMaxDepth: who reads the table may recurse.
  TomlInput(std::string_view text, std::string_view file);

  const toml::table& table() const { return table_; }
  const std::string& file() const { return file_; }  // as an error line repeats it

  // kernel::InputError "file:line: what".
  [[noreturn]] void fail(const toml::source_region& at, const std::string& what) const;
  // kernel::InputError "file: what".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  void check_depth(std::string_view text) const;
  [[noreturn]] void fail_in_line(std::size_t line, const std::string& what) const;

  std::string file_;
  toml::table table_;
};

}  // namespace rc::sim::base
