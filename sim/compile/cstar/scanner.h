// SPDX-License-Identifier: Apache-2.0
// Tokens of preprocessed C*. Text of system headers is none of the program's: it passes as it is,
// and only the types that it names are remembered.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/compile/cstar/code.h"
#include "sim/compile/cstar/symbols.h"

namespace rc::sim::compile::cstar {

class Scanner {
 public:
  // `text` must outlive the scanner.
  Scanner(const std::string& text, Symbols& symbols);

  // The next token, by its number in the grammar; 0 at the end. Fault for what is none.
  int next(Code& code, Place& place);

  const std::vector<std::string>& files() const { return files_; }
  // The text of the token at an offset; empty at the end.
  std::string_view token_at(std::size_t offset) const;
  // Where the token of a place begins in a line of the source, from 1: the preprocessor does not
  // keep spaces. `source_line`: as it was before it, or empty if that is not known.
  int column(const Place& place, std::string_view source_line) const;

 private:
  struct Raw {
    int token = 0;  // -1: no token
    std::size_t begin = 0, end = 0;
  };
  // Spaces and comments are left out.
  static Raw scan(const char* text, std::size_t size, std::size_t from);
  // What stands on the line at cursor_: of a marker, the file and whether it is the system's.
  void marker(Code& code);
  void pass_system_text(Code& code);
  void take_types(std::string_view text);
  bool at_line_start() const { return cursor_ == 0 || text_[cursor_ - 1] == '\n'; }

  const std::string& text_;
  Symbols& symbols_;
  std::size_t cursor_ = 0;
  std::vector<std::string> files_{"<program>"};
  std::set<int> own_files_;  // of the program
  int file_ = 0, line_ = 1;
  bool system_ = false, command_line_ = false;
};

}  // namespace rc::sim::compile::cstar
