// SPDX-License-Identifier: Apache-2.0
// Words of the user in messages.
#include "hw_model/kernel/text.h"

#include <gtest/gtest.h>

namespace rc::kernel {
namespace {

TEST(Shown, ATerminalObeysNothingInIt) {
  EXPECT_EQ(shown("scc.toml"), "scc.toml");
  EXPECT_EQ(shown("\x1b[31mred\a"), "\\x1b[31mred\\x07");
  EXPECT_EQ(shown("two\nlines\t\x7f"), "two\\x0alines\\x09\\x7f");
  EXPECT_EQ(shown("M\u00fcller \u4e2d \U0001F600"), "M\u00fcller \u4e2d \U0001F600");
  EXPECT_EQ(shown("\u009b31m"), "\\xc2\\x9b31m") << "a control character of two bytes";
  EXPECT_EQ(shown("\x9b"
                  "31m\xff\xc3"),
            "\\x9b31m\\xff\\xc3")
      << "not UTF-8";
  EXPECT_EQ(shown("\xe4\xb8"), "\\xe4\\xb8") << "cut in the middle";
  EXPECT_EQ(shown(std::string_view("\0x", 2)), "\\x00x");
}

TEST(Shown, LongWordsLoseTheirMiddle) {
  const std::string exact(80, 'a');
  EXPECT_EQ(shown(exact), exact);
  EXPECT_EQ(shown(exact + "b"), std::string(39, 'a') + "..." + std::string(37, 'a') + "b");
  EXPECT_EQ(shown("0123456789", 7), "01...89");
  std::string wide;
  for (int i = 0; i < 1'000'000; ++i) wide += "\u00fc";
  EXPECT_EQ(shown(wide).size(), 77 * 2 + 3u) << "characters are counted, not bytes";
}

TEST(Decimal, SaysNoMoreThanTheNumber) {
  EXPECT_EQ(decimal(0), "0");
  EXPECT_EQ(decimal(0.001), "0.001");
  EXPECT_EQ(decimal(-1.5), "-1.5");
  EXPECT_EQ(decimal(4294967295.0), "4294967295");
  EXPECT_EQ(decimal(1e300), "1e+300");
}

}  // namespace
}  // namespace rc::kernel
