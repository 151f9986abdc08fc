// SPDX-License-Identifier: Apache-2.0
// Declarations of C*: those of C pass, shapes and parallel variables become objects of the C++
// layer.
#pragma once

#include "sim/compile/cstar/expression.h"

namespace rc::sim::compile::cstar {

// What stands in front of the declared names.
struct Specifiers {
  Code storage = {}, type = {};
  Place place = {};
  bool is_typedef = false, is_extern = false, has_body = false;
  std::optional<Shape> shape = {};  // of `type:shape`
};

struct Declarator {
  Code code = {};  // as C has it
  Code name = {};
  Place place = {};
  bool pointer = false;            // in front of the name, and nothing else
  bool plain = true;               // no parentheses
  std::vector<Code> lengths = {};  // of arrays
  bool function = false;
  Code parameters = {};  // with their parentheses
  std::vector<bool> parallel_parameters = {};
  std::vector<std::pair<std::string, Symbol>> parameter_names = {};
};

struct Parameter {
  Code code;
  bool parallel = false;
  std::string name;
  Symbol symbol;
};

class Declarations {
 public:
  Declarations(Symbols& symbols, Meaning& meaning) : symbols_(symbols), meaning_(meaning) {}

  // `current`, or a declared shape.
  Shape shape_named(Code&& name, Place place) const;
  // What the names of a declaration follow.
  void begin(Specifiers&& specifiers);
  const Specifiers& specifiers() const { return specifiers_; }
  Code name(Declarator&& declarator, Code&& equals, std::optional<Value>&& value);
  Code initialized(Declarator&& declarator, Code&& equals, Code&& list);  // by { ... }
  Code end(std::vector<Code>&& names, Code&& semicolon);
  Code shape(Values&& lengths, Code&& name, Place place, bool is_extern);
  Parameter parameter(Specifiers&& specifiers, Declarator&& declarator);

  // A function's head; its scope is open afterwards.
  Code begin_function(Declarator&& declarator, bool implicit_int);
  void end_function();
  Code returned(Code&& word, std::optional<Value>&& value, Code&& semicolon) const;

 private:
  // Functions are C's, so that objects of C and C* link.
  Code linkage();
  void declare(const Declarator& declarator);
  Code parallel_variable(Declarator&& declarator, std::optional<Value>&& value);

  Symbols& symbols_;
  Meaning& meaning_;
  Specifiers specifiers_;
  bool returns_parallel_ = false, in_function_ = false;
  bool only_functions_ = true;  // among the names of this declaration
  Code return_type_;
};

}  // namespace rc::sim::compile::cstar
