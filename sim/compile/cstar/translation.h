// SPDX-License-Identifier: Apache-2.0
// The state of one translation, and what the grammar's actions need besides expressions and
// declarations.
#pragma once

#include <set>

#include "sim/compile/cstar/declaration.h"
#include "sim/compile/cstar/scanner.h"

namespace rc::sim::compile::cstar {

class Translation {
 public:
  explicit Translation(const std::string& text) : scanner(text, symbols) {}

  Symbols symbols;
  Scanner scanner;
  Meaning meaning{symbols};
  Declarations declarations{symbols, meaning};
  Code code;  // made so far
  Code rest;  // what stands after the last declaration
  std::vector<std::vector<Parameter>> parameter_lists;

  static Specifiers with_storage(Specifiers&& specifiers, Code&& storage);
  static Specifiers with_type(Specifiers&& specifiers, Code&& type);
  static Declarator pointer(Code&& stars, Declarator&& declarator);
  Code enumerator(Code&& name);
  Code begin_shapes(Code&& storage, Code&& word);
  Code shape(Values&& lengths, Code&& name, Place place);
  void add_length(Declarator& declarator, Code&& open, Value&& length, Code&& close) const;
  static void add_parameters(Declarator& declarator, Declarator&& parameters);
  Declarator parameters(Code&& open, Code&& more, Code&& close);

  Code statement(Value&& value) const;
  Code condition(Value&& value) const;
  Code optional_condition(Value&& value) const;
  Code with(Code&& word, Value&& shape);
  Code where(Code&& word, Value&& condition);
  // Within a where: from here on those that it has not had yet.
  Code other_positions() const { return join(wheres_.back() + ".next();"); }
  Code end_where(Code&& statement);
  // Nothing, on the line of a token that C++ has no use for.
  static Code without(Code&& token);

  // A line for what was found instead of one of these tokens.
  std::string unexpected(const Place& place, std::set<std::string> expected) const;

 private:
  Code shape_storage_;
  int blocks_ = 0;
  std::vector<std::string> wheres_;  // their objects, from the outermost one
};

}  // namespace rc::sim::compile::cstar
