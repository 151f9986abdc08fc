// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/parameters.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hw_model/cpu/params.h"
#include "hw_model/kernel/error.h"

namespace rc::sim::machine {
namespace {

struct Inner {
  std::uint32_t ways = 4;
  std::uint32_t bytes = 64;
  template <class Visitor>
  void visit(Visitor& v) {
    v.field("ways", ways, {1, 16}, "ways", "a paper");
    v.field("bytes", bytes, {0, 4294967295}, "B", "a paper");
  }
};
struct Block {
  Inner cache;
  bool on = true;
  double delay = 1.5;
  std::string name = "x";
  template <class Visitor>
  void visit(Visitor& v) {
    v.group("cache", cache);
    v.field("on", on, "", "ours");
    v.fitted("delay", delay, {0, 1e6}, "ns", "a guess", "one measurement");
    v.field("name", name, "", "ours");
  }
};

class SimParameters : public ::testing::Test {
 protected:
  Block block;
  Parameters parameters = list_parameters(block);

  std::string toml_error(std::string_view text) {
    try {
      read_toml(text, "m.toml", parameters);
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "(accepted)";
  }
  std::string set_error(std::string_view text) {
    try {
      set_from_text(text, parameters);
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "(accepted)";
  }
};

TEST_F(SimParameters, ListsInDeclarationOrder) {
  std::vector<std::string> paths;
  for (const Parameter& p : parameters) paths.push_back(p.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"cache.ways", "cache.bytes", "on", "delay", "name"}));
}

TEST_F(SimParameters, TomlSetsWhatItNamesOnly) {
  read_toml("on = false\ndelay = 3\ncache.ways = 8\nname = 'y'\n", "m.toml", parameters);
  EXPECT_FALSE(block.on);
  EXPECT_EQ(block.delay, 3.0);
  EXPECT_EQ(block.cache.ways, 8u);
  EXPECT_EQ(block.cache.bytes, 64u);
  EXPECT_EQ(block.name, "y");
}

TEST_F(SimParameters, TomlErrorsNameFileLineAndRemedy) {
  EXPECT_EQ(toml_error("on = true\n[cache]\nwais = 2\n"),
            "m.toml:3: unknown parameter 'cache.wais' (did you mean 'cache.ways'?)");
  EXPECT_EQ(toml_error("completely_else = 2\n"), "m.toml:1: unknown parameter 'completely_else'");
  EXPECT_EQ(toml_error("cache = 2\n"),
            "m.toml:1: 'cache' is a group of parameters, expected a table [cache]");
  EXPECT_EQ(toml_error("[cache]\nways = -1\n"),
            "m.toml:2: cache.ways = -1: expected an integer from 1 to 16");
  EXPECT_EQ(toml_error("[cache]\nways = 17\n"),
            "m.toml:2: cache.ways = 17: expected an integer from 1 to 16");
  EXPECT_EQ(toml_error("cache.bytes = 4294967296\n"),
            "m.toml:1: cache.bytes = 4294967296: expected an integer from 0 to 4294967295");
  EXPECT_EQ(toml_error("[cache]\nways = 2.0\n"),
            "m.toml:2: cache.ways = 2.0: expected an integer from 1 to 16");
  EXPECT_EQ(toml_error("on = 1\n"), "m.toml:1: on = 1: expected true or false");
  EXPECT_EQ(toml_error("delay = inf\n"),
            "m.toml:1: delay = inf: expected a number from 0 to 1000000");
  EXPECT_EQ(toml_error("delay = 1e7\n"),
            "m.toml:1: delay = 10000000.0: expected a number from 0 to 1000000");
  EXPECT_EQ(toml_error("name = 1\n"), "m.toml:1: name = 1: expected a string");
  EXPECT_TRUE(toml_error("[on]\nx = 1\n").ends_with(": expected true or false"));
  EXPECT_TRUE(toml_error("on = \n").starts_with("m.toml:1: not valid TOML: "));
}

TEST_F(SimParameters, SetFromTheCommandLine) {
  set_from_text("cache.bytes=4294967295", parameters);
  EXPECT_EQ(block.cache.bytes, std::numeric_limits<std::uint32_t>::max());
  set_from_text("on=false", parameters);
  EXPECT_FALSE(block.on);
  set_from_text("delay=2e-3", parameters);
  EXPECT_EQ(block.delay, 2e-3);
  set_from_text("name=a=b", parameters);
  EXPECT_EQ(block.name, "a=b");

  EXPECT_EQ(set_error("cache.ways"), "--set 'cache.ways': expected name=value");
  EXPECT_EQ(set_error("cache.way=1"),
            "--set 'cache.way': unknown parameter (did you mean 'cache.ways'?)");
  EXPECT_EQ(set_error("cache.ways=1x"), "--set 'cache.ways=1x': expected an integer from 1 to 16");
  for (const char* value : {"-1", "0", "17", "4294967297"})
    EXPECT_EQ(set_error(std::string("cache.ways=") + value),
              std::string("--set 'cache.ways=") + value + "': expected an integer from 1 to 16");
  EXPECT_EQ(set_error("on=yes"), "--set 'on=yes': expected true or false");
  EXPECT_EQ(set_error("delay=nan"), "--set 'delay=nan': expected a number from 0 to 1000000");
  EXPECT_EQ(block.cache.ways, 4u);
}

TEST_F(SimParameters, NoNameIsTooLongOrTooDeep) {
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  for (const std::string& text :
       {deep + " = 1\n", "[" + deep + "]\n", "[[" + deep + "]]\n", "x = {" + deep + " = 1}\n"})
    EXPECT_EQ(toml_error("# ...... ...... ...... ...... ...... ......\n" + text),
              "m.toml:2: names nested more than 32 deep");
  EXPECT_EQ(toml_error("name = '................................................'\n"),
            "(accepted)");
  const std::string name(5'000'000, 'x');
  for (const std::string& error : {toml_error(name + " = 1\n"), set_error(name + "=1")}) {
    EXPECT_LT(error.size(), 150u);
    EXPECT_NE(error.find("unknown parameter"), std::string::npos) << error;
  }
}

TEST_F(SimParameters, CommentsStandBesideValuesOrTheirTable) {
  using Comments = std::map<std::string, std::string>;
  EXPECT_EQ(read_toml("# no\n[cache] # of all # of it\nways = 2\r\n", "f", parameters),
            (Comments{{"cache.ways", "of all # of it"}}));
  EXPECT_EQ(read_toml("on = true #\n[cache]\nways=2#own\n# next", "f", parameters),
            (Comments{{"cache.ways", "own"}, {"on", ""}}));
  EXPECT_EQ(read_toml("cache.ways = 2 # own", "f", parameters), (Comments{{"cache.ways", "own"}}));
  EXPECT_EQ(read_toml("name = \"a # b\"", "f", parameters), (Comments{{"name", ""}}));
}

TEST_F(SimParameters, DumpCarriesUnitSourceAndFit) {
  std::ostringstream out;
  print_parameters(out, parameters);
  EXPECT_NE(out.str().find("cache.ways      4  1 to 16          ways  a paper\n"),
            std::string::npos)
      << out.str();
  EXPECT_NE(out.str().find("1.5  0 to 1000000     ns    a guess; fitted on one measurement\n"),
            std::string::npos);

  const auto json = parameters_json(parameters);
  EXPECT_EQ(json["cache.ways"]["value"], 4);
  EXPECT_EQ(json["cache.ways"]["least"], 1);
  EXPECT_EQ(json["cache.ways"]["most"], 16);
  EXPECT_FALSE(json["on"].contains("least"));
  EXPECT_EQ(json["delay"]["fitted_on"], "one measurement");
  EXPECT_FALSE(json["on"].contains("fitted_on"));
}

TEST(SimParametersOfTheModel, EveryOneHasUnitSourceAndAUniqueName) {
  cpu::CoreParams core;
  std::vector<std::string> seen;
  for (const Parameter& p : list_parameters(core)) {
    EXPECT_FALSE(p.source.empty()) << p.path;
    EXPECT_EQ(std::ranges::count(seen, p.path), 0) << p.path;
    seen.push_back(p.path);
  }
  EXPECT_GT(seen.size(), 5u);
}

}  // namespace
}  // namespace rc::sim::machine
