// SPDX-License-Identifier: Apache-2.0
// Native runs: programs print what they print on the simulated machine, and every error ends the
// run with one clear line.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;
using rc::test::run_command;

const std::string kRun = std::string(ROCKCREEK_SIM) + " run ";

std::string app(const std::string& name, const char* kind) {
  return std::string(FIRMWARE_APPS) + "/" + name + kind;
}

CommandResult native(const std::string& arguments) {
  return run_command("timeout 60 " + kRun + "--native " + arguments);
}

// Lines sorted, so that the order of arrival does not matter, and without times.
std::vector<std::string> timeless(const std::string& text) {
  static const std::regex duration(R"([0-9.]+ ms)"), share(R"(.*UE \d+ marked \d+ blocks)");
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!std::regex_match(line, share)) lines.push_back(std::regex_replace(line, duration, "T ms"));
  std::ranges::sort(lines);
  return lines;
}

struct Case {
  std::string program, options;

  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.program << " " << c.options; }
};

class NativeAndMachine : public ::testing::TestWithParam<Case> {};

TEST_P(NativeAndMachine, PrintTheSame) {
  const auto& [program, options] = GetParam();
  const CommandResult here = native(program + " " + options);
  const CommandResult there = run_command(kRun + app(program, ".elf") + " " + options);
  EXPECT_EQ(here.exit_code, there.exit_code) << here.error << there.error;
  EXPECT_EQ(timeless(here.out), timeless(there.out));
  EXPECT_EQ(timeless(here.error), timeless(there.error));
  EXPECT_FALSE(here.out.empty() && here.error.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Programs, NativeAndMachine,
    ::testing::Values(Case{"hello", "--ues 48"}, Case{"hello", "--cores 0,5,47"},
                      Case{"heat", "--ues 1"}, Case{"heat", "--ues 12"}, Case{"heat", "--ues 47"},
                      Case{"sort", "--ues 3"}, Case{"sort", "--ues 48"}, Case{"matmul", "--ues 12"},
                      Case{"stencil", "--ues 12"}, Case{"share", "--ues 3 -- 2000"},
                      Case{"ep", "--ues 3 -- 12"}, Case{"ep", "--ues 48 -- 12"},
                      Case{"cg", "--ues 2 -- 24"}, Case{"cg", "--ues 3 -- 24"},
                      Case{"rcce_check", "--ues 2 -- errors barrier bcast locks comm_split"},
                      Case{"gory_check", "--ues 12"},
                      Case{"conformance_misuse", "--ues 1 -- debug"},
                      Case{"ircce_check", "--ues 2 -- unmatched"}, Case{"heat", "--ues 3 -- 2"},
                      Case{"cg", "--ues 2 -- -1"}),
    [](const auto& test) { return test.param.program + "_" + std::to_string(test.index); });

// One line, beginning as every error does, with all of `parts` in it.
void expect_error(const CommandResult& result, int exit_code,
                  const std::vector<std::string>& parts) {
  EXPECT_EQ(result.exit_code, exit_code) << result.error;
  EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
  for (const std::string& part : parts)
    EXPECT_NE(result.error.find(part), std::string::npos)
        << "no '" << part << "' in: " << result.error;
}

TEST(Native, DeathOfOneEndsAll) {
  expect_error(native("one_fails --ues 12 -- abort"), 3, {"UE 1 on core 1", "Aborted", "signal 6"});
  expect_error(native("one_fails --cores 4,9 -- null"), 3,
               {"UE 1 on core 9", "Segmentation fault", "signal 11"});
}

// As on the machine, in the program's words.
TEST(Native, AFaultNamesItsLineAndItsCaller) {
  const fs::path program = fs::temp_directory_path() / ("faults" + std::to_string(::getpid()));
  const std::string source = program.string() + ".c", at = " (" + source + ":";
  std::ofstream(source) << R"(#include <assert.h>
#include "RCCE.h"
static int* volatile nowhere;
static void (* volatile nothing)(void);
static volatile int zero;
static int sum(const int* p) { return p[zero]; }
static int deep(int n) { volatile char room[4000]; room[n % 4] = n; return deep(n + 1) + room[1]; }
int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  if (RCCE_ue() == 1) switch (argv[1][0]) {
    case 'r': return sum(nowhere);
    case 'd': return 7 / zero;
    case 'm': return (-2147483647 - 1) / (zero - 1);
    case 'n': nothing(); break;
    case 's': return deep(1);
    case 'a': assert(zero == 1);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  return RCCE_finalize();
}
)";
  const CommandResult made =
      run_command(ROCKCREEK_SIM " cc --native " + source + " -o " + program.string());
  ASSERT_EQ(made.exit_code, 0) << made.error;
  const std::pair<const char*, std::string> faults[] = {
      {"r",
       "(signal 11): a null pointer is read in sum" + at + "6), called from main" + at + "11)"},
      {"d", "(signal 8): a division by zero or INT_MIN / -1 in main" + at + "12)"},
      {"m", "(signal 8): a division by zero or INT_MIN / -1 in main" + at + "13)"},
      {"n", "(signal 11): a jump to nowhere in main" + at + "14)"},
      {"s", "(signal 11): stack overflow in deep" + at + "7); --stack SIZE"}};
  for (const auto& [word, text] : faults)
    expect_error(native(program.string() + " --ues 3 -- " + word), 3, {"UE 1 on core 1", text});
  const CommandResult failed = native(program.string() + " --ues 3 -- a");
  EXPECT_NE(failed.error.find("(signal 6): in __assert_fail, called from main" + at + "16)\n"),
            std::string::npos)
      << failed.error;
  fs::remove(program);
  fs::remove(source);
}

TEST(Native, AnErrorStatusEndsAll) {
  const auto start = std::chrono::steady_clock::now();
  expect_error(native("one_fails --ues 3 -- return"), 1,
               {"UE 1 (core 1) returned 5; 2 that still ran"});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  expect_error(native("one_fails --ues 3 -- return_256"), 1, {"UE 1 (core 1) returned 1; 2 that"});
}

TEST(Native, TheTimeIsUp) {
  expect_error(native("deadlock --ues 4 --max-time 0.5"), 3,
               {"not finished after 0.5 s", "4 of 4"});
  expect_error(native("one_fails --ues 3 --max-time 0.5 -- exit"), 3, {"2 of 3"});
}

// Everything but the machine's time and instructions.
TEST(Native, ADeadlockIsReportedAsOnTheMachine) {
  const CommandResult here = native("deadlock --ues 4");
  const CommandResult there = run_command(kRun + app("deadlock", ".elf") + " --ues 4");
  static const std::regex more(R"(; nothing has changed[^\n]*|EIP [^\n]*(?=polls))");
  EXPECT_EQ(here.error, std::regex_replace(there.error, more, ""));
  EXPECT_EQ(here.exit_code, 3);
}

TEST(Native, ADeadlockNamesCallLineAndLock) {
  const std::string source = ROCKCREEK_SOURCE_DIR "/firmware/apps/checks/bad_input/hangs.c";
  const fs::path program = fs::temp_directory_path() / ("hangs" + std::to_string(::getpid()));
  const CommandResult made =
      run_command(ROCKCREEK_SIM " cc --native " + source + " -o " + program.string());
  ASSERT_EQ(made.exit_code, 0) << made.error;
  const CommandResult hung = native(program.string() + " --cores 4,9,11 -- lock");
  EXPECT_EQ(hung.exit_code, 3);
  // Which of them took it is the host's.
  static const std::regex waits(
      R"(RCCE_acquire_lock, in main \((\S+)\): waits until the lock of UE 0 is free, )"
      R"(which UE (\d) holds; polls register 0x200)");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(hung.error, found, waits)) << hung.error;
  EXPECT_EQ(found[1], source + ":14");
  const std::string holder = "(UE " + found[2].str() + "): RCCE_finalize, in main (" + source +
                             ":17): waits in a barrier for ";
  EXPECT_NE(hung.error.find(holder), std::string::npos) << holder << " in " << hung.error;
  fs::remove(program);
}

// By itself or by a fault.
TEST(Native, AForgottenRcceInitIsNamed) {
  const fs::path program = fs::temp_directory_path() / ("no_init" + std::to_string(::getpid()));
  const fs::path source = program.string() + ".c";
  std::ofstream(source) << R"(#include "RCCE.h"
    static int *volatile nowhere;
    int main(int argc, char **argv) {
      char data[4];
      if (argv[1][0] == 'i') RCCE_init(&argc, &argv);
      if (argv[1][0] == 'f') *nowhere = 1;
      RCCE_send(data, 4, 9);
      return 0;
    })";
  const CommandResult made = run_command(std::string(ROCKCREEK_SIM) + " cc --native " +
                                         source.string() + " -o " + program.string());
  EXPECT_EQ(made.exit_code, 0) << made.error;
  EXPECT_EQ(native(program.string() + " --ues 3 -- i").error, "");
  EXPECT_EQ(native(program.string() + " --ues 3 -- e").error,
            "rockcreek: note: UE 0, UE 1, UE 2 never called RCCE_init\n");
  EXPECT_NE(
      native(program.string() + " --ues 1 -- f").error.find("; UE 0 never called RCCE_init\n"),
      std::string::npos);
  fs::remove(source);
  fs::remove(program);
}

TEST(Native, ALoopThatEndsByItselfIsNoDeadlock) {
  const fs::path program = fs::temp_directory_path() / ("polls" + std::to_string(::getpid()));
  const fs::path source = program.string() + ".c";
  std::ofstream(source) << R"(#include "RCCE.h"
    int main(int argc, char **argv) {
      int test = 0;
      RCCE_init(&argc, &argv);
      const double start = RCCE_wtime();
      if (RCCE_ue() == 0)
        while (RCCE_wtime() < start + 2.2 && test == 0) RCCE_recv_test((char *)&test, 4, 1, &test);
      return RCCE_finalize();
    })";
  const CommandResult made = run_command(std::string(ROCKCREEK_SIM) + " cc --native " +
                                         source.string() + " -o " + program.string());
  EXPECT_EQ(made.exit_code, 0) << made.error;
  const CommandResult run = native(program.string() + " --ues 3");
  EXPECT_EQ(run.exit_code, 0) << run.error;
  fs::remove(source);
  fs::remove(program);
}

TEST(Native, BadUse) {
  expect_error(native("no_such_program"), 2, {"no_such_program"});
  expect_error(native(app("hello", ".elf")), 2, {"hello.elf", "--native"});
  expect_error(native(std::string(ROCKCREEK_SIM)), 2, {"not a native program"});
  expect_error(native("/dev/null"), 2, {"/dev/null"});
  expect_error(native("hello --ues 49"), 2, {"--ues 49"});
  expect_error(native("hello --cores 1,x"), 2, {"--cores"});
  for (const char* timed :
       {"--stats x", "--trace x", "--machine scc", "--set a.b=1", "--router model", "--quantum 0",
        "--no-fast-forward", "--dcm rtl", "--network ring", "--trace-limit 5"}) {
    const std::string option(std::string_view(timed).substr(0, std::string_view(timed).find(' ')));
    expect_error(native(std::string("hello ") + timed), 2, {option + ": has no effect"});
  }
  expect_error(run_command(app("hello", ".native")), 126, {"rockcreek native"});
}

std::set<std::string> options_of(const std::string& verb) {
  static const std::regex kOption(R"(\n  (--[a-z-]+))");
  const std::string help = run_command(std::string(ROCKCREEK_SIM) + " " + verb + " --help").out;
  std::set<std::string> options;
  for (std::sregex_iterator it(help.begin(), help.end(), kOption), end; it != end; ++it)
    options.insert((*it)[1]);
  return options;
}

// An option of `run` has an effect natively, and the verb lists it, or is refused by name.
TEST(Native, EveryOptionOfRunIsListedOrRefused) {
  const std::set<std::string> listed = options_of("native"), all = options_of("run");
  EXPECT_TRUE(listed.contains("--ues"));
  EXPECT_TRUE(std::ranges::includes(all, listed));
  for (const std::string& option : all) {
    if (listed.contains(option) || option == "--native") continue;
    SCOPED_TRACE(option);
    bool by_name = false;
    for (const char* value : {"", "=1", "=0", "=rtl"}) {
      const CommandResult refused = native("hello --ues 1 " + option + value);
      expect_error(refused, 2, {});
      for (const char* reason : {": has no effect on a native run", " requires ", " excludes "})
        by_name = by_name || refused.error.find(option + reason) != std::string::npos ||
                  refused.error.find(reason + option) != std::string::npos;
    }
    EXPECT_TRUE(by_name);
  }
}

TEST(Native, TheVerbIsRunNative) {
  const std::string verb = "timeout 60 " + std::string(ROCKCREEK_SIM) + " native ";
  const CommandResult here = run_command(verb + "heat --ues 3 --max-time 50 -- 24 10");
  EXPECT_EQ(here.exit_code, 0) << here.error;
  EXPECT_EQ(timeless(here.out), timeless(native("heat --ues 3 --max-time 50 -- 24 10").out));
  expect_error(run_command(verb), 2, {"image"});
  expect_error(run_command(verb + "hello --stats x"), 2,
               {"--stats: has no effect on a native run"});
}

// rockcreek cc --native, from elsewhere.
class NativeCompiler : public ::testing::Test {
 protected:
  fs::path dir_ = fs::temp_directory_path() / ("rockcreek native " + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(dir_); }
  void TearDown() override { fs::remove_all(dir_); }
  CommandResult in_dir(const std::string& command) const {
    return run_command("cd '" + dir_.string() + "' && { " + command + "; }");
  }
  void file(const std::string& name, const std::string& text) const {
    std::ofstream(dir_ / name) << text;
  }
  static std::string rockcreek(const std::string& arguments) {
    return std::string(ROCKCREEK_SIM) + " " + arguments;
  }
};

TEST_F(NativeCompiler, OneSourceForBoth) {
  const std::string apps = ROCKCREEK_SOURCE_DIR "/firmware/apps/examples/programs/";
  for (const std::string program : {"heat", "stencil", "sort"}) {
    const std::string source =
        apps + program + ".c -O2 -lm" + (program == "stencil" ? " -DGORY" : "");
    for (const std::string native : {"", "--native "}) {
      const auto made = in_dir(
          rockcreek("cc " + native + source + " -o program" + (native.empty() ? ".elf" : "")));
      EXPECT_EQ(made.exit_code, 0) << made.error;
    }
    const auto here = in_dir(rockcreek("native program --ues 3"));
    const auto there = in_dir(rockcreek("run program.elf --ues 3"));
    EXPECT_EQ(here.exit_code, 0) << here.error;
    EXPECT_EQ(timeless(here.out), timeless(there.out));
    EXPECT_FALSE(here.out.empty());
  }
}

TEST_F(NativeCompiler, CxxSanitizersAndFiles) {
  file("program.cpp",
       "#include <fstream>\n#include <iostream>\n#include <string>\n#include <vector>\n"
       "#include \"RCCE_lib.h\"\n#include \"iRCCE.h\"\n#include \"SCC_API.h\"\n"
       "int RCCE_APP(int argc, char** argv) {\n"
       "  RCCE_init(&argc, &argv);\n  iRCCE_init();\n  std::string word;\n"
       "  std::ifstream(\"name\") >> word;\n"
       "  std::cout << word << RC_COREID[RCCE_ue()] << Z_PID(5) << '\\n';\n"
       "  std::vector<int> three(3);\n  RCCE_finalize();\n"
       "  return argc > 1 ? *(three.data() + 3) : 0;\n}\n");
  file("name", "core");
  const auto made = in_dir(rockcreek("c++ --native -g -fsanitize=address program.cpp -o program"));
  ASSERT_EQ(made.exit_code, 0) << made.error;
  const auto run = in_dir("cd / && " + rockcreek("run --native --cores 7 --files ") + "'" +
                          dir_.string() + "' '" + (dir_ / "program").string() + "'");
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(run.out, "core71\n");
  const auto bad = in_dir(rockcreek("run --native program --ues 1 -- x"));
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.error.find("heap-buffer-overflow"), std::string::npos) << bad.error;
  expect_error(in_dir(rockcreek("run --native program --files nowhere")), 2, {"--files nowhere"});
}

TEST_F(NativeCompiler, TheMacrosOfTheProgramChooseTheLibraries) {
  file("x.c", "int main(void) { return 0; }\n");
  EXPECT_NE(in_dir(rockcreek("cc --native --print-flags -DGORY")).out.find("librcce_gory"),
            std::string::npos);
  expect_error(in_dir(rockcreek("cc --native x.c -DSINGLEBITFLAGS -DBIGFLAGS")), 2, {"no RCCE"});
  expect_error(in_dir(rockcreek("cc --native nowhere.c")), 2, {"nowhere.c", "no such file"});
}

// Nothing is left behind when the launcher is killed.
TEST(Native, NobodyOutlivesTheLauncher) {
  const pid_t launcher = ::fork();
  ASSERT_GE(launcher, 0);
  if (launcher == 0) {
    ::execl(ROCKCREEK_SIM, ROCKCREEK_SIM, "run", "--native", "deadlock", "--ues", "3", nullptr);
    ::_exit(127);
  }
  const std::string children = "ps -o stat= --ppid " + std::to_string(launcher) + " | grep -vc Z";
  for (int i = 0; i < 200 && run_command(children).out != "3\n"; ++i) ::usleep(20'000);
  EXPECT_EQ(run_command(children).out, "3\n");
  std::vector<pid_t> ues;
  std::istringstream pids(run_command("ps -o pid= --ppid " + std::to_string(launcher)).out);
  for (pid_t pid; pids >> pid;) ues.push_back(pid);
  ASSERT_EQ(ues.size(), 3u);
  ::kill(launcher, SIGKILL);
  ::waitpid(launcher, nullptr, 0);
  for (const pid_t ue : ues) {
    for (int i = 0; i < 200 && ::kill(ue, 0) == 0; ++i) ::usleep(20'000);
    EXPECT_NE(::kill(ue, 0), 0) << "UE still runs";
  }
}

}  // namespace
