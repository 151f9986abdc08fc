// SPDX-License-Identifier: Apache-2.0
// Formulas of a plan:
//
//   operands      numbers, names of parameters, 'texts'
//   arithmetic    + - * / %
//   comparisons   == != < <= > >=   1 or 0; texts can only be compared by == and !=
//   logic         and or not        what is not 0 holds
//   functions     min(a, b, ...) max(a, b, ...), of two or more, floor(a)
//
// and parentheses.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/explore/value.h"

namespace rc::sim::explore {

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

}  // namespace rc::sim::explore
