// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/words.h"

#include <cctype>
#include <utility>

namespace rc::sim::explore {

std::optional<std::vector<std::string>> words_of_command(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote == 0 ? c : '\0';
      begun = true;
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (begun) words.push_back(std::exchange(word, ""));
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (begun) words.push_back(word);
  if (quote != 0) return std::nullopt;
  return words;
}

}  // namespace rc::sim::explore
