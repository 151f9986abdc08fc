// SPDX-License-Identifier: Apache-2.0
// rockcreek cc: programs as users write them, compiled from elsewhere and run on the machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/firmware/compiler/in_a_folder.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

const std::string kSources = ROCKCREEK_SOURCE_DIR "/tests/firmware/compiler/programs/";
const std::string kCheckImage =
    ROCKCREEK_SOURCE_DIR "/tests/firmware/images/disassembly.sh i686-linux-gnu-objdump ";

class Compiler : public rc::test::InAFolder {
 protected:
  void expect_refused(const std::string& arguments, const std::vector<std::string>& parts) const {
    const CommandResult result = rockcreek(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.error;
    EXPECT_TRUE(result.error.starts_with("rockcreek: error: cc: ")) << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    for (const std::string& part : parts)
      EXPECT_NE(result.error.find(part), std::string::npos) << part << " in " << result.error;
  }
};

TEST_F(Compiler, SeveralFilesAStaticLibraryAndTheCLibraryAtEveryLevel) {
  must(rockcreek("cc -O2 -DFACTOR=3 -c " + kSources + "thrice.c -o thrice.o"));
  must(in_dir("i686-linux-gnu-ar rcs libthrice.a thrice.o"));
  for (const char* options :
       {"-O0 -g", "-O2 -std=gnu11", "-O3 -funroll-loops", "-Os -Wall -Werror"}) {
    must(rockcreek(std::string("cc ") + options + " " + kSources +
                   "hosted.c -o hosted.elf -L. -lthrice -lm"));
    const CommandResult run = rockcreek("run hosted.elf --ues 2 -- one 'two words'");
    EXPECT_EQ(run.exit_code, 0) << options;
    EXPECT_EQ(run.out, "[00] all as expected\n") << options;
    must(in_dir(kCheckImage + "hosted.elf"));
  }
}

TEST_F(Compiler, SourcesInSeveralLanguagesIncludesAndEveryStageByItself) {
  fs::create_directories(dir_ / "inc");
  file("inc/value.h", "#define VALUE 41\n");
  file("main.c", "#include <value.h>\nint plus(int);\nint main(void) { return plus(VALUE); }\n");
  file("plus.cpp", "extern \"C\" int plus(int value) { return value + ONE; }\n");
  must(rockcreek("cc -I inc -D ONE=1 main.c plus.cpp -o both.elf"));
  const CommandResult failing = rockcreek("run both.elf --ues 1");  // the firmware returned not 0
  EXPECT_EQ(failing.exit_code, 1);
  EXPECT_TRUE(failing.error.starts_with("rockcreek: UE 0 (core 0) returned ")) << failing.error;
  const CommandResult text = rockcreek("cc -Iinc -E main.c");
  EXPECT_NE(text.out.find("plus(41)"), std::string::npos) << text.error;
  must(rockcreek("cc -Iinc -S main.c && grep -q plus main.s"));
  must(rockcreek("cc -Iinc -DONE=1 -c main.c plus.cpp"));
  must(rockcreek("cc main.o plus.o -o linked.elf"));
  must(in_dir("cmp both.elf linked.elf"));
  must(in_dir("mkdir deep && cd deep && " + std::string(ROCKCREEK_SIM) +
              " cc -I../inc -DONE=-41 ../main.c ../plus.cpp"));
  must(rockcreek("run deep/a.out --ues 2"));
}

TEST_F(Compiler, TheLauncherFromAnyFolder) {
  file("x.c", "#include <stdio.h>\nint main(void) { puts(\"here\"); }\n");
  const std::string launcher =
      "ROCKCREEK_PRESET=" ROCKCREEK_PRESET_NAME " " ROCKCREEK_SOURCE_DIR "/rockcreek ";
  must(in_dir(launcher + "cc x.c -o x.elf"));
  EXPECT_EQ(in_dir(launcher + "run x.elf --ues 1").out, "here\n");
}

TEST_F(Compiler, TheContainersOfCxx) {
  for (const char* options : {"-O0", "-O2 -std=c++20"}) {
    must(rockcreek(std::string("c++ ") + options + " " + kSources +
                   "containers.cpp -o containers.elf"));
    const CommandResult run = rockcreek("run containers.elf --ues 1");
    EXPECT_EQ(run.exit_code, 1) << "abort";
    EXPECT_EQ(run.out, "all as expected\n");
    EXPECT_NE(run.error.find("'std::out_of_range'"), std::string::npos) << run.error;
    EXPECT_NE(run.error.find("what():  vector"), std::string::npos) << run.error;
  }
}

TEST_F(Compiler, ConstructorsRunBeforeMainAndDestructorsAfter) {
  file("order.cpp",
       "#include <cstdio>\n"
       "struct S { S() { std::puts(\"in\"); } ~S() { std::puts(\"out\"); } } s;\n"
       "int main() { std::puts(\"main\"); }\n");
  must(rockcreek("c++ order.cpp"));
  EXPECT_EQ(rockcreek("run a.out --ues 1").out, "in\nmain\nout\n");
}

TEST_F(Compiler, TheMacrosOfTheProgramChooseTheLibraries) {
  for (const auto& [options, printed] :
       {std::pair{"", "basic, 32 flags to a line, shared memory not cached"},
        {"-DGORY", "gory, 32 flags to a line, shared memory not cached"},
        {"-D GORY=1 -DSINGLEBITFLAGS", "gory, 256 flags to a line, shared memory not cached"},
        {"-DGORY -DBIGFLAGS", "gory, 1 flags to a line, shared memory not cached"},
        {"-DSINGLEBITFLAGS", "basic, 256 flags to a line, shared memory not cached"},
        {"-DGORY -DBIGFLAGS -U GORY", "basic, 1 flags to a line, shared memory not cached"},
        {"-DSHMADD_CACHEABLE", "basic, 32 flags to a line, shared memory cached"},
        {"-DSHMADD_CACHEABLE -DSINGLEBITFLAGS", "basic, 256 flags to a line, shared memory cached"},
        {"-DUSE_RCCE_COMM", "basic, 32 flags to a line, shared memory not cached"}}) {
    must(rockcreek("cc " + kSources + "kind.c -o kind.elf " + options));
    EXPECT_EQ(rockcreek("run kind.elf --ues 1").out, std::string(printed) + "\n") << options;
  }
}

TEST_F(Compiler, HandlersOfNxInCxx) {
  must(rockcreek("c++ --nx -Wall -Werror " + kSources + "handlers.cpp -o handlers.elf"));
  EXPECT_EQ(rockcreek("run handlers.elf --machine ipsc860 --ues 2").out, "[00] all came\n");
}

TEST_F(Compiler, CopiesByWordsMoveTheSameBytes) {
  const std::string check = ROCKCREEK_SOURCE_DIR "/firmware/apps/checks/rcce_check/";
  for (const char* options :
       {"rcce_check.cpp", "gory_check.cpp -DGORY", "rcce_check.cpp -DBIGFLAGS"}) {
    must(rockcreek("c++ -O2 -std=c++20 -I " ROCKCREEK_SOURCE_DIR " -DRCCE_COPY_WORDS " + check +
                   options + " -o check.elf"));
    must(in_dir("i686-linux-gnu-objdump -d check.elf | grep -q 'rep movsl'"));
    must(rockcreek("run check.elf --ues 3"));
  }
}

TEST_F(Compiler, SharedMemoryHasTheOriginalsSizes) {
  file("size.c", "#include \"RCCE.h\"\n_Static_assert(RCCE_SHM_SIZE_MAX == SIZE, \"\");\n");
  must(rockcreek("cc -c size.c -DSIZE=0x4000000"));
  must(rockcreek("cc -c size.c -DSIZE=0x20000000 -DSHMADD"));
}

TEST_F(Compiler, SharedMemoryOfHalfAGigabyte) {
  const std::string source = " " + kSources + "much_shared.c -o shared";
  for (const char* options : {"-DSHMADD", "-DSHMADD -DSHMADD_CACHEABLE", "-DSHMADD -DGORY"}) {
    must(rockcreek("cc -O2 -Wall -Werror " + std::string(options) + source + ".elf"));
    EXPECT_EQ(rockcreek("run shared.elf --ues 5").out, "[00] 512 MB, each line as written\n")
        << options;
  }
  must(rockcreek("cc -O2 -Wall -Werror" + source + ".elf"));
  EXPECT_EQ(rockcreek("run shared.elf --ues 5").out, "[00] 64 MB, each line as written\n");
  must(rockcreek("cc --native -DSHMADD" + source));
  EXPECT_EQ(rockcreek("run --native shared --ues 3").out, "[00] 512 MB, each line as written\n");
}

TEST_F(Compiler, TimeSleepAndMemoryOfTheCLibrary) {
  const std::string source = kSources + "waiting.c";
  must(rockcreek("cc -O2 -Wall -Werror " + source + " -o waiting.elf"));
  EXPECT_EQ(rockcreek("run waiting.elf --cores 5").out, "rck05\n");
  must(rockcreek("cc --nx " + source + " -o node.elf"));
  must(rockcreek("run node.elf --machine ipsc860 --ues 2"));
  must(rockcreek("c++ -x c++ " + source + " -o cxx.elf"));
  must(rockcreek("run cxx.elf --ues 2"));
  must(rockcreek("cc --native " + source + " -o waiting"));
  must(rockcreek("run --native waiting --ues 2"));
}

TEST_F(Compiler, HeadersOfCxx) {
  std::string all, reversed;
  for (const std::string name :
       {"algorithm", "array",       "bitset",       "charconv",      "chrono",  "complex",
        "deque",     "functional",  "forward_list", "iterator",      "list",    "map",
        "memory",    "numeric",     "optional",     "queue",         "random",  "set",
        "string",    "string_view", "tuple",        "unordered_map", "utility", "unordered_set",
        "valarray",  "variant",     "vector"}) {
    const std::string line = "#include <" + name + ">\n";
    all += line;
    reversed = line + reversed;
  }
  file("all.cpp", all);
  file("reversed.cpp", reversed);
  const auto expect_no = [&](const std::string& name, const std::string& before) {
    file("x.cpp", before + "#include <" + name + ">\n");
    const CommandResult result = rockcreek("c++ -fsyntax-only -std=c++20 x.cpp");
    EXPECT_NE(result.error.find("error: #error \"<" + name + ">: "), std::string::npos)
        << name << result.error;
  };
  must(rockcreek("c++ -fsyntax-only -std=c++17 all.cpp reversed.cpp"));
  must(rockcreek("c++ -fsyntax-only -std=c++20 all.cpp reversed.cpp"));
  for (const char* name : {"thread", "future", "condition_variable", "filesystem"}) {
    expect_no(name, "");
    expect_no(name, all + "#include <mutex>\n");
  }
}

TEST_F(Compiler, RegistersBeneathRcce) {
  const std::string source = kSources + "registers.c";
  for (const char* options : {"-O2 -Wall -Werror", "-DGORY", "-DBIGFLAGS", "-DSINGLEBITFLAGS"}) {
    must(rockcreek("cc " + source + " -o registers.elf " + options));
    must(rockcreek("run registers.elf --cores 0,1,47"));
  }
  must(rockcreek("c++ -x c++ " + source + " -o registers.elf"));
  must(rockcreek("cc --native " + source + " -o registers"));
  must(rockcreek("run --native registers --cores 0,1,47"));
  // Programs see the map alone and no other header of the models.
  file("inner.c", "#include \"hw_model/cpu/core.h\"\n");
  EXPECT_NE(rockcreek("cc -c inner.c").error.find("No such file"), std::string::npos);
  EXPECT_NE(rockcreek("cc --native -c inner.c").error.find("No such file"), std::string::npos);
}

TEST_F(Compiler, ProgramsForNx) {
  must(rockcreek("cc --nx -O2 -Wall -Werror " + kSources + "cube.c -o cube.elf"));
  EXPECT_EQ(rockcreek("run cube.elf --machine ipsc860 --ues 4 -- 10").out,
            "[00] 4 nodes add up to 40\n");
  const std::string cube = std::string(ROCKCREEK_SIM) + " cube --system ./system.json ";
  must(in_dir(cube + "getcube -t8 | cat"));
  EXPECT_EQ(in_dir(cube + "load cube.elf 5").out, "[00] 8 nodes add up to 40\n");

  must(rockcreek("c++ --nx -x c++ -DSHMADD_CACHEABLE " + kSources + "cube.c -o cxx.elf -lm"));
  must(rockcreek("run cxx.elf --machine ipsc860 --ues 2"));
  must(in_dir("i686-linux-gnu-gcc $(" ROCKCREEK_SIM " cc --nx --print-cflags) -c " + kSources +
              "cube.c"));
  must(in_dir("i686-linux-gnu-gcc cube.o -o own.elf $(" ROCKCREEK_SIM " cc --nx --print-libs)"));
  must(rockcreek("run own.elf --machine ipsc860 --ues 2"));

  // Each library is for one machine.
  file("rcce.c", "#include \"RCCE.h\"\n");
  EXPECT_NE(rockcreek("cc --nx -c rcce.c").error.find("RCCE.h: No such file"), std::string::npos);
  EXPECT_NE(rockcreek("cc -c " + kSources + "cube.c").error.find("nx.h: No such file"),
            std::string::npos);
  expect_refused("cc --nx --native rcce.c", {"cc: --native: NX and C"});
}

TEST_F(Compiler, PowerManagement) {
  file("power.c",
       "#include <stdio.h>\n#include \"RCCE.h\"\n"
       "int RCCE_APP(int argc, char **argv) {\n  RCCE_init(&argc, &argv);\n"
       "  if (RCCE_ue() == 0) printf(\"%d of us\\n\", RCCE_power_domain_size());\n"
       "  RCCE_finalize();\n}\n");
  must(rockcreek("cc -DRC_POWER_MANAGEMENT power.c -o power.elf"));
  EXPECT_EQ(rockcreek("run power.elf --cores 0,1,2,12").out, "[00] 4 of us\n");
  EXPECT_NE(rockcreek("cc -Werror=implicit-function-declaration power.c").exit_code, 0);
}

TEST_F(Compiler, FlagsForAnotherBuildSystem) {
  file("x.c", "#include \"RCCE.h\"\nint main(int n, char **v) { return RCCE_init(&n, &v); }\n");
  must(in_dir("i686-linux-gnu-gcc -O1 $(" ROCKCREEK_SIM " cc --print-cflags) -c x.c -o x.o"));
  must(in_dir("i686-linux-gnu-gcc x.o -o x.elf $(" ROCKCREEK_SIM " cc --print-libs)"));
  must(rockcreek("run x.elf --ues 3"));
  EXPECT_EQ(rockcreek("cc --print-flags").out.find("librcce_gory"), std::string::npos);
  EXPECT_NE(rockcreek("cc --print-flags -DGORY").out.find("librcce_gory"), std::string::npos);
}

TEST_F(Compiler, CMakeToolchainFile) {
  const std::string sdk = ROCKCREEK_SOURCE_DIR "/firmware/sdk/";
  must(in_dir("export ROCKCREEK_PRESET=" ROCKCREEK_PRESET_NAME " && cmake -S " + sdk +
              "example -B build -G Ninja -DCMAKE_TOOLCHAIN_FILE=" + sdk +
              "rockcreek.cmake -DROCKCREEK_UES=6 && cmake --build build && "
              "ctest --test-dir build --output-on-failure"));
  EXPECT_EQ(rockcreek("run build/ring.elf --ues 3 -- 2").out, "[00] after 2 rounds of 3 UEs: 8\n");
}

TEST_F(Compiler, CMakeToolchainFileForNx) {
  file("CMakeLists.txt",
       "cmake_minimum_required(VERSION 3.25)\nproject(cube LANGUAGES C)\nenable_testing()\n"
       "add_executable(cube " +
           kSources + "cube.c)\nadd_test(NAME cube COMMAND cube 3)\n");
  must(in_dir("export ROCKCREEK_PRESET=" ROCKCREEK_PRESET_NAME
              " && cmake -B build -G Ninja -DROCKCREEK_NX=ON -DROCKCREEK_UES=4 "
              "-DCMAKE_TOOLCHAIN_FILE=" ROCKCREEK_SOURCE_DIR
              "/firmware/sdk/rockcreek.cmake && cmake --build build && "
              "ctest --test-dir build --output-on-failure"));
}

TEST_F(Compiler, DebugInformationNamesTheLine) {
  file("g.c", "int main(void) {\n  volatile int zero = 0;\n  return 7 / zero;\n}\n");
  must(rockcreek("cc -g g.c -o g.elf"));
  const CommandResult run = rockcreek("run g.elf --ues 1");
  EXPECT_EQ(run.exit_code, 3);
  const auto at = run.error.find("EIP 0x");
  ASSERT_NE(at, std::string::npos) << run.error;
  const CommandResult line =
      in_dir("i686-linux-gnu-addr2line -e g.elf " + run.error.substr(at + 4, 10));
  EXPECT_NE(line.out.find("g.c:3"), std::string::npos) << line.out << run.error;
}

TEST_F(Compiler, AProgramMayLieInLibrariesOnly) {
  file("m.c", "int part(void);\nint main(void) { return part(); }\n");
  file("p.c", "int part(void) { return 7; }\n");
  for (const std::string native : {"", "--native "}) {
    must(rockcreek("cc " + native + "-c m.c p.c"));
    must(in_dir("rm -f *.a; ar rcs libo.a m.o && ar rcs libp.a p.o"));
    must(rockcreek("cc " + native + "-L. -lo -lp -o y.elf"));
    const CommandResult run = rockcreek("run " + native + "./y.elf --ues 2");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.error, "rockcreek: UE 0 (core 0) returned 7, UE 1 (core 1) returned 7\n");
  }
  const CommandResult nothing = rockcreek("cc -L. -lp -o z.elf");
  EXPECT_NE(nothing.exit_code, 0);
  EXPECT_NE(nothing.error.find("main"), std::string::npos) << nothing.error;
}

TEST_F(Compiler, BadInputIsOneLine) {
  file("x.c", "int main(void) { return 0; }\n");
  expect_refused("cc", {"no input files"});
  expect_refused("cc -O2 -o x.elf", {"no input files"});
  expect_refused("cc -c -lrcce", {"no input files"});
  expect_refused("cc nowhere.c", {"nowhere.c", "no such file"});
  expect_refused("cc .", {"is a directory"});
  expect_refused("cc x.c -o", {"-o", "value is missing"});
  expect_refused("cc x.c -lfoo -L lib", {"-lfoo", "libfoo.a", "lib"});
  expect_refused("cc x.c -fopenmp", {"-fopenmp", "one thread"});
  expect_refused("cc x.c -shared", {"-shared"});
  expect_refused("cc x.c -march=i686", {"-march=i686", "i586"});
  expect_refused("cc x.c -msse2", {"-msse2", "i586"});
  expect_refused("cc x.c --stack", {"--stack", "value is missing"});
  for (const char* size : {"0", "8G", "-1", "1K", "2000M", "x", "M"})
    expect_refused(std::string("cc x.c --stack ") + size, {"--stack", size, "16K to 1000M"});
  expect_refused("cc x.c -DSINGLEBITFLAGS -DBIGFLAGS", {"no RCCE", "BIGFLAGS and SINGLEBITFLAGS"});
}

// Programs see files below --files, and no others.
class CompilerFiles : public Compiler {
 protected:
  void SetUp() override {
    Compiler::SetUp();
    must(rockcreek("cc " + kSources + "files.c -o files.elf"));
    fs::create_directories(dir_ / "shared/sub");
    file("outside", "secret");
    file("shared/inside", "data");
    fs::create_symlink("../outside", dir_ / "shared/out");
    fs::create_symlink(dir_ / "shared/inside", dir_ / "shared/absolute");
    fs::create_symlink("..", dir_ / "shared/up");
    fs::create_symlink("../inside", dir_ / "shared/sub/in");
    must(in_dir("mkfifo shared/pipe"));
  }
  std::string attempt(const std::string& what, const std::string& path) const {
    const std::string command =
        "run --files shared --ues 1 files.elf -- " + what + " '" + path + "'";
    std::string out = rockcreek(command).out;
    if (!out.empty()) out.pop_back();
    return out;
  }
};

TEST_F(CompilerFiles, AreTheHosts) {
  const CommandResult run = rockcreek("run --files shared --ues 1 files.elf -- round-trip");
  EXPECT_EQ(run.out, "as expected\n") << run.error;
  EXPECT_EQ(fs::file_size(dir_ / "shared/sub/numbers.txt"), 30003u);
  EXPECT_EQ(attempt("unlink", "sub/numbers.txt"), "done");
  EXPECT_FALSE(fs::exists(dir_ / "shared/sub/numbers.txt"));
  EXPECT_EQ(attempt("unlink", "sub/numbers.txt"), "No such file or directory");
  EXPECT_EQ(attempt("create", "new"), "done");
  EXPECT_TRUE(fs::exists(dir_ / "shared/new"));
}

TEST_F(CompilerFiles, NothingLeadsOutOfTheDirectory) {
  EXPECT_EQ(attempt("read", "inside"), "done");
  EXPECT_EQ(attempt("read", "sub/../inside"), "done");
  EXPECT_EQ(attempt("read", "sub/in"), "done");
  const std::string outside = (dir_ / "outside").string();
  for (const std::string& path :
       {std::string("../outside"), std::string("sub/../../outside"), std::string("out"),
        std::string("absolute"), std::string("up/outside"), outside, std::string("/dev/null"),
        std::string("/proc/self/root") + outside, std::string("pipe")}) {
    EXPECT_EQ(attempt("read", path), "Permission denied") << path;
    EXPECT_EQ(attempt("create", path), "Permission denied") << path;
  }
  EXPECT_EQ(attempt("create", "../fresh"), "Permission denied");
  EXPECT_FALSE(fs::exists(dir_ / "fresh"));
  for (const std::string& path : {std::string("../outside"), std::string("up/outside"), outside})
    EXPECT_EQ(attempt("unlink", path), "Permission denied") << path;
  EXPECT_EQ(attempt("unlink", "out"), "done");  // the link, not what it points at
  EXPECT_EQ(fs::file_size(dir_ / "outside"), 6u);
  EXPECT_EQ(fs::file_size(dir_ / "shared/inside"), 4u);
}

TEST_F(CompilerFiles, AreNoneByDefault) {
  const CommandResult run = rockcreek("run --ues 1 files.elf -- read outside");
  EXPECT_EQ(run.out, "Permission denied\n");
  const CommandResult missing = rockcreek("run --files nowhere --ues 1 files.elf -- read x");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.error, "rockcreek: error: --files nowhere: No such file or directory\n");
  EXPECT_EQ(rockcreek("run --files outside --ues 1 files.elf -- read x").exit_code, 2);
}

TEST_F(CompilerFiles, EveryUeHasDescriptorsOfItsOwn) {
  must(rockcreek("run --files shared --ues 6 files.elf -- by-ue"));
  for (int ue = 0; ue < 6; ++ue) {
    std::ifstream written(dir_ / ("shared/ue" + std::to_string(ue)));
    int number = -1, descriptor = -1;
    EXPECT_TRUE(written >> number >> descriptor && number == ue && descriptor == 3) << ue;
  }
}

TEST_F(Compiler, ErrorsOfTheProgramAreTheCompilers) {
  file("bad.c", "int main(void) { return x; }\n");
  const CommandResult bad = rockcreek("cc bad.c");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.error.find("bad.c:1"), std::string::npos) << bad.error;
  EXPECT_NE(rockcreek("cc --version").out.find("Free Software"), std::string::npos);
}

}  // namespace
