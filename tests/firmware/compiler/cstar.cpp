// SPDX-License-Identifier: Apache-2.0
// rockcreek cc with sources in C*: the benchmarks give the results and send the messages of their
// versions in the C++ layer, and what users of a compiler expect.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/firmware/compiler/in_a_folder.h"

namespace {

using rc::test::CommandResult;
const std::string kRoot = ROCKCREEK_SOURCE_DIR;
const std::string kPrograms = kRoot + "/firmware/apps/cstar/";

class Cstar : public rc::test::InAFolder {
 protected:
  // What every node sent and received. Node 0 prints a time, too: its bytes differ.
  std::vector<long> messages(const std::string& image, int nodes, const std::string& arguments) {
    const CommandResult run =
        rockcreek("run " + image + " --machine ipsc860 --ues " + std::to_string(nodes) +
                  " --stats stats.json -- " + arguments);
    EXPECT_EQ(run.exit_code, 0) << image << ": " << run.out << run.error;
    EXPECT_NE(run.out.find("verified"), std::string::npos) << run.out;
    std::vector<long> found;
    const auto stats = nlohmann::json::parse(std::ifstream(dir_ / "stats.json"));
    for (const auto& node : stats.at("nodes")) {
      for (const char* what : {"sent", "received", "bytes_received"}) found.push_back(node[what]);
      if (node["node"] != 0) found.push_back(node["bytes_sent"]);
    }
    return found;
  }
};

class CstarBenchmark : public Cstar, public testing::WithParamInterface<const char*> {};

TEST_P(CstarBenchmark, GivesTheSameAndSendsTheSame) {
  const std::string name = GetParam();
  const bool grid =
      name == "shallow-2d" || name == "ocean" || name == "jacobi" || name == "red-black";
  const bool fixed = name == "shallow-1d" || name == "sieve";
  const std::string arguments = std::string(fixed ? "steps=1" : "steps=2") + " reduce=mesh" +
                                (grid    ? " size=12"
                                 : fixed ? ""
                                         : " size=32");
  must(rockcreek("cc -O1 -Wall -Werror -I" + kRoot + " " + kPrograms + name + ".cs " + kPrograms +
                 "benchmark.cpp " + kPrograms + "benchmark_c.cpp -o program.elf"));
  for (const int nodes : {1, 8})
    EXPECT_EQ(messages("program.elf", nodes, arguments),
              messages(FIRMWARE_APPS "/cstar-" + name + ".elf", nodes, arguments));
}

INSTANTIATE_TEST_SUITE_P(All, CstarBenchmark,
                         testing::Values("pi", "relprime", "fastmat1", "warshall", "gauss", "sieve",
                                         "shallow-1d", "shallow-2d", "ocean", "jacobi",
                                         "red-black"),
                         [](const auto& program) {
                           std::string name = program.param;
                           std::erase(name, '-');
                           return name;
                         });

// Shapes and variables of several files, allocated before main.
TEST_F(Cstar, SeveralFilesWithWhatTheyShare) {
  file("shared.h",
       "extern shape [10]a;\nextern int:a p;\nint:current square(int:current x);\nint "
       "limit(void);\n");
  file("main.cs",
       "#include <stdio.h>\n#include \"shared.h\"\nmain() {\n  int s = 0;\n  with(a) {\n    "
       "where(p < "
       "limit()) s += square(p);\n  }\n  if (CS__self.node == 0) printf(\"%d\\n\", s);\n  return "
       "0;\n}\n");
  file("square.cs",
       "#include \"shared.h\"\nshape [10]a;\nint:a p = 3, q;\nvoid same(void) { with(a) q = p; "
       "}\nint:current square(int:current x) { "
       "return x "
       "* x; }\n");
  file("limit.c", "int limit(void) { return LIMIT; }\n");
  must(rockcreek("cc -c square.cs"));
  must(rockcreek("cc --cstar -c -DLIMIT=4 limit.c"));
  must(rockcreek("cc main.cs square.o limit.o -o main.elf"));
  EXPECT_EQ(rockcreek("run main.elf --machine ipsc860 --ues 4").out, "[00] 90\n");
}

TEST_F(Cstar, TheLibraryForCAndCxx) {
  file("library.c",
       "#include \"cstar.h\"\nint main(void) {\n  int value;\n  CS__Setup();\n  value = "
       "CS__self.node;\n"
       "  int n = CS__self.nodes;\n  CS__Reduce(&value, CS__INT, CS__ADD, "
       "CS__allocate_shape_array_1(1, &n));\n  return value == 6 ? 0 : 1;\n}\n");
  file("layer.cpp",
       "#include \"cstar.hpp\"\nint main() {\n  using namespace cstar;\n  CS__Setup();\n  Shape "
       "a{8};\n"
       "  Pvar<int> p{a};\n  int s = 0;\n  with(a) {\n    p = pcoord(0);\n    where(p > 4) s += "
       "p;\n  }\n"
       "  return s == 18 ? 0 : 1;\n}\n");
  for (const std::string source :
       {"cc --cstar -Wall -Werror library.c", "c++ --cstar -Wall -Werror layer.cpp"}) {
    must(rockcreek(source + " -o program.elf"));
    must(rockcreek("run program.elf --machine ipsc860 --ues 4"));
  }
}

TEST_F(Cstar, ErrorsNameLineAndColumn) {
  file("bad.cs",
       "#include <stdio.h>\nshape [8]a;\nint main(void) {\n  int:a p;\n  with(a)   p =  ;\n}\n");
  CommandResult result = rockcreek("cc bad.cs -o bad.elf");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error, "rockcreek: error: bad.cs:5:18: expected an expression, found ';'\n");
  EXPECT_FALSE(std::filesystem::exists(dir_ / "bad.elf"));
  file("unknown.cs", "int main(void) {\n  int x;\n\n  x = y;\n}\n");
  result = rockcreek("cc unknown.cs");
  EXPECT_NE(result.exit_code, 0);
  EXPECT_NE(result.error.find("unknown.cs:4:"), std::string::npos) << result.error;
  file("missing.cs", "#include \"nowhere.h\"\n");
  result = rockcreek("cc missing.cs");
  EXPECT_NE(result.exit_code, 0);
  EXPECT_NE(result.error.find("missing.cs:1:"), std::string::npos) << result.error;
  EXPECT_EQ(
      rockcreek("cc --native bad.cs").error,
      "rockcreek: error: cc: --native: NX and C* programs run on the simulated machine only (see "
      "run --machine ipsc860)\n");
  EXPECT_EQ(rockcreek("cc -MM bad.cs").error,
            "rockcreek: error: cc: -MM with a source in C*: expected -MD or -MMD\n");
}

TEST_F(Cstar, PrintsTheCxxAndWritesDependencies) {
  file("part.h", "#define LENGTH 5\n");
  file("small.cs", "#include \"part.h\"\nshape [LENGTH]a;\n");
  const CommandResult cxx = rockcreek("cc -E small.cs");
  EXPECT_NE(cxx.out.find("::cstar::Shape a { static_cast<int>( 5 ) };"), std::string::npos);
  must(rockcreek("cc -MMD -c small.cs"));
  must(in_dir("grep -q part.h small.d && test -e small.o"));
}

}  // namespace
