// SPDX-License-Identifier: Apache-2.0
#include "tests/docs/markdown.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>

namespace rc::docs {
namespace {

struct Line {
  Snippet snippet;
  bool fenced;
};

std::vector<Line> lines_of(const std::string& page) {
  std::vector<Line> lines;
  std::istringstream in(page);
  bool fenced = false;
  unsigned number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    const std::size_t start = text.find_first_not_of(' ');
    if (start != std::string::npos && text.compare(start, 3, "```") == 0) {
      fenced = !fenced;
    } else {
      lines.push_back({{number, text}, fenced});
    }
  }
  return lines;
}

void find_all(const Snippet& line, const std::regex& pattern, std::vector<Snippet>& found) {
  for (std::sregex_iterator it(line.text.begin(), line.text.end(), pattern), end; it != end; ++it)
    found.push_back({line.line, (*it)[1]});
}

// What follows a comment sign or two blanks explains the command.
std::string without_explanation(const std::string& command) {
  static const std::regex kExplanation(R"re((\s#|\s\s).*$)re");
  return std::regex_replace(command, kExplanation, "");
}

}  // namespace

std::vector<Snippet> prose(const std::string& page) {
  std::vector<Snippet> found;
  for (const Line& line : lines_of(page))
    if (!line.fenced) found.push_back(line.snippet);
  return found;
}

std::vector<Snippet> inline_code(const std::string& page) {
  static const std::regex kCode("`([^`]+)`");
  std::vector<Snippet> found;
  for (const Snippet& line : prose(page)) find_all(line, kCode, found);
  return found;
}

std::vector<Snippet> links(const std::string& page) {
  static const std::regex kLink(R"re(\]\(([^)\s]+)\))re"), kCode("`[^`]*`");
  std::vector<Snippet> found;
  for (const Snippet& line : prose(page))
    find_all({line.line, std::regex_replace(line.text, kCode, "code")}, kLink, found);
  return found;
}

std::vector<std::string> anchors(const std::string& page) {
  std::vector<std::string> found;
  for (const Snippet& line : prose(page)) {
    if (!line.text.starts_with('#')) continue;
    std::string anchor;
    for (const char c : line.text.substr(std::min(line.text.find(' ') + 1, line.text.size()))) {
      const auto byte = static_cast<unsigned char>(c);
      if (std::isalnum(byte) || c == '_' || c == '-')
        anchor += static_cast<char>(std::tolower(byte));
      if (c == ' ') anchor += '-';
    }
    found.push_back(anchor);
  }
  return found;
}

std::vector<Command> commands(const std::string& page) {
  static const std::regex kCommand(R"re(^\s*(\$ )?((?:[A-Z_]+=\S+ )*\./rockcreek\b.*)$)re");
  std::vector<Command> found;
  const std::vector<Line> lines = lines_of(page);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (!lines[i].fenced && !lines[i].snippet.text.starts_with("    ")) continue;
    if (!std::regex_match(lines[i].snippet.text, match, kCommand)) continue;
    Command command{lines[i].snippet.line, without_explanation(match[2]), {}};
    const bool prompt = match[1].matched;
    while (command.text.ends_with("\\") && i + 1 < lines.size()) {
      command.text.pop_back();
      const std::string& next = lines[++i].snippet.text;
      command.text +=
          without_explanation(next.substr(std::min(next.find_first_not_of(' '), next.size())));
    }
    // The block goes on as long as line numbers do: its end is a line of its own.
    while (prompt && i + 1 < lines.size() && lines[i + 1].fenced &&
           lines[i + 1].snippet.line == lines[i].snippet.line + 1 &&
           !lines[i + 1].snippet.text.starts_with("$ "))
      command.shown.push_back(lines[++i].snippet.text);
    found.push_back(std::move(command));
  }
  return found;
}

}  // namespace rc::docs
