// SPDX-License-Identifier: Apache-2.0
// Expressions of C* as C++: what each operator becomes depends on which operands are parallel.
// Fault for what the language does not allow.
#pragma once

#include <optional>

#include "sim/compile/cstar/code.h"
#include "sim/compile/cstar/symbols.h"

namespace rc::sim::compile::cstar {

struct Value {
  Code code;
  Place place;
  Kind kind = Kind::scalar;
  Shape shape;            // of the value, or the shape itself
  std::string name;       // of a plain name
  bool variable = false;  // parallel, and stored: can be assigned and indexed
  bool indexed = false;   // parallel, by a left index
  bool step = false;      // p++: a statement, no value
  Code::iterator access;  // of one that is indexed: the piece that says how
  std::list<std::pair<Code::iterator, Place>> dots;  // pcoord of an axis that is not known yet
};
using Values = std::list<Value>;

// What the names mean, and which shape is current.
class Meaning {
 public:
  explicit Meaning(Symbols& symbols) : symbols_(symbols) {}

  Value name(Code&& code, Place place);
  Value constant(Code&& code, Place place);
  Value dot(Code&& code, Place place);
  Value parenthesized(Code&& open, Value&& inside, Code&& close);
  Value subscript(Value&& array, Code&& open, Value&& index, Code&& close);
  Value member(Value&& whole, Code&& point, Code&& name);
  Value call(Value&& function, Code&& open, Values&& arguments, Code&& close);
  Value left_index(Values&& indices, Value&& variable);
  Value increment(Value&& operand, Code&& sign, bool before);
  Value address(Code&& sign, Value&& operand);
  Value dereference(Code&& sign, Value&& operand);
  Value unary(Code&& sign, Value&& operand);
  Value reduction(Code&& sign, Value&& operand);
  Value size_of(Code&& word, Value&& operand);
  // `shape`: that of (T:shape); none for (T).
  Value cast(Code&& open, Code&& type, std::optional<Shape> shape, Code&& close, Value&& operand);
  Value binary(Value&& left, Code&& sign, Value&& right);
  Value conditional(Value&& condition, Code&& mark, Value&& yes, Code&& colon, Value&& no);
  Value assignment(Value&& left, Code&& sign, Value&& right);
  Value comma(Value&& left, Code&& sign, Value&& right);

  // A value that is used here and now.
  Value used(Value&& value) const;
  // The same, of which the shape must be the current one.
  Value here(Value&& value) const;
  Code scalar(Value&& value, const char* where) const;
  Code parallel(Value&& value, const char* where) const;

  void enter(const Shape& shape) { current_.push_back(shape); }
  void leave() { current_.pop_back(); }
  const Shape& current() const { return current_.back(); }

 private:
  Value of_current_shape(Value&& value) const;
  Value intrinsic(Value&& function, Code&& open, Values&& arguments, Code&& close);
  Value elementwise(Value&& function, Values&& arguments, Code&& close);
  Value assign_parallel(Value&& left, const std::string& sign, Code&& sign_code, Value&& right);

  Symbols& symbols_;
  std::vector<Shape> current_{Shape{}};
};

}  // namespace rc::sim::compile::cstar
