// SPDX-License-Identifier: Apache-2.0
// The C++ that comes out: statements on their lines, text of system headers as it was.
#include <gtest/gtest.h>

#include "sim/compile/cstar/translator.h"

namespace rc::sim::compile {
namespace {

std::string translated(const std::string& text) {
  return translate_cstar(text, [](const std::string&, int) { return std::string(); });
}

TEST(CstarTranslator, StatementsKeepTheirLines) {
  EXPECT_EQ(
      translated(
          "# 1 \"p.cs\"\nshape [4]a;\n\nint:a p;\nint main(void) {\n  with(a)\n    p = 1;\n}\n"),
      "# 1 \"p.cs\"\n::cstar::Shape a { static_cast<int>( 4 ) };\n\n::cstar::Pvar< int > p { a } "
      ";\n"
      "int main ( void ) {\n{ const ::cstar::With cstar_with_1{ a };\np = 1 ; }\n}\n");
}

TEST(CstarTranslator, ALongGapIsALineMarker) {
  EXPECT_EQ(translated("# 1 \"p.cs\"\nint x;\n# 200 \"p.cs\"\nint y;\n"),
            "# 1 \"p.cs\"\nint x ;\n# 200 \"p.cs\"\nint y ;\n");
}

TEST(CstarTranslator, SystemHeadersPassAndTheirTypesAreKnown) {
  const std::string header =
      "# 1 \"/usr/include/h.h\" 1 3\n"
      "extern \"C\" {\ntypedef unsigned size_type, *pointer_type;\ntypedef void (*handler)(int);\n"
      "typedef struct tag { int *inside; } * record;\n}\n"
      "template <class T> struct Box { typedef T value; };\n";
  const std::string text = translated("# 1 \"p.cs\"\n" + header +
                                      "# 2 \"p.cs\" 2\nsize_type n; pointer_type q; handler h; "
                                      "record r;\nint value = (size_type)1;\n");
  EXPECT_NE(text.find(header.substr(header.find('\n') + 1)), std::string::npos) << text;
  EXPECT_NE(text.find("size_type n ; pointer_type q ; handler h ; record r ;"), std::string::npos);
}

TEST(CstarTranslator, AMacroOfASystemHeaderStaysInItsStatement) {
  const std::string text = translated(
      "# 1 \"p.cs\"\nshape [4]a; int:a p;\nvoid f(void) { with(a) p = \n# 2 \"p.cs\" 3\n "
      "(__huge())\n"
      "# 2 \"p.cs\"\n + p; }\n");
  EXPECT_NE(text.find("p = ( __huge ( ) ) + p ; }"), std::string::npos) << text;
}

TEST(CstarTranslator, PragmasPass) {
  EXPECT_NE(
      translated("# 1 \"p.cs\"\n#pragma GCC poison x\nint y;\n").find("#pragma GCC poison x\n"),
      std::string::npos);
}

TEST(CstarTranslator, DeepNestingIsNoMatter) {
  const std::string open(20000, '('), close(20000, ')'), signs(20000, '-');
  EXPECT_NE(translated("int x = " + open + "1" + close + ";"), "");
  std::string minus = "int x = ";
  for (int i = 0; i < 20000; ++i) minus += "- ";
  EXPECT_NE(translated(minus + "1;"), "");
}

}  // namespace
}  // namespace rc::sim::compile
