// SPDX-License-Identifier: Apache-2.0
// Assignments: what the left side is decides whether a value is stored, combined or communicated.
#include "sim/compile/cstar/expression_parts.h"

namespace rc::sim::compile::cstar {

Value Meaning::increment(Value&& operand, Code&& sign, bool before) {
  if (operand.kind == Kind::scalar) {
    operand.name.clear();
    if (before)
      operand.code.splice(operand.code.begin(), sign);
    else
      append(operand.code, std::move(sign));
    return std::move(operand);
  }
  const std::string assign = operator_of(sign) == "++" ? "+=" : "-=";
  sign.back().text = assign;
  Value value = assignment(std::move(operand), std::move(sign), constant(join("1"), {}));
  value.step = true;
  return value;
}

Value Meaning::assign_parallel(Value&& left, const std::string& sign, Code&& sign_code,
                               Value&& right) {
  Value value = here(std::move(right));
  const bool least = sign == "<?=", most = sign == ">?=";
  if (left.indexed) {
    if (sign == "=") {
      Code code = join(std::move(left.code), std::move(sign_code), std::move(value.code));
      return made(std::move(code), left.place, Kind::nothing);
    }
    if (!kReductions.contains(sign))
      throw Fault{
          sign_code.back().place,
          fmt::format("{} cannot combine values: expected =, +=, -=, *=, &=, ^=, |=, <?= or "
                      ">?= after a left index",
                      sign)};
    left.access->text = ".indexed(";
    Code code = least || most
                    ? f(least ? "keep_minimum" : "keep_maximum", std::move(left.code),
                        std::move(value.code))
                    : join(std::move(left.code), std::move(sign_code), std::move(value.code));
    return made(std::move(code), left.place, Kind::nothing);
  }
  if (!left.variable)
    throw Fault{left.place, "expected a parallel variable on the left of an assignment"};
  common_shape(left, value);
  left = here(std::move(left));
  Code code =
      least || most
          ? f(least ? "keep_minimum" : "keep_maximum", std::move(left.code), std::move(value.code))
          : join(std::move(left.code), std::move(sign_code), std::move(value.code));
  return parallel_of(std::move(code), left.place, left.shape);
}

Value Meaning::assignment(Value&& left, Code&& sign, Value&& right) {
  const std::string operation = operator_of(sign);
  if (left.step || left.kind == Kind::array || left.kind == Kind::shape ||
      left.kind == Kind::nothing || left.kind == Kind::intrinsic || left.kind == Kind::function)
    throw Fault{left.place, "expected a variable on the left of an assignment"};
  if (is_parallel(left))
    return assign_parallel(std::move(left), operation, std::move(sign), std::move(right));

  // One value: of a scalar, or of a position.
  const bool position = left.kind == Kind::element;
  Value value = position && right.kind == Kind::element && operation == "="
                    ? std::move(right)
                    : here(std::move(right));
  const Place at = value.place;
  if (is_parallel(value) && operation == "=")
    throw Fault{at, "a parallel value for a scalar: expected a cast, (type)value, or a reduction"};
  if (is_parallel(value) && !kReductions.contains(operation))
    throw Fault{at,
                fmt::format("{} is no reduction: expected a scalar, this is parallel", operation)};
  const bool least = operation == "<?=", most = operation == ">?=";
  Code code = least || most ? f(least ? "keep_minimum" : "keep_maximum", std::move(left.code),
                                std::move(value.code))
                            : join(std::move(left.code), std::move(sign), std::move(value.code));
  return made(std::move(code), left.place, position ? Kind::nothing : left.kind, left.shape);
}

}  // namespace rc::sim::compile::cstar
