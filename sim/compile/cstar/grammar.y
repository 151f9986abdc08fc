// SPDX-License-Identifier: Apache-2.0
// The grammar of C*: ANSI C, and what section 3 of the report adds. Each action turns its part into
// C++ at once; what it becomes is decided in expression.h and declaration.h.
%require "3.8"
%skeleton "lalr1.cc"
%language "c++"
%define api.namespace {rc::sim::compile::cstar}
%define api.parser.class {Parser}
%define api.value.type variant
%define api.value.automove
%define api.location.type {Place}
%define parse.error custom
%define parse.lac full
%locations
%param {rc::sim::compile::cstar::Translation& to}

%code requires {
#include "sim/compile/cstar/declaration.h"

namespace rc::sim::compile::cstar {
class Translation;
}
}

%code {
#include "sim/compile/cstar/translation.h"

// A construct is where its first token is.
#define YYLLOC_DEFAULT(Current, Rhs, N) \
  (Current) = (N) > 0 ? YYRHSLOC(Rhs, 1) : YYRHSLOC(Rhs, 0)

namespace rc::sim::compile::cstar {
static int yylex(Parser::value_type* value, Parser::location_type* place, Translation& to) {
  // The scanner may throw: the parser destroys a value only once it knows the token.
  Code code;
  const int token = to.scanner.next(code, *place);
  if (token == 0) to.rest = code;
  value->emplace<Code>(std::move(code));
  return token;
}
}
}

%token <Code> END 0 "end of file"
%token <Code> IDENTIFIER "name" TYPE_NAME "type name" CONSTANT "number" STRING "string"
%token <Code> TYPE "type" QUALIFIER "qualifier" STORAGE "storage class" AUTO "auto" EXTERN "extern"
%token <Code> TYPEDEF "typedef" STRUCT "struct" ENUM "enum" SHAPE "shape" CURRENT "current"
%token <Code> IF "if" ELSE "else" WHILE "while" DO "do" FOR "for" SWITCH "switch" CASE "case"
%token <Code> DEFAULT "default" BREAK "break" CONTINUE "continue" GOTO "goto" RETURN "return"
%token <Code> WITH "with" WHERE "where" SIZEOF "sizeof" ELLIPSIS "..." ARROW "->"
%token <Code> INCREMENT "++" DECREMENT "--" SHIFT_LEFT "<<" SHIFT_RIGHT ">>" LESS_EQUAL "<="
%token <Code> GREATER_EQUAL ">=" EQUAL "==" UNEQUAL "!=" AND "&&" OR "||" MODULUS "%%"
%token <Code> LESSER "<?" LARGER ">?" TIMES_ASSIGN "*=" OVER_ASSIGN "/=" MOD_ASSIGN "%="
%token <Code> ADD_ASSIGN "+=" SUB_ASSIGN "-=" LEFT_ASSIGN "<<=" RIGHT_ASSIGN ">>=" AND_ASSIGN "&="
%token <Code> XOR_ASSIGN "^=" OR_ASSIGN "|=" MIN_ASSIGN "<?=" MAX_ASSIGN ">?="
%token <Code> '(' ')' '[' ']' '{' '}' ';' ':' ',' '.' '?' '=' '+' '-' '*' '/' '%' '&' '|' '^' '~'
%token <Code> '!' '<' '>'

%precedence WITHOUT_ELSE
%precedence ELSE
%left OR
%left AND
%left '|'
%left '^'
%left '&'
%left EQUAL UNEQUAL
%left '<' '>' LESS_EQUAL GREATER_EQUAL
%left LESSER LARGER
%left SHIFT_LEFT SHIFT_RIGHT
%left '+' '-'
%left '*' '/' '%' MODULUS

%type <Code> external declaration statement block block_items strings assign_sign
%type <Code> reduction_sign increment_sign plain_sign storage type_specifier structure members member
%type <Code> enumeration enumerators enumerator initializer_list initializer pointers
%type <Code> abstract_tail label_name type_name declared_name function_head where_head
%type <Code> with_head optional_comma type_words member_declarators member_declarator
%type <Code> shapes_start for_start shape_declarations shape_declaration
%type <Value> primary postfix unary cast binary conditional assignment expression optional_expression
%type <Values> left_indices arguments argument_list
%type <Specifiers> specifiers plain_specifiers type_with_shape
%type <Declarator> declarator direct abstract parameters
%type <Parameter> parameter
%type <std::vector<Code>> declared_names
%type <Shape> shape_name

%%

program: %empty | program external { append(to.code, $2); };

external:
  declaration { $$ = $1; }
| ';' { $$ = $1; }
| function_head block { $$ = join($1, $2); to.declarations.end_function(); }
| EXTERN STRING declaration { $$ = join($1, $2, $3); }
| EXTERN STRING function_head block { $$ = join($1, $2, $3, $4); to.declarations.end_function(); }
| EXTERN STRING '{' { append(to.code, join($1, $2, $3)); } program '}' { $$ = $6; };

function_head:
  beginning declarator { $$ = to.declarations.begin_function($2, false); }
| declarator { to.declarations.begin({}); $$ = to.declarations.begin_function($1, true); };

// --- declarations ---

declaration:
  beginning ';' { $$ = to.declarations.end({}, $2); }
| beginning declared_names ';' { $$ = to.declarations.end($2, $3); }
| shapes_start shape_declarations ';' { $$ = join($1, $2); };

beginning: specifiers { to.declarations.begin($1); };

// A declaration for each, with its storage class.
shapes_start:
  SHAPE { $$ = to.begin_shapes({}, $1); }
| STORAGE SHAPE { $$ = to.begin_shapes($1, $2); }
| EXTERN SHAPE { $$ = to.begin_shapes($1, $2); };

shape_declarations:
  shape_declaration { $$ = $1; }
| shape_declarations ',' shape_declaration { $$ = join($1, $3); };

shape_declaration: left_indices IDENTIFIER { $$ = to.shape($1, $2, @1); };

declared_names:
  declared_name { $$.push_back($1); }
| declared_names ',' declared_name { $$ = $1; $$.push_back($3); };

declared_name:
  declarator { $$ = to.declarations.name($1, {}, {}); }
| declarator '=' assignment { $$ = to.declarations.name($1, $2, $3); }
| declarator '=' '{' initializer_list optional_comma '}' {
    $$ = to.declarations.initialized($1, $2, join($3, $4, $5, $6)); };

initializer_list:
  initializer { $$ = $1; }
| initializer_list ',' initializer { $$ = join($1, $2, $3); };

initializer:
  assignment { $$ = to.meaning.scalar($1, "value"); }
| '{' initializer_list optional_comma '}' { $$ = join($1, $2, $3, $4); }
| '.' IDENTIFIER '=' initializer { $$ = join($1, $2, $3, $4); };

optional_comma: %empty { $$ = Code(); } | ',' { $$ = $1; };

specifiers:
  plain_specifiers { $$ = $1; }
| plain_specifiers ':' shape_name { $$ = $1; $$.shape = $3; };

shape_name: IDENTIFIER { $$ = to.declarations.shape_named($1, @1); }
| CURRENT { $$ = to.declarations.shape_named($1, @1); };

plain_specifiers:
  storage { $$ = to.with_storage({.place = @1}, $1); }
| type_specifier { $$ = to.with_type({.place = @1}, $1); }
| plain_specifiers storage { $$ = to.with_storage($1, $2); }
| plain_specifiers type_specifier { $$ = to.with_type($1, $2); };

storage: STORAGE { $$ = $1; } | AUTO { $$ = $1; } | EXTERN { $$ = $1; } | TYPEDEF { $$ = $1; };

type_specifier:
  TYPE { $$ = $1; }
| QUALIFIER { $$ = $1; }
| TYPE_NAME { $$ = $1; }
| structure { $$ = $1; }
| enumeration { $$ = $1; };

structure:
  STRUCT label_name { $$ = join($1, $2); }
| STRUCT '{' members '}' { $$ = join($1, $2, $3, $4); }
| STRUCT label_name '{' members '}' { $$ = join($1, $2, $3, $4, $5); };

members: %empty { $$ = Code(); } | members member { $$ = join($1, $2); };

member: type_words ';' { $$ = join($1, $2); } | type_words member_declarators ';' { $$ = join($1, $2, $3); };

type_words: type_specifier { $$ = $1; } | type_words type_specifier { $$ = join($1, $2); };

member_declarators:
  member_declarator { $$ = $1; }
| member_declarators ',' member_declarator { $$ = join($1, $2, $3); };

member_declarator:
  declarator { $$ = $1.code; }
| declarator ':' conditional { $$ = join($1.code, $2, to.meaning.scalar($3, "width")); }
| ':' conditional { $$ = join($1, to.meaning.scalar($2, "width")); };

enumeration:
  ENUM label_name { $$ = join($1, $2); }
| ENUM '{' enumerators optional_comma '}' { $$ = join($1, $2, $3, $4, $5); }
| ENUM label_name '{' enumerators optional_comma '}' { $$ = join($1, $2, $3, $4, $5, $6); };

enumerators:
  enumerator { $$ = $1; }
| enumerators ',' enumerator { $$ = join($1, $2, $3); };

enumerator:
  IDENTIFIER { $$ = to.enumerator($1); }
| IDENTIFIER '=' conditional { $$ = join(to.enumerator($1), $2, to.meaning.scalar($3, "value")); };

label_name: IDENTIFIER { $$ = $1; } | TYPE_NAME { $$ = $1; };

declarator:
  direct { $$ = $1; }
| pointers direct { $$ = to.pointer($1, $2); };

pointers:
  '*' { $$ = $1; }
| pointers '*' { $$ = join($1, $2); }
| pointers QUALIFIER { $$ = join($1, $2); };

direct:
  IDENTIFIER { $$.name = $1; $$.code = $$.name; $$.place = @1; }
| '(' declarator ')' { $$ = $2; $$.plain = false; $$.code = join($1, std::move($$.code), $3); }
| direct '[' ']' { $$ = $1; append($$.code, join($2, $3)); $$.lengths.emplace_back(); }
| direct '[' assignment ']' { $$ = $1; to.add_length($$, $2, $3, $4); }
| direct parameters { $$ = $1; to.add_parameters($$, $2); };

parameters:
  '(' ')' { $$.code = join($1, $2); }
| '(' argument_list_of_types ')' { $$ = to.parameters($1, {}, $3); }
| '(' argument_list_of_types ',' ELLIPSIS ')' { $$ = to.parameters($1, join($3, $4), $5); };

argument_list_of_types:
  { to.parameter_lists.emplace_back(); } parameter { to.parameter_lists.back().push_back($2); }
| argument_list_of_types ',' parameter { to.parameter_lists.back().push_back($3); };

parameter:
  specifiers declarator { $$ = to.declarations.parameter($1, $2); }
| specifiers abstract { $$ = to.declarations.parameter($1, $2); }
| specifiers { $$ = to.declarations.parameter($1, {}); };

abstract:
  pointers { $$ = to.pointer($1, {.place = @1}); }
| abstract_tail { $$.plain = false; $$.place = @1; $$.code = $1; }
| pointers abstract_tail { $$.plain = false; $$.place = @1; $$.code = join($1, $2); };

abstract_tail:
  '[' ']' { $$ = join($1, $2); }
| '[' assignment ']' { $$ = join($1, to.meaning.scalar($2, "length"), $3); }
| '(' abstract ')' { $$ = join($1, $2.code, $3); }
| parameters { $$ = $1.code; }
| abstract_tail '[' ']' { $$ = join($1, $2, $3); }
| abstract_tail '[' assignment ']' { $$ = join($1, $2, to.meaning.scalar($3, "length"), $4); }
| abstract_tail parameters { $$ = join($1, $2.code); };

type_name: type_words { $$ = $1; } | type_words abstract { $$ = join($1, $2.code); };
type_with_shape: type_words ':' shape_name { $$.type = $1; $$.shape = $3; $$.place = @1; };

// --- statements ---

block:
  '{' { to.symbols.open(); } block_items '}' { $$ = join($1, $3, $4); to.symbols.close(); };

block_items:
  %empty { $$ = Code(); }
| block_items declaration { $$ = join($1, $2); }
| block_items statement { $$ = join($1, $2); };

statement:
  block { $$ = $1; }
| ';' { $$ = $1; }
| expression ';' { $$ = join(to.statement($1), $2); }
| IDENTIFIER ':' statement { $$ = join($1, $2, $3); }
| CASE conditional ':' statement { $$ = join($1, to.meaning.scalar($2, "value"), $3, $4); }
| DEFAULT ':' statement { $$ = join($1, $2, $3); }
| IF '(' expression ')' statement %prec WITHOUT_ELSE { $$ = join($1, $2, to.condition($3), $4, $5); }
| IF '(' expression ')' statement ELSE statement { $$ = join($1, $2, to.condition($3), $4, $5, $6, $7); }
| SWITCH '(' expression ')' statement { $$ = join($1, $2, to.condition($3), $4, $5); }
| WHILE '(' expression ')' statement { $$ = join($1, $2, to.condition($3), $4, $5); }
| DO statement WHILE '(' expression ')' ';' { $$ = join($1, $2, $3, $4, to.condition($5), $6, $7); }
| FOR '(' { to.symbols.open(); } for_start optional_expression ';' optional_expression ')' statement {
    $$ = join($1, $2, $4, to.optional_condition($5), $6, to.statement($7), $8, $9);
    to.symbols.close(); }
| GOTO IDENTIFIER ';' { $$ = join($1, $2, $3); }
| CONTINUE ';' { $$ = join($1, $2); }
| BREAK ';' { $$ = join($1, $2); }
| RETURN ';' { $$ = to.declarations.returned($1, {}, $2); }
| RETURN expression ';' { $$ = to.declarations.returned($1, $2, $3); }
| with_head statement { $$ = join($1, $2, "}"); to.meaning.leave(); }
| where_head statement %prec WITHOUT_ELSE { $$ = to.end_where(join($1, $2)); }
| where_head statement ELSE statement {
    $$ = to.end_where(join($1, $2, to.other_positions(), to.without($3), $4)); };

with_head: WITH '(' expression ')' { $$ = to.with($1, $3); };
where_head: WHERE '(' expression ')' { $$ = to.where($1, $3); };

for_start: optional_expression ';' { $$ = join(to.statement($1), $2); } | declaration { $$ = $1; };

optional_expression: %empty { $$.kind = Kind::nothing; } | expression { $$ = $1; };

// --- expressions ---

expression:
  assignment { $$ = $1; }
| expression ',' assignment { $$ = to.meaning.comma($1, $2, $3); };

assignment:
  conditional { $$ = $1; }
| unary assign_sign assignment { $$ = to.meaning.assignment($1, $2, $3); };

assign_sign:
  '=' { $$ = $1; } | OVER_ASSIGN { $$ = $1; } | MOD_ASSIGN { $$ = $1; } | LEFT_ASSIGN { $$ = $1; }
| RIGHT_ASSIGN { $$ = $1; } | reduction_sign { $$ = $1; };

reduction_sign:
  ADD_ASSIGN { $$ = $1; } | SUB_ASSIGN { $$ = $1; } | TIMES_ASSIGN { $$ = $1; }
| AND_ASSIGN { $$ = $1; } | XOR_ASSIGN { $$ = $1; } | OR_ASSIGN { $$ = $1; }
| MIN_ASSIGN { $$ = $1; } | MAX_ASSIGN { $$ = $1; };

conditional:
  binary { $$ = $1; }
| binary '?' expression ':' conditional { $$ = to.meaning.conditional($1, $2, $3, $4, $5); };

binary:
  cast { $$ = $1; }
| binary OR binary { $$ = to.meaning.binary($1, $2, $3); }
| binary AND binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '|' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '^' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '&' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary EQUAL binary { $$ = to.meaning.binary($1, $2, $3); }
| binary UNEQUAL binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '<' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '>' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary LESS_EQUAL binary { $$ = to.meaning.binary($1, $2, $3); }
| binary GREATER_EQUAL binary { $$ = to.meaning.binary($1, $2, $3); }
| binary LESSER binary { $$ = to.meaning.binary($1, $2, $3); }
| binary LARGER binary { $$ = to.meaning.binary($1, $2, $3); }
| binary SHIFT_LEFT binary { $$ = to.meaning.binary($1, $2, $3); }
| binary SHIFT_RIGHT binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '+' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '-' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '*' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '/' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary '%' binary { $$ = to.meaning.binary($1, $2, $3); }
| binary MODULUS binary { $$ = to.meaning.binary($1, $2, $3); };

cast:
  unary { $$ = $1; }
| '(' type_name ')' cast { $$ = to.meaning.cast($1, $2, {}, $3, $4); }
| '(' type_with_shape ')' cast { auto type = $2; $$ = to.meaning.cast($1, std::move(type.type), type.shape, $3, $4); };

unary:
  postfix { $$ = $1; }
| increment_sign unary { $$ = to.meaning.increment($2, $1, true); }
| '&' cast { $$ = to.meaning.address($1, $2); }
| '*' cast { $$ = to.meaning.dereference($1, $2); }
| plain_sign cast { $$ = to.meaning.unary($1, $2); }
| reduction_sign cast { $$ = to.meaning.reduction($1, $2); }
| left_indices postfix { $$ = to.meaning.left_index($1, $2); }
| SIZEOF unary { $$ = to.meaning.size_of($1, $2); }
| SIZEOF '(' type_name ')' { $$ = to.meaning.constant(join($1, $2, $3, $4), @1); };

increment_sign: INCREMENT { $$ = $1; } | DECREMENT { $$ = $1; };
plain_sign: '+' { $$ = $1; } | '-' { $$ = $1; } | '~' { $$ = $1; } | '!' { $$ = $1; };

left_indices:
  '[' expression ']' { $$.push_back($2); }
| left_indices '[' expression ']' { $$ = $1; $$.push_back($3); };

postfix:
  primary { $$ = $1; }
| postfix '[' expression ']' { $$ = to.meaning.subscript($1, $2, $3, $4); }
| postfix '(' arguments ')' { $$ = to.meaning.call($1, $2, $3, $4); }
| postfix '.' label_name { $$ = to.meaning.member($1, $2, $3); }
| postfix ARROW label_name { $$ = to.meaning.member($1, $2, $3); }
| postfix increment_sign { $$ = to.meaning.increment($1, $2, false); }
| '(' type_name ')' '{' initializer_list optional_comma '}' {
    $$ = to.meaning.constant(join($1, $2, $3, $4, $5, $6, $7), @1); };

arguments: %empty { $$ = Values(); } | argument_list { $$ = $1; };

// Types, too: macros of the C library take them.
argument_list:
  assignment { $$.push_back($1); }
| type_name { $$.push_back(to.meaning.constant($1, @1)); }
| argument_list ',' assignment { $$ = $1; $$.push_back($3); }
| argument_list ',' type_name { $$ = $1; $$.push_back(to.meaning.constant($3, @3)); };

primary:
  IDENTIFIER { $$ = to.meaning.name($1, @1); }
| CONSTANT { $$ = to.meaning.constant($1, @1); }
| strings { $$ = to.meaning.constant($1, @1); }
| '.' { $$ = to.meaning.dot($1, @1); }
| '(' expression ')' { $$ = to.meaning.parenthesized($1, $2, $3); };

strings: STRING { $$ = $1; } | strings STRING { $$ = join($1, $2); };

%%

namespace rc::sim::compile::cstar {

void Parser::error(const Place& place, const std::string& message) { throw Fault{place, message}; }

void Parser::report_syntax_error(const context& found) const {
  symbol_kind_type expected[YYNTOKENS];
  const int count = found.expected_tokens(expected, YYNTOKENS);
  std::set<std::string> names;
  for (int i = 0; i < count; ++i) names.insert(symbol_name(expected[i]));
  throw Fault{found.location(), to.unexpected(found.location(), names)};
}

}
