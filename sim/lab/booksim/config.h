// SPDX-License-Identifier: Apache-2.0
// A configuration of BookSim 2 as text: `key = value;`, comments from `//` to the end of the line.
// A value is a number, a word, a word with arguments as hotspot({0,1}), or a list {a,b}, which may
// hold lists. A key that stands twice has its last value, as in BookSim.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rc::sim::lab {

class BooksimConfig {
 public:
  struct Value {
    std::string text;   // without blanks
    std::string place;  // "file:line", for messages
  };

  // kernel::InputError, one line with file and line: a value without an end, a key without a value,
  // braces that do not match.
  void read(std::string_view text, const std::string& name);

  const std::map<std::string, Value>& given() const { return values_; }
  bool has(const std::string& key) const { return values_.contains(key); }

 private:
  std::map<std::string, Value> values_;
};

// The elements of "{a,{b,c},d}": "a", "{b,c}", "d"; of any other text the text itself.
std::vector<std::string> booksim_list(std::string_view text);

// "hotspot({0,1},{1,2})": the word and its arguments "{0,1}", "{1,2}".
struct BooksimCall {
  std::string word;
  std::vector<std::string> arguments;
};
BooksimCall booksim_call(std::string_view text);

}  // namespace rc::sim::lab
