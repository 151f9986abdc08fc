// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/module_header.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace rc::sim::lab {
namespace {

// The same text with blanks in the place of comments and strings.
std::string without_comments(const std::string& source) {
  std::string text = source;
  const auto blank = [&text](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, text.size()); ++i)
      if (text[i] != '\n') text[i] = ' ';
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (text.compare(at, 2, "//") == 0) {
      blank(at, end = std::min(text.find('\n', at), text.size()));
    } else if (text.compare(at, 2, "/*") == 0) {
      end = text.find("*/", at + 2);
      blank(at, end = end == text.npos ? text.size() : end + 2);
    } else if (text[at] == '"') {
      while (end < text.size() && text[end] != '"' && text[end] != '\n')
        end += text[end] == '\\' ? 2 : 1;
      blank(at, ++end);
    }
    at = end;
  }
  return text;
}

// Behind the parentheses that begin at `at`.
std::size_t behind_parentheses(const std::string& text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    depth += (text[at] == '(') - (text[at] == ')');
    if (depth == 0) return at + 1;
  }
  return text.npos;
}

std::size_t next_word(const std::string& text, std::size_t at) {
  return text.find_first_not_of(" \t\r\n", at);
}

// Behind imports, parameters and pins, where the semicolon is.
std::size_t header_end(const std::string& text, std::size_t at) {
  for (at = next_word(text, at); at != text.npos && text[at] != ';'; at = next_word(text, at)) {
    if (text.compare(at, 6, "import") == 0) {
      at = text.find(';', at);
      if (at != text.npos) ++at;
    } else if (text[at] == '#') {
      ++at;
    } else if (text[at] == '(') {
      at = behind_parentheses(text, at);
    } else {
      return text.npos;
    }
    if (at == text.npos) break;
  }
  return at;
}

constexpr std::string_view kDirectives[] = {"define", "undef", "if", "else", "elsif", "endif"};

// All but line ends, and the lines that the preprocessor needs for what follows.
void blank_body(std::string& source, std::size_t from, std::size_t to) {
  while (from < to) {
    const std::size_t end = std::min(source.find('\n', from), to);
    const std::size_t word = next_word(source, from);
    const bool kept = word < end && source[word] == '`' &&
                      std::ranges::any_of(kDirectives, [&](std::string_view directive) {
                        return source.compare(word + 1, directive.size(), directive) == 0;
                      });
    if (!kept)
      std::fill(source.begin() + static_cast<std::ptrdiff_t>(from),
                source.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    from = end + 1;
  }
}

constexpr std::string_view kDirections[] = {"input", "output", "inout"};

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Whether the name at `at` stands behind `module`, or `module automatic`.
bool declares(const std::string& text, std::size_t at) {
  const auto word_before = [&text](std::size_t& end) {
    while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1]))) --end;
    std::size_t begin = end;
    while (begin > 0 && is_of_word(text[begin - 1])) --begin;
    const std::string word = text.substr(begin, end - begin);
    end = begin;
    return word;
  };
  std::string word = word_before(at);
  if (word == "automatic" || word == "static") word = word_before(at);
  return word == "module" || word == "macromodule";
}

}  // namespace

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (auto at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end])))
      return at;
  }
  return text.npos;
}

namespace {

// Where a module has its name.
std::size_t declared_at(const std::string& text, const std::string& module) {
  std::size_t name = find_word(text, module);
  while (name != text.npos && !declares(text, name)) name = find_word(text, module, name + 1);
  return name;
}

}  // namespace

bool has_module(const std::string& source, const std::string& module) {
  return declared_at(without_comments(source), module) != source.npos;
}

std::string parameter_of_ones(const std::string& source, const std::string& module) {
  const std::string text = without_comments(source);
  const std::size_t name = declared_at(text, module);
  if (name == text.npos) return {};
  const std::size_t begin = text.find('(', text.find_first_of("#(;", name));
  const std::size_t end = begin == text.npos ? text.npos : behind_parentheses(text, begin);
  if (end == text.npos) return {};
  static const RE2 ones(R"((\w+)\s*(?:\[[^\]]*\]\s*)*=[\s(]*'1\s*[,)])");
  std::string found;
  RE2::PartialMatch(re2::StringPiece(text).substr(begin, end - begin), ones, &found);
  return found;
}

std::optional<ModuleHeader> module_header(const std::string& source, const std::string& module) {
  const std::string text = without_comments(source);
  const std::size_t name = declared_at(text, module);
  if (name == text.npos) return std::nullopt;
  const std::size_t end = header_end(text, name + module.size());
  if (end == text.npos) return std::nullopt;
  const std::string header = text.substr(name, end - name);
  if (std::ranges::none_of(kDirections, [&](std::string_view direction) {
        return find_word(header, direction) != header.npos;
      }))
    return std::nullopt;
  const std::size_t body_end = find_word(text, "endmodule", end);
  if (body_end == text.npos) return std::nullopt;
  ModuleHeader result{header, source};
  blank_body(result.source, end + 1, body_end);
  return result;
}

}  // namespace rc::sim::lab
