// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "hw_model/kernel/error.h"
#include "sim/base/numbers.h"

namespace rc::sim::explore {

struct Formula::Node {
  std::string what;  // an operator or function; "": a constant; "name": a parameter
  Value constant;
  std::string name;
  std::vector<Node> of;
};

namespace {

using Node = Formula::Node;

// Parentheses, signs and "not" within each other: what a stack bears easily.
constexpr int kMaxDepth = 100;

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool in_name(char c) { return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Recursive descent; one function for each level of binding.
class Parser {
 public:
  Parser(std::string_view text, std::vector<std::string>& names) : text_(text), names_(names) {}

  Node parse() {
    Node node = either();
    skip_blanks();
    if (at_ != text_.size()) fail("an operator");
    return node;
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const {
    throw kernel::InputError(
        fmt::format("'{}': expected {} at character {}", kernel::shown(text_), expected, at_ + 1));
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  // Takes the first of `symbols` that stands here; one that is a word must end here, too.
  std::optional<std::string> take(std::initializer_list<std::string_view> symbols) {
    skip_blanks();
    for (const std::string_view symbol : symbols) {
      if (!text_.substr(at_).starts_with(symbol)) continue;
      const std::size_t end = at_ + symbol.size();
      if (starts_name(symbol[0]) && end < text_.size() && in_name(text_[end])) continue;
      at_ = end;
      return std::string(symbol);
    }
    return std::nullopt;
  }

  // A list in braces would copy the operands, with all that hangs on them.
  template <class... Operands>
  static Node joined(std::string what, Operands... operands) {
    Node node{std::move(what), {}, {}, {}};
    (node.of.push_back(std::move(operands)), ...);
    return node;
  }

  Node left_to_right(Node (Parser::*operand)(), std::initializer_list<std::string_view> operators) {
    Node node = (this->*operand)();
    while (const auto found = take(operators)) {
      Node right = (this->*operand)();
      node = joined(*found, std::move(node), std::move(right));
      // Evaluation descends to the left.
      if (++joined_ > kMaxJoined) fail("a shorter formula");
    }
    return node;
  }

  Node either() { return left_to_right(&Parser::both, {"or"}); }
  Node both() { return left_to_right(&Parser::negation, {"and"}); }
  Node negation() {
    if (!take({"not"})) return comparison();
    return deeper([this] { return joined("not", negation()); });
  }
  Node comparison() { return left_to_right(&Parser::sum, {"==", "!=", "<=", ">=", "<", ">"}); }
  Node sum() { return left_to_right(&Parser::product, {"+", "-"}); }
  Node product() { return left_to_right(&Parser::sign, {"*", "/", "%"}); }
  Node sign() {
    if (!take({"-"})) return primary();
    return deeper([this] { return joined("negative", sign()); });
  }

  template <typename Parse>
  Node deeper(Parse parse) {
    if (++depth_ > kMaxDepth) fail("a formula with less nesting");
    Node node = parse();
    --depth_;
    return node;
  }

  Node inside() {
    Node node = deeper([this] { return either(); });
    if (!take({")"})) fail("')'");
    return node;
  }

  Node function(const std::string& name) {
    Node node{name, {}, {}, {}};
    do {
      node.of.push_back(deeper([this] { return either(); }));
    } while (take({","}));
    if (!take({")"})) fail("',' or ')'");
    if (name == "floor" ? node.of.size() != 1 : node.of.size() < 2)
      fail(name == "floor" ? "floor of one number" : name + " of two numbers or more");
    return node;
  }

  Node quoted() {
    const std::size_t end = text_.find('\'', at_);
    if (end == std::string_view::npos) fail("the closing quote");
    const std::string words(text_.substr(at_, end - at_));
    at_ = end + 1;
    return {"", words, {}, {}};
  }

  Node number() {
    std::size_t end = at_;
    const auto digit_or_point = [&] {
      return end < text_.size() &&
             (std::isdigit(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '.');
    };
    while (digit_or_point()) ++end;
    if (end > at_ && end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      ++end;
      if (end < text_.size() && text_[end] == '-') ++end;
      while (digit_or_point()) ++end;
    }
    const auto value = base::parse_real(text_.substr(at_, end - at_));
    if (!value) fail("a number, a name or '('");
    at_ = end;
    return {"", *value, {}, {}};
  }

  Node primary() {
    if (take({"("})) return inside();
    if (take({"'"})) return quoted();
    for (const char* name : {"min", "max", "floor"}) {
      const std::size_t before = at_;
      if (take({name}) && take({"("})) return function(name);
      at_ = before;
    }
    skip_blanks();
    if (at_ == text_.size() || !starts_name(text_[at_])) return number();
    std::size_t end = at_;
    while (end < text_.size() && in_name(text_[end])) ++end;
    const std::string name(text_.substr(at_, end - at_));
    at_ = end;
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
    return {"name", {}, name, {}};
  }

  static constexpr int kMaxJoined = 1000;
  std::string_view text_;
  std::vector<std::string>& names_;
  std::size_t at_ = 0;
  int depth_ = 0, joined_ = 0;
};

double arithmetic(const std::string& what, double a, double b) {
  if (what == "+") return a + b;
  if (what == "-") return a - b;
  if (what == "*") return a * b;
  if (what == "<") return a < b;
  if (what == "<=") return a <= b;
  if (what == ">") return a > b;
  if (what == ">=") return a >= b;
  if (what == "min") return std::min(a, b);
  if (what == "max") return std::max(a, b);
  if (b == 0) throw kernel::InputError("division by zero");
  return what == "/" ? a / b : std::fmod(a, b);
}

class Evaluation {
 public:
  explicit Evaluation(const std::function<Value(const std::string&)>& of) : of_(of) {}

  Value value(const Node& node) const {
    if (node.what.empty()) return node.constant;
    if (node.what == "name") return of_(node.name);
    if (node.what == "==" || node.what == "!=")
      return double((value(node.of[0]) == value(node.of[1])) == (node.what == "=="));
    if (node.what == "and") return double(number(node.of[0]) != 0 && number(node.of[1]) != 0);
    if (node.what == "or") return double(number(node.of[0]) != 0 || number(node.of[1]) != 0);
    double result = number(node.of[0]);
    if (node.what == "not") return double(result == 0);
    if (node.what == "negative") return -result;
    if (node.what == "floor") return std::floor(result);
    for (std::size_t i = 1; i < node.of.size(); ++i)
      result = arithmetic(node.what, result, number(node.of[i]));
    if (!std::isfinite(result)) throw kernel::InputError("the number is too large");
    return result;
  }

 private:
  double number(const Node& node) const {
    const Value result = value(node);
    if (const double* found = std::get_if<double>(&result)) return *found;
    throw kernel::InputError(
        fmt::format("'{}' is a text, expected a number", kernel::shown(value_text(result))));
  }

  const std::function<Value(const std::string&)>& of_;
};

}  // namespace

Formula::Formula(std::string_view text) : text_(text) {
  root_ = std::make_shared<const Node>(Parser(text_, names_).parse());
}

Value Formula::value(const std::function<Value(const std::string&)>& of) const {
  try {
    return Evaluation(of).value(*root_);
  } catch (const kernel::InputError& error) {
    throw kernel::InputError(fmt::format("'{}': {}", kernel::shown(text_), error.what()));
  }
}

bool is_name(std::string_view text) {
  return !text.empty() && starts_name(text[0]) && std::ranges::all_of(text, in_name);
}

}  // namespace rc::sim::explore
