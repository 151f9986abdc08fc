// SPDX-License-Identifier: Apache-2.0
#include "sim/base/toml_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::base {
namespace {

// Where the string that begins at `at` ends: behind its last quote, or at the end of the text.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool many_lines = text.substr(at).starts_with(three);
  const std::string_view end = many_lines ? std::string_view(three) : text.substr(at, 1);
  for (at += end.size(); at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (text[at] == '\n' && !many_lines) {
      return at;
    } else if (text.substr(at).starts_with(end)) {
      at += end.size();
      while (many_lines && at < text.size() && text[at] == quote) ++at;  // up to two belong to it
      return at;
    }
  }
  return text.size();
}

}  // namespace

TomlInput::TomlInput(std::string_view text, std::string_view file)
    : file_(kernel::shown(file, kernel::kMaxPathShown)) {
  check_depth(text);
  try {
    table_ = toml::parse(text);
  } catch (const toml::parse_error& error) {
    fail(error.source(), fmt::format("not valid TOML: {}",
                                     kernel::shown(error.description(), kernel::kMaxPathShown)));
  }
}

void TomlInput::fail(const toml::source_region& at, const std::string& what) const {
  fail_in_line(at.begin.line, what);
}

void TomlInput::fail(const std::string& what) const {
  throw kernel::InputError(fmt::format("{}: {}", file_, what));
}

void TomlInput::fail_in_line(std::size_t line, const std::string& what) const {
  throw kernel::InputError(fmt::format("{}:{}: {}", file_, line, what));
}

// The parser limits how deep values nest, but not names, and would run out of stack.
void TomlInput::check_depth(std::string_view text) const {
  std::size_t line = 1;
  std::vector<int> around{0};  // the depth of each open bracket
  int dots = 0;                // of the name, or number, that is being read
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t next = at + 1;
    if (c == '"' || c == '\'') {
      next = end_of_string(text, at);
    } else if (c == '#') {
      next = std::min(text.find('\n', at), text.size());
    } else if (c == '.') {
      ++dots;
    } else if (c == '[' || c == '{') {
      around.push_back(around.back() + dots + 1);
      dots = 0;
    } else if (c == ']' || c == '}' || c == ',' || c == '\n') {
      if ((c == ']' || c == '}') && around.size() > 1) around.pop_back();
      dots = 0;
    }
    if (around.back() + dots > kMaxDepth)
      fail_in_line(line, fmt::format("names nested more than {} deep", kMaxDepth));
    line += static_cast<std::size_t>(std::ranges::count(text.substr(at, next - at), '\n'));
    at = next;
  }
}

}  // namespace rc::sim::base
