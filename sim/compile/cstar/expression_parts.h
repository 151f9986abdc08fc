// SPDX-License-Identifier: Apache-2.0
// What the files of expression.h share.
#pragma once

#include <fmt/format.h>

#include <map>

#include "sim/compile/cstar/expression.h"

namespace rc::sim::compile::cstar {

inline const std::string kSpace = "::cstar::";

inline bool is_parallel(const Value& value) { return value.kind == Kind::parallel; }

inline std::string text_of(const Code& code) { return code.empty() ? "" : code.back().text; }

inline Value made(Code&& code, Place place, Kind kind, Shape shape = {}) {
  Value value;
  value.code = std::move(code);
  value.place = place;
  value.kind = kind;
  value.shape = std::move(shape);
  return value;
}

inline Value parallel_of(Code&& code, Place place, Shape shape) {
  return made(std::move(code), place, Kind::parallel, std::move(shape));
}

// Of two operands; their shapes must not differ.
inline Shape common_shape(const Value& left, const Value& right) {
  if (!is_parallel(left) || !left.shape.known()) return is_parallel(right) ? right.shape : Shape{};
  if (!is_parallel(right) || !right.shape.known()) return left.shape;
  if (left.shape.number != right.shape.number)
    throw Fault{right.place, fmt::format("shapes differ in one expression: {} and {}",
                                         left.shape.name, right.shape.name)};
  return left.shape;
}

inline Code f(const std::string& function, Code&& argument) {
  return join(kSpace + function + "(", std::move(argument), ")");
}
inline Code f(const std::string& function, Code&& left, Code&& right) {
  return join(kSpace + function + "(", std::move(left), ",", std::move(right), ")");
}

inline const std::map<std::string, std::string> kReductions{
    {"+=", "sum"},     {"-=", "minus_sum"}, {"*=", "product"},  {"&=", "bit_and"},
    {"^=", "bit_xor"}, {"|=", "bit_or"},    {"<?=", "minimum"}, {">?=", "maximum"}};

// The preprocessor may have left spaces in an operator.
inline std::string operator_of(const Code& sign) {
  std::string text = text_of(sign);
  std::erase(text, ' ');
  return text;
}

}  // namespace rc::sim::compile::cstar
