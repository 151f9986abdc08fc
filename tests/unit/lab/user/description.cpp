// SPDX-License-Identifier: Apache-2.0
// network.toml: what is refused, in one line with its place.
#include "sim/lab/user/description.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "hw_model/kernel/error.h"

namespace {

using namespace rc;
namespace fs = std::filesystem;

class Description : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "rc-network-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    std::ofstream(folder_ / "b.sv") << "module b; endmodule\n";
    std::ofstream(folder_ / "a.sv") << "module a; endmodule\n";
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string error_of(const std::string& text) {
    std::ofstream(folder_ / "network.toml") << text;
    try {
      sim::lab::read_network(folder_);
      return "none";
    } catch (const kernel::InputError& error) {
      return error.what();
    }
  }
  std::string with(const std::string& line) {
    return error_of("contract = 1\ntop = \"a\"\nsources = [\"*.sv\"]\n" + line);
  }

  fs::path folder_;
};

TEST_F(Description, FindsFilesInOrder) {
  EXPECT_EQ(with("flit_bits = 64\nparameters = { DEPTH = 4 }\n"), "none");
  const sim::lab::NetworkDescription read = sim::lab::read_network(folder_);
  ASSERT_EQ(read.sources.size(), 2u);
  EXPECT_EQ(fs::path(read.sources[0]).filename(), "a.sv");
  EXPECT_EQ(read.flit_bits, 64u);
  EXPECT_EQ(read.parameters[0].second, "4");
}

TEST_F(Description, SaysWhatToDoWithOtherSources) {
  for (const auto& [name, advice] :
       {std::pair{"n.vhd", "n.vhd: VHDL; translate it"}, std::pair{"N.scala", "N.scala: Scala; "},
        std::pair{"n.f", "n.f: a list of files; write its files here"},
        std::pair{"n.cpp", "n.cpp: C or C++; functions imported by DPI are not linked"}}) {
    std::ofstream(folder_ / name) << "\n";
    const std::string found =
        error_of(std::string("contract = 1\ntop = \"a\"\nsources = [\"") + name + "\"]\n");
    EXPECT_NE(found.find(":3: sources: "), std::string::npos) << found;
    EXPECT_NE(found.find(advice), std::string::npos) << found;
  }
}

TEST_F(Description, RefusesWhatItDoesNotKnow) {
  const std::string file = fs::weakly_canonical(folder_).string() + "/network.toml";
  EXPECT_EQ(with("flits = 3\n"), file + ":4: unknown key 'flits'; docs/network.md lists the keys");
  EXPECT_EQ(with("flit_bits = 7\n"), file + ":4: flit_bits: expected an integer from 8 to 1024");
  EXPECT_EQ(with("order = \"any\"\n"),
            file + ":4: order: expected one of kept, kept-if-taken, none");
  EXPECT_EQ(with("include_dirs = [\"no\"]\n"), file + ":4: include_dirs: no such file: no");
  EXPECT_EQ(with("self = 1\n"), file + ":4: self: expected true or false");
  EXPECT_EQ(error_of("top = \"a\"\n"), file + ": no 'contract': expected contract = 1");
  EXPECT_NE(error_of("contract = \n").find(":1: "), std::string::npos);
  EXPECT_EQ(with("self = t\nwords = 1\n").find('\n'), std::string::npos);
  std::string deep = "a";
  for (int i = 0; i < 40'000; ++i) deep += ".a";
  EXPECT_EQ(with(deep + " = 1\n"), file + ":4: names nested more than 32 deep");
  EXPECT_THROW(sim::lab::read_network(folder_ / "nowhere"), kernel::InputError);
}

// The C library's matcher would try for ever.
TEST_F(Description, RefusesPatternsOfManyStars) {
  const std::string name = std::string(250, 'a') + ".sv";
  std::ofstream(folder_ / name) << "\n";
  EXPECT_EQ(error_of("contract = 1\ntop = \"a\"\nsources = [\"*a*a*a*a*a*a*a*a*a*b\"]\n"),
            fs::weakly_canonical(folder_).string() +
                "/network.toml:3: sources: *a*a*a*a*a*a*a*a*a*b: expected at most 4 '*' in a name");
  EXPECT_EQ(error_of("contract = 1\ntop = \"a\"\nsources = [\"*a*.*v\"]\n"), "none");
}

}  // namespace
