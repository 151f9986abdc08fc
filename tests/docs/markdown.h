// SPDX-License-Identifier: Apache-2.0
// What the documentation tests read from a Markdown page.
#pragma once

#include <string>
#include <vector>

namespace rc::docs {

struct Snippet {
  unsigned line = 0;  // of the page, from 1
  std::string text;
};

// The page without its fenced blocks, line by line.
std::vector<Snippet> prose(const std::string& page);
// `code` within a line of prose.
std::vector<Snippet> inline_code(const std::string& page);
// Targets of [text](target) and ![text](target), outside code.
std::vector<Snippet> links(const std::string& page);
// Anchors of the page's headings, as GitHub makes them.
std::vector<std::string> anchors(const std::string& page);

struct Command {
  unsigned line = 0;
  std::string text;                // without prompt and comment
  std::vector<std::string> shown;  // what the page shows of its output, if there is a prompt
};
// Calls of ./rockcreek in fenced and indented blocks; lines that end in a backslash are joined.
std::vector<Command> commands(const std::string& page);

}  // namespace rc::docs
