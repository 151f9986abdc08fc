// Formulas of a plan: numbers, names of parameters and 'texts', joined by + - * / %,
// == != < <= > >=, and, or, not, parentheses, and the functions min, max (of two or more) and
// floor. A comparison is 1 or 0; what is not 0 holds. Texts can only be compared by == and !=.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/explore/value.h"

namespace rc::sim {

class Formula {
 public:
  // kernel::InputError for what is no formula: what was expected, at which character.
  explicit Formula(std::string_view text);

  const std::string& text() const { return text_; }
  // The names in it, each once.
  const std::vector<std::string>& names() const { return names_; }

  // Its value where `of` gives that of each name. kernel::InputError for a division by zero, a
  // number beyond all bounds, and arithmetic with texts.
  Value value(const std::function<Value(const std::string&)>& of) const;

  struct Node;

 private:
  std::string text_;
  std::vector<std::string> names_;
  std::shared_ptr<const Node> root_;
};

// Whether `text` can name a parameter or a column: a letter or '_', then also digits.
bool is_name(std::string_view text);

}  // namespace rc::sim
