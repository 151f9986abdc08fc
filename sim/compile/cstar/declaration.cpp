// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/cstar/declaration.h"

#include <fmt/format.h>

#include <algorithm>

namespace rc::sim::compile::cstar {
namespace {

std::string last(const Code& code) { return code.empty() ? "" : code.back().text; }

// Parallel functions give their value in a temporary, and take their arguments in variables.
Code template_of(const char* name, Code type) {
  return join(std::string("::cstar::") + name + "<", std::move(type), ">");
}

[[noreturn]] void refuse(Place place, std::string what) { throw Fault{place, std::move(what)}; }

void check_parallel(const Specifiers& specifiers) {
  if (specifiers.is_typedef)
    refuse(specifiers.place, "typedef of a parallel type: expected it where it is used");
  if (specifiers.has_body)
    refuse(specifiers.place,
           "a structure that is declared with a shape: expected its declaration "
           "before, and its name here");
}

}  // namespace

Shape Declarations::shape_named(Code&& code, Place place) const {
  const std::string name = last(code);
  if (name == "current") return meaning_.current();
  const Symbol* symbol = symbols_.find(name);
  if (symbol == nullptr || symbol->kind != Kind::shape)
    refuse(place, fmt::format("expected a shape after ':', {} is none", name));
  return symbol->shape;
}

void Declarations::begin(Specifiers&& specifiers) {
  specifiers_ = std::move(specifiers);
  only_functions_ = true;
  if (specifiers_.shape) check_parallel(specifiers_);
}

Code Declarations::linkage() {
  Code& storage = specifiers_.storage;
  const auto is = [&](const char* word) {
    return std::ranges::any_of(storage, [&](const Piece& piece) { return piece.text == word; });
  };
  if (in_function_ || !only_functions_ || specifiers_.is_typedef || is("static")) return {};
  std::erase_if(storage, [](const Piece& piece) { return piece.text == "extern"; });
  return join("extern \"C\"");
}

void Declarations::declare(const Declarator& declarator) {
  only_functions_ = only_functions_ && declarator.function && declarator.plain;
  Symbol symbol;
  if (specifiers_.is_typedef) {
    symbol.kind = Kind::type;
  } else if (declarator.function) {
    symbol.kind = Kind::function;
    symbol.parameters = declarator.parallel_parameters;
    symbol.returns_parallel = specifiers_.shape.has_value();
    if (specifiers_.shape) symbol.shape = *specifiers_.shape;
  } else if (specifiers_.shape) {
    symbol.kind = declarator.pointer            ? Kind::pointer
                  : !declarator.lengths.empty() ? Kind::array
                                                : Kind::parallel;
    symbol.shape = *specifiers_.shape;
  }
  symbols_.declare(last(declarator.name), std::move(symbol));
}

Code Declarations::parallel_variable(Declarator&& declarator, std::optional<Value>&& value) {
  const Place place = declarator.place;
  const std::string name = last(declarator.name);
  if (!declarator.plain || declarator.lengths.size() > 1 ||
      (declarator.pointer && (declarator.function || !declarator.lengths.empty())))
    refuse(place,
           fmt::format("{}: expected a parallel variable, an array of one dimension, a pointer "
                       "or a function",
                       name));
  if (declarator.function)
    return join(template_of("Temporary", specifiers_.type), std::move(declarator.name),
                std::move(declarator.parameters));
  Code shape = join(specifiers_.shape->known() ? specifiers_.shape->name
                                               : std::string("::cstar::current_shape()"));
  if (declarator.pointer) {
    Code code = join(template_of("Pvar", specifiers_.type), "*", std::move(declarator.name));
    if (value) {
      if (value->kind != Kind::pointer)
        refuse(value->place, "expected a pointer to a parallel variable");
      code = join(std::move(code), "=", std::move(value->code));
    }
    return code;
  }
  if (specifiers_.is_extern && value) refuse(place, fmt::format("{}: extern and a value", name));
  Code type = specifiers_.type;
  if (!declarator.lengths.empty()) {
    if (value) refuse(value->place, "a value for a parallel array: expected an assignment to each");
    if (declarator.lengths.front().empty())
      refuse(place, fmt::format("{}: expected the number of its elements", name));
    type = join(std::move(type), "[", std::move(declarator.lengths.front()), "]");
  }
  Code code = join(template_of("Pvar", std::move(type)), std::move(declarator.name));
  if (specifiers_.is_extern) return code;
  if (value) {
    Value initial = meaning_.here(std::move(*value));
    const bool parallel = initial.kind == Kind::parallel;
    if (parallel && initial.shape.known() && specifiers_.shape->known() &&
        initial.shape.number != specifiers_.shape->number)
      refuse(initial.place, fmt::format("shapes differ in one expression: {} and {}",
                                        specifiers_.shape->name, initial.shape.name));
    Code inside = std::move(initial.code);
    if (!parallel)
      inside = join("static_cast<", Code(specifiers_.type), ">(", std::move(inside), ")");
    return join(std::move(code), "{", std::move(shape), ",", std::move(inside), "}");
  }
  return join(std::move(code), "{", std::move(shape), "}");
}

Code Declarations::name(Declarator&& declarator, Code&& equals, std::optional<Value>&& value) {
  declare(declarator);
  if (specifiers_.shape) return parallel_variable(std::move(declarator), std::move(value));
  Code code = std::move(declarator.code);
  if (value) {
    Value initial = meaning_.here(std::move(*value));
    if (initial.kind == Kind::parallel)
      refuse(initial.place,
             "a parallel value for a scalar: expected a cast, (type)value, or a reduction");
    code = join(std::move(code), std::move(equals), std::move(initial.code));
  }
  return code;
}

Code Declarations::initialized(Declarator&& declarator, Code&& equals, Code&& list) {
  if (specifiers_.shape)
    refuse(declarator.place,
           "a list for a parallel variable: expected one value for all positions");
  declare(declarator);
  return join(std::move(declarator.code), std::move(equals), std::move(list));
}

Code Declarations::end(std::vector<Code>&& names, Code&& semicolon) {
  Code first = names.empty() ? Code() : linkage();
  if (!specifiers_.shape) {
    Code code = join(std::move(first), std::move(specifiers_.storage), std::move(specifiers_.type));
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i > 0) append(code, ",");
      append(code, std::move(names[i]));
    }
    append(code, std::move(semicolon));
    return code;
  }
  // A declaration for each name: their types differ.
  Code code;
  for (Code& one : names)
    append(code, join(Code(first), Code(specifiers_.storage), std::move(one), Code(semicolon)));
  return code;
}

Code Declarations::shape(Values&& lengths, Code&& name, Place place, bool is_extern) {
  const int rank = static_cast<int>(lengths.size());
  constexpr int kMaxAxes = 4;
  if (rank > kMaxAxes)
    refuse(place, fmt::format("a shape of {} axes: expected 1 to {}", rank, kMaxAxes));
  const std::string text = last(name);
  symbols_.declare(text, {.kind = Kind::shape, .shape = symbols_.shape(text, rank)});
  if (is_extern) return join("::cstar::Shape", std::move(name), ";");
  Code code = join("::cstar::Shape", std::move(name), "{");
  bool first = true;
  for (Value& length : lengths) {
    if (!first) append(code, ",");
    first = false;
    append(code, join("static_cast<int>(",
                      meaning_.scalar(std::move(length), "number of positions"), ")"));
  }
  append(code, "};");
  return code;
}

Parameter Declarations::parameter(Specifiers&& specifiers, Declarator&& declarator) {
  Parameter made;
  made.name = last(declarator.name);
  if (!specifiers.shape) {
    made.code =
        join(std::move(specifiers.storage), std::move(specifiers.type), std::move(declarator.code));
    if (declarator.function) made.symbol.kind = Kind::scalar;
    return made;
  }
  check_parallel(specifiers);
  if (!declarator.plain || declarator.function || !declarator.lengths.empty())
    refuse(declarator.place.line == 0 ? specifiers.place : declarator.place,
           "a parallel array or function as parameter: expected a parallel variable or a pointer");
  made.symbol.shape = *specifiers.shape;
  made.symbol.kind = declarator.pointer ? Kind::pointer : Kind::parallel;
  made.parallel = !declarator.pointer;
  made.code = declarator.pointer ? join(template_of("Pvar", std::move(specifiers.type)), "*")
                                 : template_of("Argument", std::move(specifiers.type));
  append(made.code, std::move(declarator.name));
  return made;
}

Code Declarations::begin_function(Declarator&& declarator, bool implicit_int) {
  if (!declarator.function)
    refuse(declarator.place, fmt::format("expected ; or ( after {}", last(declarator.name)));
  if (specifiers_.is_typedef) refuse(specifiers_.place, "typedef of a function with a body");
  declare(declarator);
  const bool is_main = last(declarator.name) == "main";
  Code type = implicit_int || (is_main && last(specifiers_.type) == "void" && declarator.plain)
                  ? join("int")
                  : specifiers_.type;
  returns_parallel_ = specifiers_.shape.has_value();
  return_type_ = specifiers_.type;
  std::vector<std::pair<std::string, Symbol>> names = std::move(declarator.parameter_names);
  Code code = is_main ? Code() : linkage();
  append(code, std::move(specifiers_.storage));
  if (returns_parallel_)
    append(code, parallel_variable(std::move(declarator), {}));
  else
    append(code, join(std::move(type), std::move(declarator.code)));
  in_function_ = true;
  symbols_.open();
  meaning_.enter({});
  for (auto& [name, symbol] : names) symbols_.declare(name, std::move(symbol));
  return code;
}

void Declarations::end_function() {
  in_function_ = false;
  meaning_.leave();
  symbols_.close();
}

Code Declarations::returned(Code&& word, std::optional<Value>&& value, Code&& semicolon) const {
  if (!value) return join(std::move(word), std::move(semicolon));
  Code code;
  if (returns_parallel_)
    code = join("::cstar::stored<", Code(return_type_), ">(", meaning_.here(std::move(*value)).code,
                ")");
  else
    code = meaning_.scalar(std::move(*value), "value to return");
  return join(std::move(word), std::move(code), std::move(semicolon));
}

}  // namespace rc::sim::compile::cstar
