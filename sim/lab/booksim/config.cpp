// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/booksim/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/kernel/text_mark.h"

namespace rc::sim::lab {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool is_key(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  });
}

std::string without_blanks(std::string_view text) {
  std::string left;
  std::ranges::copy_if(text, std::back_inserter(left), [](char c) { return !is_blank(c); });
  if (left.size() >= 2 && left.front() == '"' && left.back() == '"')
    left = left.substr(1, left.size() - 2);
  return left;
}

bool braces_match(std::string_view text) {
  std::string open;
  for (const char c : text) {
    if (c == '{' || c == '(') open += c;
    if (c != '}' && c != ')') continue;
    if (open.empty() || (open.back() == '{') != (c == '}')) return false;
    open.pop_back();
  }
  return open.empty();
}

// Blanks in place of comments: lines keep their numbers.
std::string without_comments(std::string_view text) {
  std::string left(text);
  for (std::size_t at = left.find("//"); at != std::string::npos; at = left.find("//", at)) {
    const std::size_t end = std::min(left.find('\n', at), left.size());
    std::fill(left.begin() + static_cast<std::ptrdiff_t>(at),
              left.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }
  return left;
}

// The parts between commas outside of all braces.
std::vector<std::string> parts(std::string_view text) {
  std::vector<std::string> found;
  std::string part;
  int depth = 0;
  for (const char c : text) {
    depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      found.push_back(std::move(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!part.empty()) found.push_back(std::move(part));
  return found;
}

}  // namespace

void BooksimConfig::read(std::string_view text, const std::string& name) {
  const std::string file = kernel::shown(name, kernel::kMaxPathShown);
  const std::string clean = without_comments(kernel::without_mark(text));
  std::size_t line = 1;
  for (std::size_t at = 0; at < clean.size();) {
    if (is_blank(clean[at]) || clean[at] == ';') {
      line += clean[at] == '\n' ? 1 : 0;
      ++at;
      continue;
    }
    const std::size_t end = clean.find(';', at);
    const std::string_view statement = std::string_view(clean).substr(at, end - at);
    const std::string place = fmt::format("{}:{}", file, line);
    const std::string first_line(statement.substr(0, statement.find('\n')));
    const auto refuse = [&](const char* expected) {
      throw kernel::InputError(
          fmt::format("{}: '{}': expected {}", place, kernel::shown(first_line), expected));
    };
    const std::size_t equals = statement.find('=');
    if (equals == std::string_view::npos) refuse("key = value;");
    if (end == std::string::npos || statement.find('=', equals + 1) != std::string_view::npos)
      refuse("a ';' after the value");
    const std::string key = without_blanks(statement.substr(0, equals));
    const std::string value = without_blanks(statement.substr(equals + 1));
    if (!is_key(key)) refuse("key = value;");
    if (value.empty()) refuse("a value after '='");
    if (!braces_match(value)) refuse("as many closing braces as opening ones");
    values_[key] = {value, place};
    line += static_cast<std::size_t>(std::ranges::count(statement, '\n'));
    at = end + 1;
  }
}

std::vector<std::string> booksim_list(std::string_view text) {
  if (!text.starts_with('{') || !text.ends_with('}')) return {std::string(text)};
  return parts(text.substr(1, text.size() - 2));
}

BooksimCall booksim_call(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return {std::string(text), {}};
  return {std::string(text.substr(0, open)), parts(text.substr(open + 1, text.size() - open - 2))};
}

}  // namespace rc::sim::lab
