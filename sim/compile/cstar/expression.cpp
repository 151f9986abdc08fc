// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/cstar/expression_parts.h"

namespace rc::sim::compile::cstar {

Value Meaning::used(Value&& value) const {
  if (value.step)
    throw Fault{value.place,
                "++ and -- of a parallel variable give no value: expected a statement"};
  if (value.kind == Kind::element) {
    append(value.code, ".value()");
    value.kind = Kind::scalar;
  }
  if (value.kind == Kind::array)
    throw Fault{value.place,
                fmt::format("{} is a parallel array: expected [index] after it", value.name)};
  if (value.kind == Kind::shape)
    throw Fault{value.place, fmt::format("{} is a shape: expected a value", value.name)};
  if (value.kind == Kind::nothing)
    throw Fault{value.place, "an assignment by a left index gives no value: expected a statement"};
  if (value.kind == Kind::intrinsic)
    throw Fault{value.place, fmt::format("expected ( after {}", value.name)};
  return std::move(value);
}

Value Meaning::of_current_shape(Value&& given) const {
  Value value = used(std::move(given));
  if (is_parallel(value) && value.shape.known() && current().known() &&
      value.shape.number != current().number)
    throw Fault{value.place, fmt::format("this has shape {}, but the current shape is {}",
                                         value.shape.name, current().name)};
  return value;
}

Value Meaning::here(Value&& given) const {
  Value value = of_current_shape(std::move(given));
  if (!value.dots.empty())
    throw Fault{value.dots.front().second,
                ". is the pcoord of a left index: expected a value here"};
  return value;
}

Code Meaning::scalar(Value&& given, const char* where) const {
  Value value = used(std::move(given));
  if (is_parallel(value))
    throw Fault{value.place, fmt::format("expected a scalar {}, this is parallel", where)};
  return std::move(value.code);
}

Code Meaning::parallel(Value&& given, const char* where) const {
  Value value = here(std::move(given));
  if (!is_parallel(value))
    throw Fault{value.place, fmt::format("expected a parallel {}, this is scalar", where)};
  return std::move(value.code);
}

Value Meaning::name(Code&& code, Place place) {
  const std::string name = text_of(code);
  Value value = made(std::move(code), place, Kind::scalar);
  value.name = name;
  if (const Symbol* symbol = symbols_.find(name)) {
    value.kind = symbol->kind;
    value.shape = symbol->shape;
    value.variable = is_parallel(value);
  }
  return value;
}

Value Meaning::constant(Code&& code, Place place) {
  return made(std::move(code), place, Kind::scalar);
}

Value Meaning::dot(Code&& code, Place place) {
  Value value = parallel_of(std::move(code), place, current());
  value.dots.emplace_back(std::prev(value.code.end()), place);
  return value;
}

Value Meaning::parenthesized(Code&& open, Value&& inside, Code&& close) {
  Value value = std::move(inside);
  if (value.kind == Kind::element || value.indexed || value.step) value = used(std::move(value));
  value.code.splice(value.code.begin(), open);
  append(value.code, std::move(close));
  value.indexed = false;
  value.name.clear();
  return value;
}

Value Meaning::subscript(Value&& array, Code&& open, Value&& index, Code&& close) {
  Value at = used(std::move(index));
  if (is_parallel(at)) throw Fault{at.place, "a parallel index to the right is not supported"};
  if (array.kind == Kind::array) {
    array.kind = Kind::parallel;
    array.variable = true;
  } else if (is_parallel(array) && !array.variable) {
    throw Fault{array.place, "expected an array before ["};
  } else if (array.kind != Kind::scalar && !is_parallel(array)) {
    array = used(std::move(array));
  }
  array.name.clear();
  append(array.code, std::move(open));
  append(array.code, std::move(at.code));
  append(array.code, std::move(close));
  return std::move(array);
}

Value Meaning::member(Value&& whole, Code&& point, Code&& name) {
  if (!is_parallel(whole)) {
    Value value = used(std::move(whole));
    value.name.clear();
    append(value.code, std::move(point));
    append(value.code, std::move(name));
    return value;
  }
  if (!whole.variable) throw Fault{whole.place, "expected a parallel structure before ."};
  // The type is named by the variable itself, whose text is needed a second time.
  Code again = whole.code;
  append(whole.code, ".member(&::cstar::ValueIn<decltype(");
  append(whole.code, std::move(again));
  append(whole.code, ")>::");
  append(whole.code, std::move(name));
  append(whole.code, ")");
  whole.name.clear();
  return std::move(whole);
}

Value Meaning::intrinsic(Value&& function, Code&& open, Values&& arguments, Code&& close) {
  const std::string& name = function.name;
  const std::size_t wanted = name == "dimof" ? 2 : 1;
  if (arguments.size() != wanted)
    throw Fault{function.place, fmt::format("{}: expected {} argument{}, found {}", name, wanted,
                                            wanted == 1 ? "" : "s", arguments.size())};
  Value first = std::move(arguments.front());
  function.code.back().text = kSpace + name;
  Code inside;
  if (name == "pcoord") {
    inside = scalar(std::move(first), "axis");
  } else if (name == "boolsizeof") {
    inside = first.kind == Kind::array ? std::move(first.code) : used(std::move(first)).code;
  } else {
    if (first.kind != Kind::shape && !(is_parallel(first) && first.variable))
      throw Fault{first.place, fmt::format("{}: expected a shape or a parallel variable", name)};
    inside = std::move(first.code);
    if (wanted == 2)
      inside = join(std::move(inside), ",", scalar(std::move(arguments.back()), "axis"));
  }
  const bool coordinate = name == "pcoord";
  return made(join(std::move(function.code), std::move(open), std::move(inside), std::move(close)),
              function.place, coordinate ? Kind::parallel : Kind::scalar,
              coordinate ? current() : Shape{});
}

Value Meaning::elementwise(Value&& function, Values&& arguments, Code&& close) {
  Code code = join(kSpace + "elementwise([](auto... cstar_a) { return", std::move(function.code),
                   "(cstar_a...); }");
  Value result = parallel_of({}, function.place, {});
  for (Value& argument : arguments) {
    Value value = used(std::move(argument));
    result.shape = common_shape(result, value);
    append(code, ",");
    append(code, std::move(value.code));
    result.dots.splice(result.dots.end(), value.dots);
  }
  append(code, std::move(close));
  result.code = std::move(code);
  return result;
}

Value Meaning::call(Value&& function, Code&& open, Values&& arguments, Code&& close) {
  if (function.kind == Kind::intrinsic)
    return intrinsic(std::move(function), std::move(open), std::move(arguments), std::move(close));
  const Symbol* symbol = symbols_.find(function.name);
  const bool ours = function.kind == Kind::function && symbol != nullptr;
  const bool of_the_library = function.name.starts_with("CS__");
  bool parallel = false;
  for (const Value& argument : arguments) parallel = parallel || is_parallel(argument);
  if (!ours && parallel && is_elementwise(function.name))
    return elementwise(std::move(function), std::move(arguments), std::move(close));
  if (!ours) function = used(std::move(function));

  Code code = join(std::move(function.code), std::move(open));
  std::size_t which = 0;
  for (Value& argument : arguments) {
    if (which > 0) append(code, ",");
    const bool takes_parallel =
        ours && which < symbol->parameters.size() && symbol->parameters[which];
    ++which;
    const bool stored =
        argument.kind == Kind::array || (is_parallel(argument) && argument.variable);
    if (of_the_library && stored) {
      append(code, f("library_pvar", std::move(argument.code)));
      continue;
    }
    if (of_the_library && argument.kind == Kind::shape) {
      append(code, std::move(argument.code));
      continue;
    }
    Value value = here(std::move(argument));
    if (is_parallel(value) && !takes_parallel)
      throw Fault{value.place,
                  fmt::format("argument {} of {} is parallel: expected a scalar", which,
                              function.name.empty() ? "this function" : function.name)};
    append(code, std::move(value.code));
  }
  append(code, std::move(close));
  const bool gives_parallel = ours && symbol->returns_parallel;
  return made(std::move(code), function.place, gives_parallel ? Kind::parallel : Kind::scalar,
              gives_parallel ? symbol->shape : Shape{});
}

Value Meaning::left_index(Values&& indices, Value&& variable) {
  if (!is_parallel(variable) || !variable.variable)
    throw Fault{variable.place, "expected a parallel variable after a left index"};
  if (variable.shape.rank != 0 && variable.shape.rank != static_cast<int>(indices.size()))
    throw Fault{indices.front().place,
                fmt::format("shape {} has {} ax{}: expected as many left indices, found {}",
                            variable.shape.name, variable.shape.rank,
                            variable.shape.rank == 1 ? "is" : "es", indices.size())};
  Value result = made(join(std::move(variable.code), ".at("), indices.front().place, Kind::element);
  result.access = std::prev(result.code.end());
  int axis = 0;
  for (Value& index : indices) {
    Value value = of_current_shape(std::move(index));
    for (auto& [piece, place] : value.dots) piece->text = fmt::format("::cstar::pcoord({})", axis);
    if (is_parallel(value)) {
      result.shape = common_shape(result, value);
      result.kind = Kind::parallel;
      result.indexed = true;
    }
    if (axis++ > 0) append(result.code, ",");
    append(result.code, std::move(value.code));
  }
  append(result.code, ")");
  return result;
}

Value Meaning::address(Code&& sign, Value&& operand) {
  const bool variable = is_parallel(operand) && operand.variable && !operand.name.empty();
  if (!variable && is_parallel(operand))
    throw Fault{operand.place, "expected a parallel variable after &"};
  if (!variable && operand.kind != Kind::function && operand.kind != Kind::scalar)
    throw Fault{operand.place, "expected a variable after &"};
  Value value = std::move(operand);
  value.code.splice(value.code.begin(), sign);
  value.name.clear();
  if (variable) value.kind = Kind::pointer;
  value.variable = false;
  return value;
}

Value Meaning::dereference(Code&& sign, Value&& operand) {
  Value value = std::move(operand);
  if (value.kind != Kind::pointer) value = used(std::move(value));
  if (is_parallel(value)) throw Fault{value.place, "expected a pointer after *"};
  const bool parallel = value.kind == Kind::pointer;
  value.code.splice(value.code.begin(), sign);
  if (parallel) {
    value.code = join("(", std::move(value.code), ")");
    value.kind = Kind::parallel;
    value.variable = true;
  }
  value.name.clear();
  return value;
}

Value Meaning::unary(Code&& sign, Value&& operand) {
  Value value = used(std::move(operand));
  value.code.splice(value.code.begin(), sign);
  value.name.clear();
  value.variable = false;
  value.indexed = false;
  return value;
}

Value Meaning::reduction(Code&& sign, Value&& operand) {
  const Place place = sign.back().place;
  const auto found = kReductions.find(operator_of(sign));
  if (found == kReductions.end())
    throw Fault{place, fmt::format("expected an expression, found '{}'", operator_of(sign))};
  Code of = parallel(std::move(operand), "operand of a reduction");
  sign.back().text = kSpace + found->second;
  return made(join(std::move(sign), "(", std::move(of), ")"), place, Kind::scalar);
}

Value Meaning::size_of(Code&& word, Value&& operand) {
  if (operand.kind == Kind::parallel || operand.kind == Kind::array || operand.kind == Kind::shape)
    throw Fault{operand.place, "sizeof of a parallel variable: expected boolsizeof"};
  return unary(std::move(word), std::move(operand));
}

Value Meaning::cast(Code&& open, Code&& type, std::optional<Shape> shape, Code&& close,
                    Value&& operand) {
  const Place place = open.back().place;
  Value value = used(std::move(operand));
  if (shape) {
    Code code =
        join("::cstar::as<", std::move(type), ">(::cstar::leaf_of(", std::move(value.code), "))");
    Value result = parallel_of(std::move(code), place, *shape);
    result.dots = std::move(value.dots);
    if (is_parallel(value)) result.shape = common_shape(result, value);
    return result;
  }
  if (!is_parallel(value))
    return made(join(std::move(open), std::move(type), std::move(close), std::move(value.code)),
                place, value.kind, value.shape);
  value = here(std::move(value));
  return made(
      join("static_cast<", std::move(type), ">(::cstar::any_value(", std::move(value.code), "))"),
      place, Kind::scalar);
}

Value Meaning::binary(Value&& left, Code&& sign, Value&& right) {
  static const std::map<std::string, std::string> kFunctions{
      {"%%", "mod"}, {"<?", "lesser"}, {">?", "greater"}};
  Value a = used(std::move(left)), b = used(std::move(right));
  const bool parallel = is_parallel(a) || is_parallel(b);
  Value result = made({}, a.place, parallel ? Kind::parallel : a.kind, common_shape(a, b));
  if (!parallel && b.kind == Kind::pointer) result.kind = Kind::scalar;
  result.dots = std::move(a.dots);
  result.dots.splice(result.dots.end(), b.dots);
  const std::string operation = operator_of(sign);
  std::string function;
  if (const auto found = kFunctions.find(operation); found != kFunctions.end())
    function = found->second;
  // The second operand is looked at only where the first does not decide.
  if (parallel && operation == "&&") function = "both";
  if (parallel && operation == "||") function = "either";
  result.code = function.empty() ? join(std::move(a.code), std::move(sign), std::move(b.code))
                                 : f(function, std::move(a.code), std::move(b.code));
  return result;
}

Value Meaning::conditional(Value&& condition, Code&& mark, Value&& yes, Code&& colon, Value&& no) {
  Value c = used(std::move(condition)), a = used(std::move(yes)), b = used(std::move(no));
  if (!is_parallel(c) && !is_parallel(a) && !is_parallel(b))
    return made(join(std::move(c.code), std::move(mark), std::move(a.code), std::move(colon),
                     std::move(b.code)),
                c.place, a.kind == Kind::pointer ? a.kind : b.kind, a.shape);
  Value result = parallel_of({}, c.place, common_shape(a, b));
  if (is_parallel(c)) result.shape = common_shape(result, c);
  result.code = join("::cstar::select(", std::move(c.code), ",", std::move(a.code), ",",
                     std::move(b.code), ")");
  for (Value* part : {&c, &a, &b}) result.dots.splice(result.dots.end(), part->dots);
  return result;
}

Value Meaning::comma(Value&& left, Code&& sign, Value&& right) {
  Value first = std::move(left);
  if (first.kind == Kind::element) first = used(std::move(first));
  Value value = used(std::move(right));
  value.code = join(std::move(first.code), std::move(sign), std::move(value.code));
  value.name.clear();
  value.variable = value.indexed = false;
  return value;
}

}  // namespace rc::sim::compile::cstar
