// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "sim/compile/cstar/grammar.h"
#include "sim/compile/cstar/scanner.h"

namespace rc::sim::compile::cstar {
namespace {

using Token = Parser::token;

const std::map<std::string_view, int> kKeywords{
    {"auto", Token::AUTO},         {"bool", Token::TYPE},       {"_Bool", Token::TYPE},
    {"break", Token::BREAK},       {"case", Token::CASE},       {"char", Token::TYPE},
    {"const", Token::QUALIFIER},   {"continue", Token::CONTINUE}, {"current", Token::CURRENT},
    {"default", Token::DEFAULT},   {"do", Token::DO},           {"double", Token::TYPE},
    {"else", Token::ELSE},         {"enum", Token::ENUM},       {"extern", Token::EXTERN},
    {"float", Token::TYPE},        {"for", Token::FOR},         {"goto", Token::GOTO},
    {"if", Token::IF},             {"inline", Token::STORAGE},  {"__inline", Token::STORAGE},
    {"__inline__", Token::STORAGE}, {"int", Token::TYPE},       {"long", Token::TYPE},
    {"register", Token::AUTO},     {"restrict", Token::QUALIFIER}, {"__restrict", Token::QUALIFIER},
    {"return", Token::RETURN},     {"shape", Token::SHAPE},     {"short", Token::TYPE},
    {"signed", Token::TYPE},       {"sizeof", Token::SIZEOF},   {"static", Token::STORAGE},
    {"struct", Token::STRUCT},     {"switch", Token::SWITCH},   {"typedef", Token::TYPEDEF},
    {"union", Token::STRUCT},      {"unsigned", Token::TYPE},   {"void", Token::TYPE},
    {"volatile", Token::QUALIFIER}, {"wchar_t", Token::TYPE},   {"where", Token::WHERE},
    {"while", Token::WHILE},       {"with", Token::WITH}};

// Names in C that are words of C++.
const std::set<std::string_view> kWordsOfCxx{
    "and",       "and_eq",    "asm",       "bitand",   "bitor",    "catch",     "class",    "compl",
    "concept",   "consteval", "constexpr", "constinit", "decltype", "delete",   "explicit", "export",
    "friend",    "mutable",   "namespace", "new",      "noexcept", "not",       "not_eq",   "operator",
    "or",        "or_eq",     "private",   "protected", "public",  "requires",  "template", "this",
    "throw",     "try",       "typeid",    "typename", "using",    "virtual",   "xor",      "xor_eq"};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

}  // namespace

Scanner::Scanner(const std::string& text, Symbols& symbols) : text_(text), symbols_(symbols) {}

Scanner::Raw Scanner::scan(const char* text, std::size_t size, std::size_t from) {
  const char* cursor = text + from;
  const char* const limit = text + size;
  const char* marker = cursor;
  const char* begin = cursor;
  const auto found = [&](int token) {
    return Raw{token, static_cast<std::size_t>(begin - text), static_cast<std::size_t>(cursor - text)};
  };
  for (;;) {
    begin = cursor;
    // clang-format off
    /*!re2c
      re2c:define:YYCTYPE = "unsigned char";
      re2c:define:YYPEEK = "static_cast<unsigned char>(*cursor)";
      re2c:define:YYSKIP = "++cursor;";
      re2c:define:YYBACKUP = "marker = cursor;";
      re2c:define:YYRESTORE = "cursor = marker;";
      re2c:api = custom;
      re2c:api:style = free-form;
      re2c:yyfill:enable = 0;

      letter = [a-zA-Z_$];
      prefix = "L" | "u" | "U" | "u8";
      end = "\x00";

      "\x00"                             { return found(begin == limit ? 0 : -1); }
      [ \t\r\n\f\v]+                     { continue; }
      "//" [^\n\x00]*                    { continue; }
      "/*"                               {
        while (cursor < limit && !(cursor[-1] == '/' && cursor[-2] == '*' && cursor - begin > 3)) ++cursor;
        continue;
      }
      letter (letter | [0-9])*           { return found(Token::IDENTIFIER); }
      "."? [0-9] (letter | [0-9.] | [eEpP] [+-])*  { return found(Token::CONSTANT); }
      prefix? "'" ([^'\\\n\x00] | "\\" [^\n\x00])+ "'"   { return found(Token::CONSTANT); }
      prefix? "\"" ([^"\\\n\x00] | "\\" [^\n\x00])* "\"" { return found(Token::STRING); }
      "..."                              { return found(Token::ELLIPSIS); }
      "->"                               { return found(Token::ARROW); }
      "++"                               { return found(Token::INCREMENT); }
      "--"                               { return found(Token::DECREMENT); }
      "<<"                               { return found(Token::SHIFT_LEFT); }
      ">>"                               { return found(Token::SHIFT_RIGHT); }
      "<="                               { return found(Token::LESS_EQUAL); }
      ">="                               { return found(Token::GREATER_EQUAL); }
      "=="                               { return found(Token::EQUAL); }
      "!="                               { return found(Token::UNEQUAL); }
      "&&"                               { return found(Token::AND); }
      "||"                               { return found(Token::OR); }
      "*="                               { return found(Token::TIMES_ASSIGN); }
      "/="                               { return found(Token::OVER_ASSIGN); }
      "%="                               { return found(Token::MOD_ASSIGN); }
      "+="                               { return found(Token::ADD_ASSIGN); }
      "-="                               { return found(Token::SUB_ASSIGN); }
      "<<="                              { return found(Token::LEFT_ASSIGN); }
      ">>="                              { return found(Token::RIGHT_ASSIGN); }
      "&="                               { return found(Token::AND_ASSIGN); }
      "^="                               { return found(Token::XOR_ASSIGN); }
      "|="                               { return found(Token::OR_ASSIGN); }
      // The preprocessor does not know these.
      "<" " "* "?" " "* "="              { return found(Token::MIN_ASSIGN); }
      ">" " "* "?" " "* "="              { return found(Token::MAX_ASSIGN); }
      "<" " "* "?"                       { return found(Token::LESSER); }
      ">" " "* "?"                       { return found(Token::LARGER); }
      "%" " "* "%"                       { return found(Token::MODULUS); }
      [-+*/%&|^~!<>=?:;,.()[\]{}]        { return found(static_cast<unsigned char>(*begin)); }
      *                                  { return found(-1); }
    */
    // clang-format on
  }
}

// # 12 "prog.cs" 1 3
void Scanner::marker(Code& code) {
  const std::size_t end = std::min(text_.find('\n', cursor_), text_.size());
  const std::string_view whole = std::string_view(text_).substr(cursor_, end - cursor_);
  std::string_view line = whole.substr(1);
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  if (line.empty() || line.front() < '0' || line.front() > '9') {
    // #pragma and the like: the compiler's.
    code.push_back({std::string(whole) + "\n", {}, true});
    cursor_ = end;
    return;
  }
  int number = 0;
  for (; !line.empty() && line.front() >= '0' && line.front() <= '9'; line.remove_prefix(1))
    number = number < 100'000'000 ? number * 10 + (line.front() - '0') : number;
  if (const auto quote = line.find('"'); quote != std::string_view::npos) {
    const auto close = line.rfind('"');
    const std::string name(line.substr(quote + 1, close - std::min(close, quote + 1)));
    const auto known = std::ranges::find(files_, name);
    file_ = static_cast<int>(known - files_.begin());
    if (known == files_.end()) files_.push_back(name);
    // What the command line includes comes before the program.
    if (name == "<command-line>") command_line_ = true;
    if (files_.size() > 1 && name == files_[1]) command_line_ = false;
    // What a macro of a system header stands for is the system's, too, but on a line of the program.
    const bool flagged = line.substr(close).find(" 3") != std::string_view::npos;
    if (!flagged) own_files_.insert(file_);
    system_ = command_line_ || (flagged && !own_files_.contains(file_));
  }
  cursor_ = std::min(end + 1, text_.size());
  line_ = number;
}

// Up to the next marker that is not the system's.
void Scanner::pass_system_text(Code& code) {
  const std::size_t begin = cursor_;
  std::string passed = "# " + std::to_string(line_) + " \"" + files_[static_cast<std::size_t>(file_)] + "\" 3\n";
  while (system_ && cursor_ < text_.size()) {
    if (text_[cursor_] == '#') {
      const std::size_t line_begin = cursor_;
      Code directive;
      marker(directive);
      if (!system_) {
        passed += text_.substr(begin, line_begin - begin);
        take_types(std::string_view(text_).substr(begin, line_begin - begin));
        code.push_back({std::move(passed), {}, true});
        return;
      }
      if (directive.empty()) continue;
    }
    cursor_ = std::min(text_.find('\n', cursor_), text_.size() - 1) + 1;
  }
  passed += text_.substr(begin);
  code.push_back({std::move(passed), {}, true});
}

// typedef ... NAME; outside of all braces but those of extern "C".
void Scanner::take_types(std::string_view text) {
  const std::string copy(text);  // ends with a NUL
  std::vector<bool> braces;      // whether a scope of names
  std::size_t at = 0;
  bool linkage = false, in_typedef = false;
  int depth = 0;  // of parentheses and braces in a typedef
  std::string name, before, before_that;
  bool found = false;  // void (*name)(...)
  for (;;) {
    if (at < copy.size() && copy[at] == '#') at = std::min(copy.find('\n', at), copy.size());
    while (at < copy.size() && is_space(copy[at])) ++at;
    if (at < copy.size() && copy[at] == '#') continue;
    const Raw raw = scan(copy.c_str(), copy.size(), at);
    if (raw.token == 0) return;
    const std::string_view token = std::string_view(copy).substr(raw.begin, raw.end - raw.begin);
    at = raw.end;
    if (in_typedef) {
      if (token == "{" || token == "(") ++depth;
      if (token == "}" || token == ")") --depth;
      const bool pointer = before_that == "(" && before == "*" && !found;
      const bool word = raw.token == Token::IDENTIFIER && token != "__attribute__";
      if (word && (pointer || (depth == 0 && !found))) {
        name = token;
        found = pointer;
      } else if ((token == ";" || token == ",") && depth <= 0) {
        if (!name.empty()) symbols_.declare(name, {.kind = Kind::type});
        in_typedef = token == ",";
        found = false;
      }
      before_that = std::exchange(before, token);
      continue;
    }
    const bool outside = std::ranges::find(braces, true) == braces.end();
    if (token == "typedef" && outside) {
      in_typedef = true;
      depth = 0;
      found = false;
      name.clear();
    } else if (token == "{") {
      braces.push_back(!linkage);
    } else if (token == "}" && !braces.empty()) {
      braces.pop_back();
    }
    linkage = raw.token == Token::STRING;
  }
}

int Scanner::next(Code& code, Place& place) {
  for (;;) {
    for (; cursor_ < text_.size() && is_space(text_[cursor_]); ++cursor_)
      if (text_[cursor_] == '\n') ++line_;
    if (cursor_ >= text_.size() || text_[cursor_] != '#' || !at_line_start()) break;
    marker(code);
    if (system_) pass_system_text(code);
  }
  const Raw raw = scan(text_.c_str(), text_.size(), cursor_);
  place = {file_, line_, raw.begin};
  const std::string_view token = std::string_view(text_).substr(raw.begin, raw.end - raw.begin);
  if (raw.token < 0) {
    const auto byte = static_cast<unsigned char>(text_[raw.begin]);
    if (byte == '"' || byte == '\'') throw Fault{place, "no closing quote on this line"};
    throw Fault{place, "a character that C* has no use for"};
  }
  line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(cursor_),
                                       text_.begin() + static_cast<std::ptrdiff_t>(raw.end), '\n'));
  place.line = line_;
  cursor_ = raw.end;
  std::string text(token);
  int number = raw.token;
  if (number == Token::IDENTIFIER) {
    if (text == "__extension__") return next(code, place);
    const auto keyword = kKeywords.find(token);
    const Symbol* symbol = symbols_.find(text);
    if (keyword != kKeywords.end()) {
      number = keyword->second;
      if (number == Token::AUTO) text.clear();
      if (text == "restrict") text = "__restrict";
      if (text == "_Bool") text = "bool";
    } else if (symbol != nullptr && symbol->kind == Kind::type) {
      number = Token::TYPE_NAME;
    }
    if (kWordsOfCxx.contains(token)) text = "cstar_c_" + text;
  }
  if (number != 0) code.push_back({std::move(text), place, false});
  return number;
}

std::string_view Scanner::token_at(std::size_t offset) const {
  const Raw raw = scan(text_.c_str(), text_.size(), std::min(offset, text_.size()));
  return std::string_view(text_).substr(raw.begin, raw.end - raw.begin);
}

int Scanner::column(const Place& place, std::string_view source_line) const {
  const std::size_t offset = std::min(place.offset, text_.size());
  const std::string_view wanted = token_at(offset);
  const std::size_t newline = offset == 0 ? std::string::npos : text_.rfind('\n', offset - 1);
  const std::size_t line_begin = newline == std::string::npos ? 0 : newline + 1;
  // The same token may stand on the line several times.
  int which = 0;
  for (std::size_t at = line_begin; at < offset;) {
    const Raw raw = scan(text_.c_str(), text_.size(), at);
    if (raw.begin >= offset || raw.token == 0) break;
    if (std::string_view(text_).substr(raw.begin, raw.end - raw.begin) == wanted) ++which;
    at = std::max(raw.end, at + 1);
  }
  const std::string line(source_line);
  for (std::size_t at = 0; at < line.size();) {
    const Raw raw = scan(line.c_str(), line.size(), at);
    if (raw.token == 0) break;
    if (std::string_view(line).substr(raw.begin, raw.end - raw.begin) == wanted && which-- == 0)
      return static_cast<int>(raw.begin) + 1;
    at = std::max(raw.end, at + 1);
  }
  return static_cast<int>(offset - line_begin) + 1;
}

}  // namespace rc::sim::compile::cstar
