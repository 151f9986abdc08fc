// SPDX-License-Identifier: Apache-2.0
// Debian's gdb on the simulated machines.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;
using rc::test::has;
using rc::test::run_command;

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

class GdbTest : public ::testing::Test {
 protected:
  fs::path dir_ = fs::temp_directory_path() / ("rockcreek_gdb_" + std::to_string(::getpid()));
  std::string overrun_ = (dir_ / "overrun.elf").string();

  void SetUp() override {
    fs::create_directories(dir_);
    const CommandResult built =
        run_command("cd " ROCKCREEK_SOURCE_DIR " && " ROCKCREEK_SIM
                    " cc -g -O1 firmware/apps/examples/overrun/overrun.c -o " +
                    overrun_);
    ASSERT_EQ(built.exit_code, 0) << built.error;
  }
  void TearDown() override { fs::remove_all(dir_); }

  // By a line of the page, into the folder of the test.
  void build_farm(const std::string& line) const {
    std::string words = line.substr(std::string("./rockcreek").size());
    words.insert(words.rfind(' ') + 1, dir_.string() + "/");
    ASSERT_EQ(run_command("cd " ROCKCREEK_SOURCE_DIR " && " ROCKCREEK_SIM + words).exit_code, 0);
  }
  // What gdb and the program print.
  CommandResult gdb(const std::string& script, const std::string& options) const {
    std::ofstream(dir_ / "script") << "set pagination off\nset confirm off\nset width 0\n"
                                   << script;
    return run_command("(cd " ROCKCREEK_SOURCE_DIR " && timeout 300 " ROCKCREEK_SIM " gdb -x " +
                       (dir_ / "script").string() + " " + options + " < /dev/null 2>&1)");
  }
  nlohmann::json stats() const {
    auto stats = nlohmann::json::parse(std::ifstream(dir_ / "stats.json"));
    stats.erase("host_seconds");
    return stats;
  }
};

// The sessions that the pages show, each in a run of its own unless it follows the one before.
TEST_F(GdbTest, ThePagesShowWhatGdbPrints) {
  std::stringstream page;
  for (const char* name : {"debugging", "questions"})
    page << std::ifstream(ROCKCREEK_SOURCE_DIR "/docs/" + std::string(name) + ".md").rdbuf();
  const std::string verb = "./rockcreek gdb ", apps = "build/release/firmware/apps/";
  std::string line, script, program = overrun_;
  std::vector<std::string> expected;
  unsigned sessions = 0;
  const auto play = [&] {
    if (script.empty()) return;
    ++sessions;
    const bool ends = program == overrun_;
    const std::string out = gdb(script + (ends ? "delete\ncontinue\n" : "kill\n"), program).out;
    if (ends) expected.emplace_back("the sum of all cells is 295176");
    for (const std::string& part : expected) EXPECT_TRUE(has(out, part)) << part;
    if (HasFailure()) std::cout << out;
    script.clear();
    expected.clear();
    program = overrun_;
  };
  bool inside = false;
  while (std::getline(page, line)) {
    if (line.starts_with("## ")) play();
    if (line.starts_with(verb + apps))
      program = FIRMWARE_APPS "/" + line.substr(verb.size() + apps.size());
    if (line.starts_with("./rockcreek cc ") && has(line, "/farm/")) build_farm(line);
    if (line.starts_with(verb + "master.elf"))
      program = (dir_ / "master.elf").string() + " --ues 4 --program " +
                (dir_ / "worker.elf").string() + "@1-3";
    if (line.starts_with("```")) {
      inside = line == "```gdb";
    } else if (inside && line.starts_with("(gdb) ")) {
      script += line.substr(6) + "\n";
    } else if (inside && !line.empty()) {
      expected.push_back(line);
    }
  }
  play();
  EXPECT_GE(sessions, 5u);
}

TEST_F(GdbTest, FortyEightThreadsAndBreakpointsInThreeFunctions) {
  const std::string out =
      gdb("break add_up\nbreak fill\nbreak report\ncontinue\ninfo threads\n"
          "tbreak fill thread 38\ndelete 1 2 3\ncontinue\nprint first\nbacktrace\n"
          "print $st0\nfinish\nmonitor cores\ndelete\ncontinue\n",
          overrun_)
          .out;
  EXPECT_TRUE(has(out, "hit Breakpoint 1, add_up (w=")) << out;
  for (const char* thread :
       {"Thread 1 \"UE 0, core 0, tile (0,0)\"", "Thread 48 \"UE 47, core 47, tile (5,3)\"",
        "Thread 38 \"UE 37, core 37, tile (0,3)\" hit Temporary breakpoint"})
    EXPECT_TRUE(has(out, thread)) << thread << "\n" << out;
  EXPECT_TRUE(has(out, "$1 = 593")) << out;  // 16 * 37 + 1
  EXPECT_TRUE(has(out, "in main (argc=")) << out;
  EXPECT_TRUE(has(out, "UE 47, core 47, tile (5,3): EIP 0x")) << out;
  EXPECT_TRUE(has(out, "the sum of all cells is 295176")) << out;
}

// Every counter and every core's time of end.
TEST_F(GdbTest, ChangesNoCycle) {
  const std::string keep = " --ues 6 --stats " + (dir_ / "stats.json").string() + " ";
  ASSERT_EQ(run_command(ROCKCREEK_SIM " run" + keep + overrun_).exit_code, 0);
  const auto plain = stats();
  const std::string out =
      gdb("break fill\nbreak RCCE_put\ncontinue\ncontinue\nstepi 20\nreverse-stepi 5\n"
          "watch -l work.total\ncontinue\nreverse-continue\ncontinue\ncontinue\n"
          "awatch *(int *)0xc00020a0\ncontinue\ncontinue\nmonitor goto 100us\nmonitor goto 250us\n"
          "maintenance flush register-cache\nnext\nreverse-next\ndelete\ncontinue\n",
          keep + overrun_)
          .out;
  EXPECT_TRUE(has(out, "exited normally")) << out;
  EXPECT_EQ(stats(), plain) << out;
}

// From the middle, from where something was written before anything ran, and from the end.
// Every core stands at main at nearly the same instant, and the stop is for one of them: GDB steps all
// others over the breakpoint, some of them in the middle of the step of that one.
TEST_F(GdbTest, ABreakpointOfOneThreadIsLeftByNextAndFoundBackwards) {
  const std::pair<std::string, std::string> runs[] = {
      {"hello.elf --ues 12", "hello.cpp:11"},
      {"nx_hello.elf --machine ipsc860 --ues 4", "nx_hello.c:"}};
  for (const auto& [program, line] : runs) {
    for (const std::string thread : {"2", "3"}) {
      const std::string out =
          gdb("break main thread " + thread +
                  "\ncontinue\nprint $_thread\nmonitor time\nnext\n"
                  "print $_thread\nframe\nreverse-continue\nmonitor time\nstepi\nstepi\nstepi\n"
                  "frame function main\nkill\n",
              FIRMWARE_APPS "/" + program)
              .out;
      EXPECT_EQ(times(out, " = " + thread + "\n"), 2u) << out;
      EXPECT_TRUE(has(out, line)) << out;
      EXPECT_FALSE(has(out, "No more reverse-execution history")) << out;
      EXPECT_FALSE(has(out, "exited")) << out;
      const std::regex time("([0-9]+) ps, cycle");
      std::set<std::string> instants;
      for (std::sregex_iterator found(out.begin(), out.end(), time), end; found != end; ++found)
        instants.insert((*found)[1]);
      EXPECT_EQ(instants.size(), 1u) << out;
    }
  }
}

// GDB hears of threads as they stop, but their numbers are those of the UEs.
TEST_F(GdbTest, ARunThatBeginsAnewHasTheSameThreads) {
  const std::string out =
      gdb("start\ninfo threads\nkill\n", FIRMWARE_APPS "/hello.elf --ues 9").out;
  for (unsigned ue = 0; ue < 9; ++ue)
    EXPECT_TRUE(std::regex_search(
        out, std::regex("\n[* ] " + std::to_string(ue + 1) + " +Thread " + std::to_string(ue + 1) +
                        " \"UE " + std::to_string(ue) + "[^0-9]")))
        << ue << out;
}

// A call of nothing, and a call of a library that ends the run.
TEST_F(GdbTest, StandsInTheProgramWhereItFailed) {
  std::ofstream(dir_ / "nowhere.c") << "void (*volatile action)(void);\n"
                                       "__attribute__((noinline)) void fire(void) {\n"
                                       "  action();\n"
                                       "  action = fire;\n"
                                       "}\n"
                                       "int main(void) {\n"
                                       "  fire();\n"
                                       "  return 0;\n"
                                       "}\n";
  std::ofstream(dir_ / "long.c") << "#include <nx.h>\n"
                                    "static char data[100];\n"
                                    "__attribute__((noinline)) void collect(void) {\n"
                                    "  crecv(1, data, 10);\n"
                                    "  data[1] = 1;\n"
                                    "}\n"
                                    "int main(void) {\n"
                                    "  if (mynode() == 0) csend(1, data, 100, 1, 0);\n"
                                    "  if (mynode() == 1) collect();\n"
                                    "  return 0;\n"
                                    "}\n";
  const auto build = [this](const std::string& name, const std::string& options) {
    const std::string file = (dir_ / name).string();
    ASSERT_EQ(
        run_command(ROCKCREEK_SIM " cc -O1 " + options + file + ".c -o " + file + ".elf").exit_code,
        0);
  };
  build("nowhere", "");
  build("long", "--nx ");
  std::string out =
      gdb("continue\nbacktrace\nkill\n", (dir_ / "nowhere.elf").string() + " --ues 1").out;
  for (const char* const part : {"a jump to nowhere", "SIGSEGV", "#0  ", "fire () at ",
                                 "nowhere.c:3", "#1  ", "main () at ", "nowhere.c:7"})
    EXPECT_TRUE(has(out, part)) << part << ": " << out;
  out = gdb("continue\nprint $_thread\nbacktrace\nkill\n",
            (dir_ / "long.elf").string() + " --machine ipsc860 --ues 2")
            .out;
  for (const char* const part :
       {"SIGABRT", "$1 = 2\n", "collect () at ", "long.c:4", "#1  ", "main () at ", "long.c:9"})
    EXPECT_TRUE(has(out, part)) << part << ": " << out;
}

TEST_F(GdbTest, RunsOnceMore) {
  const std::string keep = " --ues 6 --stats " + (dir_ / "stats.json").string() + " ";
  ASSERT_EQ(run_command(ROCKCREEK_SIM " run" + keep + overrun_).exit_code, 0);
  const auto plain = stats();
  const std::string out =
      gdb("set variable *(int *)main = 0\nbreak report\nrun\nmonitor time\nprint work.total\n"
          "set variable work.total = 5\ndelete\ncontinue\nbreak report\nrun\nmonitor time\n"
          "print work.total\ndelete\ncontinue\nrun\n",
          keep + overrun_)
          .out;
  const auto count = [&](std::string_view text) {
    std::size_t times = 0;
    for (auto at = out.find(text); at != out.npos; at = out.find(text, at + 1)) ++times;
    return times;
  };
  const std::size_t time = out.find(" ps, cycle ");
  ASSERT_NE(time, out.npos) << out;
  const std::size_t begin = out.rfind('\n', time) + 1;
  EXPECT_EQ(count(out.substr(begin, time - begin)), 2u) << out;
  EXPECT_TRUE(has(out, "$1 = 392") && has(out, "$2 = 392")) << out;
  EXPECT_EQ(count("exited normally"), 3u) << out;
  EXPECT_EQ(count("the sum of all cells is 4149"), 1u) << out;
  EXPECT_EQ(count("the sum of all cells is 4536"), 2u) << out;
  EXPECT_EQ(stats(), plain) << out;
}

TEST_F(GdbTest, GoesToTheTimeOfAStopAndMeetsItAgain) {
  const std::string before = "break fill\ncontinue\ncontinue\nmonitor time\n";
  const std::string arguments = "--ues 6 " + overrun_;
  const std::string out = gdb(before, arguments).out;
  const std::size_t end = out.rfind(" ps, cycle ");
  ASSERT_NE(end, out.npos) << out;
  const std::size_t begin = out.find_last_not_of("0123456789", end - 1) + 1;
  const std::string time = out.substr(begin, end - begin);
  const std::string go = "monitor goto " + time + "ps\ncontinue\nmonitor time\n";
  for (const std::string& way : {before + "continue\n" + go, "break fill\n" + go}) {
    const std::string again = gdb(way, arguments).out;
    const std::size_t gone = again.rfind("maintenance flush");
    ASSERT_NE(gone, again.npos) << again;
    EXPECT_TRUE(has(again.substr(gone), time + " ps, cycle ")) << time << "\n" << again;
  }
}

TEST_F(GdbTest, GoesOnFromASnapshotAndBackToIt) {
  const std::string keep = " --stats " + (dir_ / "stats.json").string() + " ",
                    file = (dir_ / "snapshot").string();
  ASSERT_EQ(
      run_command(ROCKCREEK_SIM " run --ues 6" + keep + overrun_ + " --save " + file + "@100us")
          .exit_code,
      0);
  const auto plain = stats();
  const std::string out =
      gdb("monitor time\nstepi 100\nbreak RCCE_finalize\ncontinue\nbt 1\nreverse-stepi\ndelete\n"
          "reverse-continue\nmonitor time\ncontinue\n",
          overrun_ + keep + "--restore " + file)
          .out;
  const std::string begin = "100000000 ps, cycle ";
  EXPECT_NE(out.find(begin), out.rfind(begin)) << out;
  EXPECT_TRUE(has(out, "RCCE_finalize")) << out;
  EXPECT_TRUE(has(out, "No more reverse-execution history")) << out;
  EXPECT_TRUE(has(out, "exited normally")) << out;
  EXPECT_EQ(stats(), plain) << out;
}

TEST_F(GdbTest, AHypercube) {
  const std::string hello = FIRMWARE_APPS "/nx_hello.elf --machine ipsc860 --ues 8 ";
  const std::string keep = " --stats " + (dir_ / "stats.json").string();
  const CommandResult alone = run_command(ROCKCREEK_SIM " run " + hello + keep);
  ASSERT_EQ(alone.exit_code, 0);
  const auto plain = stats();
  const std::string out =
      gdb("break gisum\ncontinue\ninfo threads\nthread 5\nbacktrace\nbreak csendrecv\n"
          "continue\nreverse-continue\nmonitor messages\nwatch *(long *)$esp\n"
          "continue\nreverse-stepi\ndelete\ncontinue\n",
          hello + keep)
          .out;
  EXPECT_TRUE(has(out, "Thread 8 \"node 7\"")) << out;
  EXPECT_TRUE(has(out, "hit Breakpoint 1, gisum")) << out;
  EXPECT_TRUE(has(out, "node 7: sent ")) << out;
  EXPECT_TRUE(has(out, "the numbers add up to 28")) << out;
  EXPECT_EQ(stats(), plain) << out;
}

TEST_F(GdbTest, WritingChangesWhatComes) {
  const std::string out = gdb("break report thread 1\ncontinue\nset variable w->total = 1000\n"
                              "set variable $eax = $eax\nstepi\nprint work.total\n"
                              "delete\ncontinue\n",
                              "--ues 1 " + overrun_)
                              .out;
  EXPECT_TRUE(has(out, "the sum of all cells is 1000")) << out;
}

TEST_F(GdbTest, ADeadlockTellsWhoHadGivenUp) {
  const std::string out =
      gdb("continue\nkill\n", "--ues 2 " FIRMWARE_APPS "/one_fails.elf -- return").out;
  EXPECT_TRUE(has(out, "deadlock: no core can go on")) << out;
  EXPECT_TRUE(has(out, "\n  before that UE 1 (core 1) returned 5\n")) << out;
}

TEST_F(GdbTest, ADeadlockCanBeLookedAt) {
  const std::string out =
      gdb("continue\nmonitor time\nmonitor cores\nbacktrace\nbreak RCCE_recv thread "
          "2\nreverse-continue\n"
          "kill\n",
          "--ues 2 " FIRMWARE_APPS "/deadlock.elf")
          .out;
  EXPECT_TRUE(has(out, "deadlock: no core can go on")) << out;
  EXPECT_TRUE(has(out, "core 1 (UE 1): RCCE_recv of 1 byte from UE 0, ")) << out;
  // 20 ms after the last change, wherever the slices of the run end.
  EXPECT_TRUE(std::regex_search(out, std::regex("\n200[34]\\d{7} ps, cycle"))) << out;
  EXPECT_TRUE(has(out, "SIGABRT")) << out;
  EXPECT_TRUE(has(out, "Thread 2 \"UE 1, core 1, tile (0,0)\" hit Breakpoint 1, RCCE_recv")) << out;
}

// It stands before the instruction whose fault it is, also once it is told to go on, and says what
// `run` says of it.
TEST_F(GdbTest, AFaultIsShownAtItsCore) {
  const std::string source = (dir_ / "fault.c").string(), program = (dir_ / "fault.elf").string();
  std::ofstream(source) << "#ifdef NX\n"
                           "#include \"nx.h\"\n"
                           "#define start() 0\n"
                           "#define number() mynode()\n"
                           "#define meet() gsync()\n"
                           "#else\n"
                           "#include \"RCCE.h\"\n"
                           "#define start() RCCE_init(&argc, &argv)\n"
                           "#define number() RCCE_ue()\n"
                           "#define meet() RCCE_barrier(&RCCE_COMM_WORLD)\n"
                           "#endif\n"
                           "volatile int zero;\n"
                           "__attribute__((noinline)) static int sum(volatile int* p) {\n"
                           "  int all = 0;\n"
                           "  for (int i = 0; i < 50; ++i) all += p[i];\n"
                           "  return all / zero;\n"
                           "}\n"
                           "int main(int argc, char** argv) {\n"
                           "  static int some[50];\n"
                           "  start();\n"
                           "  for (int i = 0; i < 20000; ++i) ++some[i % 50];\n"
                           "  if (number() == 2) sum(argc > 1 ? some : 0);\n"
                           "  meet();\n"
                           "  return 0;\n"
                           "}\n";
  struct Machine {
    std::string compiled, run, thread;
  };
  struct Fault {
    std::string arguments, told, signal, line;
  };
  for (const Machine& machine : {Machine{"", "--ues 3 ", "UE 2, core 2, tile (1,0)"},
                                 Machine{"--nx -DNX ", "--machine ipsc860 --ues 4 ", "node 2"}}) {
    ASSERT_EQ(
        run_command(ROCKCREEK_SIM " cc -g -O1 " + machine.compiled + source + " -o " + program)
            .exit_code,
        0);
    for (const Fault& each :
         {Fault{"", "a null pointer is read in sum", "SIGSEGV, Segmentation fault", "fault.c:15"},
          Fault{" -- 1", "division by zero or INT_MIN / -1 in sum", "SIGFPE, Arithmetic exception",
                "fault.c:16"}}) {
      const std::string out =
          gdb("continue\nmonitor time\nbacktrace 2\nstepi\ncontinue\nbacktrace 1\n"
              "tbreak sum\nreverse-continue\ncontinue\nbacktrace 1\nkill\n",
              machine.run + program + each.arguments)
              .out;
      EXPECT_EQ(times(out, each.told), 4u) << out;
      EXPECT_EQ(times(out, "Thread 3 \"" + machine.thread + "\" received signal " + each.signal),
                4u)
          << out;
      EXPECT_EQ(times(out, "#0  "), 3u) << out;
      const std::regex there("#0 .*sum \\(.*" + each.line);
      EXPECT_EQ(std::distance(std::sregex_iterator(out.begin(), out.end(), there), {}), 3) << out;
      EXPECT_TRUE(std::regex_search(out, std::regex("#1 .* main \\("))) << out;
      // It is told with the time at which it was there, not that of its handler's report.
      std::smatch when, at;
      const std::regex told("; at ([0-9.]+) us"), stands("([0-9]+) ps, cycle");
      ASSERT_TRUE(std::regex_search(out, when, told)) << out;
      ASSERT_TRUE(std::regex_search(out, at, stands)) << out;
      const double later = std::stod(when[1]) - std::stod(at[1]) / 1e6;
      EXPECT_TRUE(std::abs(later) < 0.5) << later << " us in " << out;
    }
  }
}

// Sources of the libraries are found from any folder.
TEST_F(GdbTest, SourcesAreFoundFromElsewhere) {
  std::ofstream(dir_ / "script") << "set confirm off\nlist RCCE_recv\nkill\n";
  const CommandResult run =
      run_command("(cd / && timeout 300 " ROCKCREEK_SIM " gdb -x " + (dir_ / "script").string() +
                  " --ues 2 " FIRMWARE_APPS "/deadlock.elf < /dev/null 2>&1)");
  EXPECT_TRUE(has(run.out, "int RCCE_recv(char* data, size_t size, int source) {")) << run.out;
  EXPECT_FALSE(has(run.out, "No such file")) << run.out;
}

// A run that GDB has left, and one that it never came to.
TEST_F(GdbTest, DetachingLetsTheRunGoOn) {
  const std::string out =
      gdb("break report\ncontinue\ndetach\nshell sleep 2\n", "--ues 3 " + overrun_).out;
  EXPECT_TRUE(has(out, "the sum of all cells is")) << out;
  const CommandResult alone =
      run_command(ROCKCREEK_SIM " run --gdb 0 --gdb-attach --ues 3 " + overrun_);
  EXPECT_EQ(alone.exit_code, 0);
  EXPECT_TRUE(has(alone.out, "the sum of all cells is"));
  EXPECT_TRUE(has(alone.error, "rockcreek: gdb may connect: target remote :")) << alone.error;
}

// Connects, says `text`, and hangs up.
void hang_up_after(const std::string& text, unsigned port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  ASSERT_EQ(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::send(socket, text.data(), text.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(text.size()));
  ::usleep(100'000);
  ::close(socket);
}

TEST_F(GdbTest, ADebuggerThatSpeaksNonsenseAndHangsUp) {
  for (const std::string& said : {std::string("$g#"), std::string("\0\1\2$$##g#67", 11),
                                  std::string("$vCont;c#a8$m0,ffffffff#"), std::string("$D#00")}) {
    const std::string log = (dir_ / "log").string();
    fs::remove(log);
    CommandResult run;
    std::thread runner([&] {
      run = run_command("(" ROCKCREEK_SIM " run --gdb 0 --ues 2 " + overrun_ + " 2>" + log + ")");
    });
    std::smatch port;
    std::string text;
    for (int tries = 0; tries < 600; ++tries) {
      std::ifstream file(log);
      text = {std::istreambuf_iterator<char>(file), {}};
      if (std::regex_search(text, port, std::regex("remote :([0-9]+)\n"))) break;
      ::usleep(100'000);
    }
    ASSERT_EQ(port.size(), 2u) << text;
    hang_up_after(said, static_cast<unsigned>(std::stoi(port[1])));
    runner.join();
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_TRUE(has(run.out, "the sum of all cells is")) << run.out;
  }
}

TEST_F(GdbTest, BadOptionsGetOneLine) {
  const auto refused = [&](const std::string& options, const std::string& message) {
    const CommandResult run = run_command(ROCKCREEK_SIM " run " + options + " " + overrun_);
    EXPECT_EQ(run.exit_code, 2) << options;
    EXPECT_TRUE(has(run.error, message)) << run.error;
  };
  refused("--gdb here", "--gdb here: expected a port, or the path of a socket with a /");
  refused("--gdb 70000", "--gdb 70000: expected a port");
  refused("--gdb /nowhere/at/all", "--gdb /nowhere/at/all: cannot listen: No such file");
  refused("--gdb 0 --files .", "--files: not with a debugger");
  refused("--gdb-attach", "--gdb-attach requires --gdb");
}

}  // namespace
