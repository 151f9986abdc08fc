// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/cstar/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rc::sim::compile::cstar {

Specifiers Translation::with_storage(Specifiers&& specifiers, Code&& storage) {
  const std::string& word = storage.back().text;
  specifiers.is_typedef = specifiers.is_typedef || word == "typedef";
  specifiers.is_extern = specifiers.is_extern || word == "extern";
  append(specifiers.storage, std::move(storage));
  return std::move(specifiers);
}

Specifiers Translation::with_type(Specifiers&& specifiers, Code&& type) {
  specifiers.has_body = specifiers.has_body || type.back().text == "}";
  append(specifiers.type, std::move(type));
  return std::move(specifiers);
}

Declarator Translation::pointer(Code&& stars, Declarator&& declarator) {
  declarator.pointer = true;
  declarator.plain = declarator.plain && stars.size() == 1;
  declarator.code = join(std::move(stars), std::move(declarator.code));
  return std::move(declarator);
}

Code Translation::enumerator(Code&& name) {
  symbols.declare(name.back().text, {});
  return std::move(name);
}

Code Translation::begin_shapes(Code&& storage, Code&& word) {
  shape_storage_ = std::move(storage);
  return without(std::move(word));
}

Code Translation::shape(Values&& lengths, Code&& name, Place place) {
  const bool is_extern = !shape_storage_.empty() && shape_storage_.back().text == "extern";
  return join(Code(shape_storage_),
              declarations.shape(std::move(lengths), std::move(name), place, is_extern));
}

void Translation::add_length(Declarator& declarator, Code&& open, Value&& length,
                             Code&& close) const {
  Code text = meaning.scalar(std::move(length), "length");
  declarator.lengths.push_back(text);
  append(declarator.code, join(std::move(open), std::move(text), std::move(close)));
}

void Translation::add_parameters(Declarator& declarator, Declarator&& parameters) {
  declarator.function = true;
  append(declarator.code, Code(parameters.code));
  declarator.parameters = std::move(parameters.code);
  declarator.parallel_parameters = std::move(parameters.parallel_parameters);
  declarator.parameter_names = std::move(parameters.parameter_names);
}

Declarator Translation::parameters(Code&& open, Code&& more, Code&& close) {
  Declarator made;
  made.code = std::move(open);
  bool first = true;
  for (Parameter& parameter : parameter_lists.back()) {
    if (!first) append(made.code, ",");
    first = false;
    append(made.code, std::move(parameter.code));
    made.parallel_parameters.push_back(parameter.parallel);
    if (!parameter.name.empty())
      made.parameter_names.emplace_back(parameter.name, std::move(parameter.symbol));
  }
  append(made.code, std::move(more));
  append(made.code, std::move(close));
  parameter_lists.pop_back();
  return made;
}

Code Translation::statement(Value&& value) const {
  if (value.kind == Kind::nothing || value.step) return std::move(value.code);
  return meaning.here(std::move(value)).code;
}

Code Translation::condition(Value&& given) const {
  Value value = meaning.used(std::move(given));
  if (value.kind == Kind::parallel)
    throw Fault{value.place,
                "expected a scalar condition, this is parallel: where takes one, or reduce it"};
  return std::move(value.code);
}

Code Translation::optional_condition(Value&& value) const {
  return value.code.empty() ? Code() : condition(std::move(value));
}

Code Translation::with(Code&& word, Value&& value) {
  if (value.kind != Kind::shape) throw Fault{value.place, "expected a shape after with ("};
  meaning.enter(value.shape);
  word.back().text = fmt::format("{{ const ::cstar::With cstar_with_{}{{", ++blocks_);
  return join(std::move(word), std::move(value.code), "};");
}

Code Translation::where(Code&& word, Value&& value) {
  Code condition = meaning.parallel(std::move(value), "condition");
  wheres_.push_back(fmt::format("cstar_where_{}", ++blocks_));
  word.back().text = fmt::format("{{ ::cstar::Where {}{{", wheres_.back());
  return join(std::move(word), std::move(condition), "};", other_positions());
}

Code Translation::end_where(Code&& statement) {
  wheres_.pop_back();
  return join(std::move(statement), "}");
}

Code Translation::without(Code&& token) {
  token.back().text.clear();
  return std::move(token);
}

std::string Translation::unexpected(const Place& place, std::set<std::string> expected) const {
  // Groups of tokens have a name.
  const auto group = [&](const char* member, std::initializer_list<const char*> all,
                         const char* name) {
    if (!expected.contains(member)) return;
    for (const char* token : all) expected.erase(token);
    expected.insert(name);
  };
  const bool statement = expected.contains("while") && expected.contains("return");
  group(
      "while",
      {"if",     "while", "do",    "for", "switch", "case", "default", "break",  "continue", "goto",
       "return", "with",  "where", "'{'", "';'",    "name", "number",  "string", "sizeof",   "'('",
       "'['",    "'.'",   "'+'",   "'-'", "'*'",    "'&'",  "'~'",     "'!'",    "++",       "--",
       "+=",     "-=",    "*=",    "&=",  "^=",     "|=",   "<?=",     ">?="},
      "a statement");
  group(
      "number",
      {"name", "number", "string", "sizeof", "'('", "'['", "'.'", "'+'", "'-'", "'*'", "'&'", "'~'",
       "'!'",  "++",     "--",     "+=",     "-=",  "*=",  "&=",  "^=",  "|=",  "<?=", ">?="},
      "an expression");
  const bool types = expected.contains("type");
  group("type",
        {"type", "qualifier", "type name", "storage class", "auto", "extern", "typedef", "struct",
         "enum", "shape"},
        statement || expected.contains("end of file") ? "a declaration" : "a type");
  if (types && expected.contains("a declaration"))
    for (const char* token : {"name", "'('", "'*'", "';'"}) expected.erase(token);
  group("'/'", {"'+'", "'-'", "'*'", "'/'", "'%'", "'&'", "'|'", "'^'", "'<'", "'>'", "'?'",
                "<<",  ">>",  "<=",  ">=",  "==",  "!=",  "&&",  "||",  "%%",  "<?",  ">?",
                "++",  "--",  "'['", "'('", "'.'", "->",  "'='", "*=",  "/=",  "%=",  "+=",
                "-=",  "<<=", ">>=", "&=",  "^=",  "|=",  "<?=", ">?="},
        "an operator");
  const std::string_view token = scanner.token_at(place.offset);
  const std::string found = token.empty() ? "the end of the file" : fmt::format("'{}'", token);
  return fmt::format("expected {}, found {}", fmt::join(expected, " or "), found);
}

}  // namespace rc::sim::compile::cstar
