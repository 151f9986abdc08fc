// SPDX-License-Identifier: Apache-2.0
// TOML from users is a table or one line of error, however deep it nests.
#include "sim/base/toml_input.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace {

using rc::sim::base::TomlInput;

std::string toml_fault(const std::string& text) {
  try {
    const TomlInput read(text, "f.toml");
    return "";
  } catch (const rc::kernel::InputError& error) {
    return error.what();
  }
}

std::string repeated(const std::string& part, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += part;
  return all;
}

TEST(TomlInput, DeepNestingIsOneLineWhereverItStands) {
  const std::string deep = repeated("a.", 40'000) + "a = 1\n";
  const std::string fault = ": names nested more than 32 deep";
  EXPECT_EQ(toml_fault(deep), "f.toml:1" + fault);
  EXPECT_EQ(toml_fault("\n\n" + deep), "f.toml:3" + fault);
  EXPECT_EQ(toml_fault("x = \"\"\"\n'\n\\\"\"\"\"\"\n" + deep), "f.toml:4" + fault);
  EXPECT_EQ(toml_fault("x = 'it # [ { \\'\n" + deep), "f.toml:2" + fault);
  EXPECT_EQ(toml_fault("x = '''\n\"''''\n" + deep), "f.toml:3" + fault);
  EXPECT_EQ(toml_fault("# it's \" a comment\n" + deep), "f.toml:2" + fault);
  EXPECT_EQ(toml_fault("'a'" + repeated(".'a'", 40'000) + " = 1"), "f.toml:1" + fault);
  EXPECT_EQ(toml_fault("[" + repeated("a.", 40'000) + "a]"), "f.toml:1" + fault);
  EXPECT_EQ(toml_fault("x = " + repeated("[", 40'000)), "f.toml:1" + fault);
  EXPECT_EQ(toml_fault("x = " + repeated("{a.b.c.d = ", 40'000)), "f.toml:1" + fault);
}

TEST(TomlInput, WhatOnlyLooksDeepIsRead) {
  EXPECT_EQ(toml_fault("x = [" + repeated("0.5, 1.5, ", 1000) + "1.0]"), "");
  EXPECT_EQ(toml_fault("x = [" + repeated("{a = 1.5, b.c = [2.5]}, ", 1000) + "]"), "");
  EXPECT_EQ(toml_fault("x = \"" + repeated(".[{", 1000) + "\""), "");
  EXPECT_EQ(toml_fault("# " + repeated(".[{", 1000)), "");
  EXPECT_EQ(toml_fault(repeated("x = 'a.b.c'\n[a.b]\n[a.c]\n", 1) + "z.y = 1.5\n"), "");
}

TEST(TomlInput, ErrorsOfTheParserAreOneLine) {
  const std::string fault = toml_fault("a = 1\nself = t\nb = 1\n");
  EXPECT_TRUE(fault.starts_with("f.toml:2: not valid TOML: ")) << fault;
  EXPECT_EQ(fault.find('\n'), std::string::npos) << fault;
}

}  // namespace
