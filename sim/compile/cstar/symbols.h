// SPDX-License-Identifier: Apache-2.0
// The names of a C* program, by scope: as much of their types as separates parallel from scalar.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rc::sim::compile::cstar {

// A declared shape; number 0: not known here, as `current` in a function.
struct Shape {
  int number = 0;
  std::string name;
  int rank = 0;  // 0: not known

  bool known() const { return number != 0; }
};

enum class Kind {
  scalar,
  element,   // one position of a parallel variable
  parallel,  // a value for every position
  array,     // of parallel variables
  pointer,   // to a parallel variable
  shape,
  function,
  intrinsic,
  type,
  nothing,  // has no value
};

struct Symbol {
  Kind kind = Kind::scalar;
  Shape shape = {};
  std::vector<bool> parameters = {};  // of a function: whether parallel
  bool returns_parallel = false;      // of a function
};

class Symbols {
 public:
  Symbols();
  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  void declare(const std::string& name, Symbol symbol) { scopes_.back()[name] = std::move(symbol); }
  const Symbol* find(const std::string& name) const;
  // A new shape, or that of an earlier declaration in this scope.
  Shape shape(const std::string& name, int rank);

 private:
  std::vector<std::map<std::string, Symbol>> scopes_;
  int shapes_ = 0;
};

// Functions of the C library that a parallel value may be given to, position by position.
bool is_elementwise(std::string_view function);

}  // namespace rc::sim::compile::cstar
