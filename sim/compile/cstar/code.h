// SPDX-License-Identifier: Apache-2.0
// Text on its way from C* to C++: pieces that know where in the source they came from. Pieces are
// joined without copying, whatever the expression's depth.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace rc::sim::compile::cstar {

// Of a token: file (by number) and line of the source, offset into the preprocessed text.
struct Place {
  int file = 0, line = 0;  // line 0: nowhere of its own
  std::size_t offset = 0;
};

struct Piece {
  std::string text;
  Place place;
  bool raw = false;  // whole lines that pass as they are
};
using Code = std::list<Piece>;

// What cannot be translated: ends the translation.
struct Fault {
  Place place;
  std::string what;
};

inline void append(Code& code, Code&& more) { code.splice(code.end(), more); }
inline void append(Code& code, std::string text) { code.push_back({std::move(text), {}, false}); }

// In the order of the parameters; Code is moved.
template <class... Parts>
Code join(Parts&&... parts) {
  Code code;
  (append(code, std::forward<Parts>(parts)), ...);
  return code;
}

// As lines of a preprocessed source: each piece on the line that it came from.
std::string print(const Code& code, const std::vector<std::string>& files);

}  // namespace rc::sim::compile::cstar
