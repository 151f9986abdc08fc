// SPDX-License-Identifier: Apache-2.0
// rockcreek console: scripts against the machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;
using rc::test::has;
using rc::test::run_command;

const std::string kHello = FIRMWARE_APPS "/hello.elf";

class ConsoleTest : public ::testing::Test {
 protected:
  fs::path dir_ = fs::temp_directory_path() / ("rockcreek_console_" + std::to_string(::getpid()));
  std::string listener_ = (dir_ / "listener.elf").string();

  void SetUp() override { fs::create_directories(dir_); }
  void TearDown() override { fs::remove_all(dir_); }

  void build_listener() const {
    const CommandResult built = run_command(ROCKCREEK_SIM " cc -O2 " ROCKCREEK_SOURCE_DIR
                                                          "/tests/firmware/console/listener.c -o " +
                                            listener_);
    ASSERT_EQ(built.exit_code, 0) << built.error;
  }
  CommandResult console(const std::string& script, const std::string& options = "") const {
    std::ofstream(dir_ / "script") << script;
    return run_command("cd " + dir_.string() + " && " ROCKCREEK_SIM " console --script script " +
                       options);
  }
  void expect_refused(const std::string& script, const std::string& message) const {
    const CommandResult result = console(script);
    EXPECT_EQ(result.exit_code, 2) << script;
    EXPECT_EQ(result.error, "rockcreek: error: script:" + message + "\n") << script;
  }
};

// Entries that lead nowhere: to (14,8), to an address that no register has, to one beyond the MPB.
TEST_F(ConsoleTest, WhereNothingAnswersIsSaidWithCoreInstructionAndSlot) {
  build_listener();
  for (const char* entry : {"0x11cc00", "0x4bff", "0x4c01"}) {
    const CommandResult result =
        console(std::string("load listener.elf 5\nboot\nrun 400us\nwrite lut 5 0xc2 ") + entry +
                "\nrun until exit\n");
    EXPECT_EQ(result.exit_code, 3) << entry;
    EXPECT_TRUE(has(result.error, "script:5: core 5: read from address 0xc2")) << result.error;
    EXPECT_TRUE(has(result.error, "where nothing answers, EIP 0x")) << result.error;
    EXPECT_TRUE(has(result.error, "(LUT slot 0xc2)")) << result.error;
  }
}

TEST_F(ConsoleTest, AHostTalksToARunningChip) {
  build_listener();
  const CommandResult session = console(
      "load listener.elf 5\nboot\nrun 400us\n"
      "read core 5 0x2000\nstatus\n"
      "write mpb 5 0x1000 0x600d 77\nread mpb 5 0x1000 2\n"
      "run until output told\nrun until exit\nstatus\n");
  EXPECT_EQ(session.exit_code, 0) << session.error;
  EXPECT_TRUE(
      has(session.out, "400 us: stopped\n0x000002000: 1234abcd\n400 us\ncore 5 (UE 0): EIP "))
      << session.out;
  EXPECT_TRUE(has(session.out, "0x000001000: 0000600d 0000004d\n[00] UE 0 was told 4d\n"))
      << session.out;
  EXPECT_TRUE(has(session.out, "us: UE 0 printed \"UE 0 was told 4d\"\n")) << session.out;
  EXPECT_TRUE(has(session.out, "core 5 (UE 0): exited with 0\n")) << session.out;
}

TEST_F(ConsoleTest, StepsAndFastForwardChangeNothing) {
  build_listener();
  const std::string begin = "load listener.elf 0-3\nboot\n", look = "registers 0-3\nstatus\n";
  const std::string orders =
      "write mpb 0 0x1000 0x600d 1\nwrite mpb 1 0x1000 0x600d 1\n"
      "write mpb 2 0x1000 0x600d 1\nwrite mpb 3 0x1000 0x600d 1\n";
  const std::string end = orders + "run 1ms\n" + look;
  std::string steps;
  for (int i = 0; i < 70; ++i) steps += "run 7us\n";
  const auto looks = [&](const std::string& script) {
    std::string out = console(script).out, kept;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);)
      if (!line.ends_with(": stopped")) kept += line + "\n";
    return kept;
  };
  const std::string at_once = looks(begin + "run 490us\n" + look + end);
  EXPECT_TRUE(has(at_once, "was told 1")) << at_once;
  EXPECT_EQ(at_once, looks(begin + steps + look + end));
}

TEST_F(ConsoleTest, ASubsetBootsFirstAndTimesAreThoseOfRun) {
  const CommandResult session =
      console("load " + kHello + " 0-2\nboot 1\nrun 1ms\nstatus\nboot\n", "");
  EXPECT_EQ(session.exit_code, 2);
  EXPECT_TRUE(has(session.out, "core 0 (UE 0): held in reset\n")) << session.out;
  EXPECT_EQ(session.error, "rockcreek: error: script:5: core 1 is not held in reset\n");

  const std::string stats = (dir_ / "stats.json").string();
  run_command(ROCKCREEK_SIM " run --ues 3 --stats " + stats + " " + kHello);
  std::uint64_t last = 0;
  const auto counted = nlohmann::json::parse(std::ifstream(stats));
  for (const auto& core : counted.at("cores"))
    last = std::max(last, core["exit_ps"].get<std::uint64_t>());
  const CommandResult whole = console("load " + kHello + " 0-2\nboot\nrun until exit\n");
  EXPECT_TRUE(has(whole.out, std::to_string((last + 999'999) / 1'000'000) + " us: exited\n"))
      << whole.out << last;
}

TEST_F(ConsoleTest, ResetAtAnyInstantAndOnceMore) {
  // Cores are reset in the middle of whatever they do, with transactions under way.
  std::string script;
  for (int after = 20; after < 60; after += 3)
    script += "load " + kHello + " 0-5\nboot\nrun " + std::to_string(after) +
              "us\nreset 0-2\nrun 2us\nreset\n";
  const CommandResult session = console(script + "load " + kHello +
                                        " 0-5\nboot 0-5\nrun 31us\nreset 4\nboot 4\nrun 5ms until "
                                        "exit\nstatus\n");
  EXPECT_EQ(session.exit_code, 0) << session.error;
  for (int ue = 0; ue < 6; ++ue)
    EXPECT_TRUE(has(session.out, "(UE " + std::to_string(ue) + "): exited with 0")) << session.out;
}

TEST_F(ConsoleTest, MemoryRegistersAndTables) {
  const CommandResult session = console(
      "write mc 2 0x1fffffffc 0xdeadbeef\nread mc 2 0x1fffffff8 2\n"
      "read tile 7 0x100\nwrite lut 14 0x80 0x1234\nread lut 14 0x80\nread lut 15 0x80\n"
      "write tile 7 0xC00 0x21\nread lut 14 0x80\nread tile 3 0x200\nread tile 3 0x200\nreset\n"
      "read tile 3 0x200\n");
  EXPECT_EQ(session.exit_code, 0) << session.error;
  EXPECT_EQ(session.out,
            "0x1fffffff8: 00000000 deadbeef\n"
            "0x0100: 00000088\n"
            "0x80: 001234 (0,0) subdestination 4 address 0x234\n"
            "0x80: 0019ec (0,0) subdestination 6 address 0x1ec\n"
            "0x80: 000021 (0,0) subdestination 0 address 0x021\n"
            "0x0200: 00000001\n0x0200: 00000000\n0x0200: 00000001\n");
}

// Domain 0 is island 4, domain 3 island 0. VID 0x80 is 0.8 V, 0x70 is 0.7 V, which 533 MHz do not allow.
TEST_F(ConsoleTest, TheSystemInterfaceCommandsVoltages) {
  const CommandResult session =
      console("write vrc 0x10480\nread vrc\nrun 8250us\nread vrc\nrun 9ms\nread vrc\n");
  EXPECT_EQ(session.exit_code, 0) << session.error;
  const std::string others =
      "domain 1: 1.1000 V\ndomain 2: 1.1000 V\ndomain 3: 1.1000 V\ndomain 4: 1.1000 V\n"
      "domain 5: 1.1000 V\nmesh: 1.1000 V\n";
  EXPECT_EQ(session.out, "domain 0: 1.1000 V\n" + others +
                             "8250 us: stopped\ndomain 0: 0.9500 V\n" + others +
                             "17250 us: stopped\ndomain 0: 0.8000 V\n" + others);
  const CommandResult failed = console("write vrc 0x10070\nrun 20ms\n");
  EXPECT_EQ(failed.exit_code, 3) << failed.out;
  EXPECT_TRUE(has(failed.error, "script:2: ")) << failed.error;
}

TEST_F(ConsoleTest, AnErrorIsOneLineWithItsNumber) {
  expect_refused("# fine\n\nfly\n", "3: 'fly': no such command (see help)");
  expect_refused("boot\n", "1: nothing is loaded");
  expect_refused("load nowhere 0\n", "1: nowhere: cannot read: No such file or directory");
  expect_refused("load " + kHello + " 48\n",
                 "1: load '48': expected different cores from 0 to 47, as in 0,2,10-12");
  expect_refused("load " + kHello + " 0\nboot 1\n", "2: core 1: nothing is loaded for it");
  expect_refused("load " + kHello + " 0\nboot\nload " + kHello + " 0\n",
                 "3: core 0 is not held in reset: reset comes first");
  expect_refused("run\n", "1: run needs a time, or until");
  expect_refused("run 5ns\n",
                 "1: time '5ns': expected whole microseconds, 1us to 1000s, as 20us or 1.5ms");
  expect_refused("run 1us more\n", "1: 'more': expected a time or until");
  expect_refused("run until exit\n", "1: no core has been booted");
  expect_refused("read\n", "1: space is missing");
  expect_refused("read disk 0\n", "1: 'disk': expected mc, core, mpb, tile, lut or vrc");
  expect_refused("write vrc 0x480\n", "1: voltage controller: command 0x00480: bit 16 must be set");
  expect_refused("write vrc 0x10401\n",
                 "1: voltage controller: command 0x10401: VID outside 0x70 to 0xd0 (0.7 to 1.3 V)");
  expect_refused("read vrc 0\n", "1: '0': not expected here");
  expect_refused("read mpb 0 2\n", "1: offset 0x2: expected a multiple of 4");
  expect_refused("read mpb 0 0x2000\n", "1: offset '0x2000': expected 0 to 0x1fff");
  expect_refused("write mpb 0 0x1ffc 1 2\n", "1: 2 words do not fit at 0x1ffc");
  expect_refused("read tile 0 0x104\n", "1: tile 0: no register at 0x104");
  expect_refused("write tile 0 0x80 0\n",
                 "1: GCBCFG: the mesh's ratio cannot be written from here");
  for (const std::string line :
       {"\"status", "\"", "write mpb 1 0 7 \"8", "load \"hello 0", "status \"", "\"status\\"})
    expect_refused("# fine\n" + line + "\nread mpb 1 0 2\n",
                   "2: a quote is not closed, expected \"");
  expect_refused("read mpb 0 0 0\n", "1: words '0': expected 1 to 0x800");
  expect_refused("read mc 0 0 0\n", "1: words '0': expected 1 to 0x10000");
  expect_refused("read lut 0 1 0\n", "1: slots '0': expected 1 to 0xff");
  expect_refused("write mpb 0 0 -1\n", "1: value '-1': expected 0 to 0xffffffff");
  const CommandResult ipsc = run_command(ROCKCREEK_SIM " console --machine ipsc860 </dev/null");
  EXPECT_EQ(ipsc.exit_code, 2);
  EXPECT_EQ(run_command(ROCKCREEK_SIM " console --script nowhere").exit_code, 2);
}

// What stands between ``` lines and is not a command line of the shell.
std::vector<std::string> examples_in(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> examples;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) examples.emplace_back();
    } else if (inside) {
      examples.back() += line + "\n";
    }
  }
  std::erase_if(examples, [](const std::string& text) { return text.starts_with("./"); });
  return examples;
}

TEST_F(ConsoleTest, TheManualsExamplesRun) {
  fs::copy_file(kHello, dir_ / "hello.elf");
  const auto examples = examples_in(ROCKCREEK_SOURCE_DIR "/docs/console.md");
  ASSERT_FALSE(examples.empty());
  for (const std::string& example : examples) {
    const CommandResult session = console(example);
    EXPECT_EQ(session.exit_code, 0) << session.error;
    EXPECT_TRUE(has(session.out, "us: exited\n")) << session.out;
  }
}

TEST_F(ConsoleTest, CommentsBeginWithAWordUnlessItIsQuoted) {
  const std::string arguments = (dir_ / "arguments.c").string();
  std::ofstream(arguments) << "#include <RCCE.h>\n#include <stdio.h>\n"
                              "int RCCE_APP(int argc, char** argv) {\n"
                              "  for (int i = 1; i < argc; ++i) printf(\"<%s>\", argv[i]);\n"
                              "  printf(\"\\n\");\n  return 0;\n}\n";
  const CommandResult built =
      run_command(ROCKCREEK_SIM " cc " + arguments + " -o " + (dir_ / "arguments.elf").string());
  ASSERT_EQ(built.exit_code, 0) << built.error;
  const CommandResult session = console(
      "  # all\nload arguments.elf 0 a#b \"# c\" # d \"e\"\nboot #0\n"
      "run until output \"<# c>\" #\nrun until exit# no comment\n");
  EXPECT_TRUE(has(session.out, "<a#b><# c>\n")) << session.out;
  EXPECT_EQ(session.error, "rockcreek: error: script:5: until 'exit#': expected exit or output\n");
}

TEST_F(ConsoleTest, OutputThatDoesNotComeIsAnError) {
  const std::string begin = "load " + kHello + " 0\nboot\n";
  const CommandResult ended = console(begin + "run until output ZZZ\nstatus\n");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(ended.error, "rockcreek: error: script:3: no line with \"ZZZ\" was printed\n");
  EXPECT_TRUE(ended.out.ends_with(" us: exited\n")) << ended.out;
  const CommandResult late = console(begin + "run 1us until output Hello\n");
  EXPECT_EQ(late.exit_code, 1);
  EXPECT_EQ(late.out, "1 us: stopped\n");
  EXPECT_EQ(console(begin + "run until output Hello\nrun until exit\n").exit_code, 0);
}

TEST_F(ConsoleTest, StandardInputIsAScript) {
  const CommandResult session =
      run_command("printf 'status\\nquit\\nfly\\n' | " ROCKCREEK_SIM " console");
  EXPECT_EQ(session.exit_code, 0) << session.error;
  EXPECT_EQ(session.out, "0 us\n");
  EXPECT_EQ(run_command("echo fly | " ROCKCREEK_SIM " console").error,
            "rockcreek: error: standard input:1: 'fly': no such command (see help)\n");
}

TEST_F(ConsoleTest, AMachineThatFails) {
  const CommandResult fault =
      console("load " FIRMWARE_APPS "/div_zero.elf 3\nboot\nrun until exit\n");
  EXPECT_EQ(fault.exit_code, 3);
  EXPECT_TRUE(fault.error.starts_with("rockcreek: error: script:3: core 3: divide error"))
      << fault.error;
  build_listener();
  const CommandResult stuck =
      console("load listener.elf 3\nboot\nrun until exit\n", "--set machine.deadlock_ms=2");
  EXPECT_EQ(stuck.exit_code, 3);
  EXPECT_TRUE(stuck.error.starts_with("rockcreek: error: script:3: deadlock")) << stuck.error;
  EXPECT_NE(stuck.error.find("core 3 (UE 0): in main ("), std::string::npos) << stuck.error;
  // Its instant is none at which a step ends.
  std::ofstream(dir_ / "spin.c")
      << "volatile int done; int main(void) { while (!done); return 0; }";
  const std::string spin = (dir_ / "spin").string();
  ASSERT_EQ(run_command(ROCKCREEK_SIM " cc " + spin + ".c -o " + spin + ".elf").exit_code, 0);
  const CommandResult loop =
      console("load spin.elf 3\nboot\nrun until exit\n", "--set machine.deadlock_ms=2");
  EXPECT_EQ(loop.exit_code, 3);
  EXPECT_NE(loop.error.find("in a loop without an end, of "), std::string::npos) << loop.error;
}

}  // namespace
