// SPDX-License-Identifier: Apache-2.0
// Bad command lines and bad input: one clear line on standard error that names the cause; exit code
// 2 for bad usage and input, 3 for a machine that failed.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "tests/support/command.h"
#include "tests/support/elf_builder.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;
using rc::test::ElfBuilder;

class CliErrors : public ::testing::Test {
 protected:
  fs::path directory_ = fs::temp_directory_path() / ("rockcreek_cli_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  static CommandResult rockcreek(const std::string& arguments) {
    return rc::test::run_command(std::string(ROCKCREEK_SIM) + " " + arguments);
  }
  static std::string app(const std::string& name) {
    return std::string(FIRMWARE_APPS) + "/" + name + ".elf";
  }
  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(directory_ / name) << text;
    return (directory_ / name).string();
  }
  std::string file(const std::string& name, const std::vector<std::uint8_t>& bytes) {
    return file(name, std::string(bytes.begin(), bytes.end()));
  }

  // One line, beginning as every error does, with all of `parts` in it.
  static void expect_error(const CommandResult& result, int exit_code,
                           const std::vector<std::string>& parts) {
    EXPECT_EQ(result.exit_code, exit_code) << result.error;
    EXPECT_TRUE(result.error.starts_with("rockcreek: error: ")) << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    for (const std::string& part : parts)
      EXPECT_NE(result.error.find(part), std::string::npos)
          << "no '" << part << "' in: " << result.error;
  }
};

TEST_F(CliErrors, Usage) {
  expect_error(rockcreek(""), 2, {"verb"});
  expect_error(rockcreek("fly"), 2, {"fly"});
  expect_error(rockcreek("run"), 2, {"image"});
  expect_error(rockcreek("run x.elf --ues 49"), 2, {"--ues", "48"});
  expect_error(rockcreek("run x.elf --cores 1,1"), 2, {"--cores", "1,1"});
  expect_error(rockcreek("run x.elf --ues 3 --cores 1,2"), 2, {"--ues", "--cores"});
  expect_error(rockcreek("run x.elf --router quantum"), 2, {"--router", "quantum"});
  expect_error(rockcreek("run x.elf --no-such-option"), 2, {"--no-such-option"});
  expect_error(rockcreek("reproduce"), 2, {"--list"});
  expect_error(rockcreek("reproduce perpetuum-mobile"), 2, {"perpetuum-mobile", "pingpong"});
  expect_error(rockcreek("bench perpetuum-mobile"), 2, {"perpetuum-mobile"});
  expect_error(rockcreek("soak --case 1"), 2, {"--part"});
  expect_error(rockcreek("soak --part soap"), 2, {"soap", "network"});
  EXPECT_EQ(rockcreek("soak --part rtl --case 1").exit_code, 0);
  EXPECT_EQ(rockcreek("--help").exit_code, 0);
  EXPECT_EQ(rockcreek("run --help").exit_code, 0);
  const CommandResult version = rockcreek("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_TRUE(std::regex_match(version.out, std::regex(R"(rockcreek \d+\.\d+\.\d+\n)")))
      << version.out;
  EXPECT_EQ(rockcreek("reproduce --list").exit_code, 0);
  EXPECT_NE(rockcreek("reproduce --help").out.find("geometry: distances, conformance, broadcast"),
            std::string::npos);
}

TEST_F(CliErrors, MisspeltWordsAreGuessed) {
  expect_error(rockcreek("rum x.elf"), 2, {"(did you mean 'run'?); see rockcreek --help"});
  expect_error(rockcreek("run x.elf --uess"), 2,
               {"'--uess' (did you mean '--ues'?); see rockcreek run --help"});
  expect_error(rockcreek("network chek ."), 2,
               {"(did you mean 'check'?); see rockcreek network --help"});
  expect_error(rockcreek("reproduce pingpon"), 2, {"(did you mean 'pingpong'?)"});
  // As they were typed, and in that order.
  expect_error(rockcreek("noc --colls 3 --b 5"), 2,
               {"not expected: '--colls' '3' '--b' '5' (did you mean '--cols'?)"});
}

TEST_F(CliErrors, RangesAreSaidInFew) {
  for (const char* option : {"--seed", "--warmup", "--measure", "--max-measure"})
    for (const char* value : {"-1", "x", "99999999999999999999999"})
      expect_error(rockcreek(std::string("noc ") + option + " " + value), 2,
                   {option, value, "expected a whole number from 0 to 2^64 - 1"});
  for (const char* value : {"0", "-1", "x", "nan", "inf", "1e300", "1000001"}) {
    const std::string is =
        std::string("'") + value + "': expected a number above 0, at most 1000000";
    expect_error(rockcreek("run x.elf --max-time " + std::string(value)), 2, {"--max-time", is});
    expect_error(rockcreek("bench --min-time " + std::string(value)), 2, {"--min-time", is});
  }
}

TEST_F(CliErrors, NoSilenceWhereOutputIsLost) {
  const fs::path system = directory_ / "system";
  const std::string cube = "cube --system " + system.string();
  EXPECT_EQ(rockcreek(cube + " getcube -t 2").exit_code, 0);
  for (const std::string& command : std::vector<std::string>{
           "--help", "--version", "run --help", "info machine", "info app " + app("hello"),
           "reproduce --list", "noc --measure 100", "schedule --algorithm linear --dim 2",
           "cc --help", cube + " getcube -c b -t 2", cube + " cubeinfo -s", cube + " cubeinfo",
           "run --ues 1 " + app("hello"), "run --native hello --ues 1", "native hello --ues 1",
           "console --script " + file("script", "help\n")}) {
    SCOPED_TRACE(command);
    const std::string whole = std::string(ROCKCREEK_SIM) + " " + command;
    expect_error(rc::test::run_command("{ " + whole + " >/dev/full; }"), 2, {"standard output"});
  }
}

TEST_F(CliErrors, WordsAreRepeatedInFewAndObeyedByNoTerminal) {
  const std::string evil = "\x1b[31m\a", script = file("script", evil + "\n"),
                    schedule = file("schedule", "1 " + evil + " 2\n"),
                    trace = file("trace", "1 " + evil + " 2 1\n");
  for (const std::string& command : std::vector<std::string>{
           "console --script " + script, "schedule --dim 2 --file " + schedule,
           "noc --trace " + trace, "noc --traffic '" + evil + "'", "reproduce '" + evil + "'",
           "'" + evil + "'", "info machine --set '" + evil + "=1'", "run '" + evil + "'",
           "run x --cores '" + evil + "'", "run x --machine '" + evil + "'",
           "noc --set noc.topology='" + evil + "'", "noc --packet-flits '" + evil + "'",
           "noc --sweep '" + evil + "'", "cc '" + evil + "'",
           "cube --system " + (directory_ / "system").string() + " getcube -t '" + evil + "'"}) {
    SCOPED_TRACE(command);
    expect_error(rockcreek(command), 2, {"\\x1b[31m\\x07"});
  }
  const std::string word(100'000, 'w');
  for (const std::string& command :
       {std::string("--machine "), std::string("--cores "), std::string("--ues "),
        std::string("--max-time "), std::string("--set "), std::string("--router "),
        std::string("--stats ")}) {
    const CommandResult result = rockcreek("run x.elf " + command + word);
    expect_error(result, 2, {"www"});
    EXPECT_LT(result.error.size(), 600u) << command;
  }
}

TEST_F(CliErrors, EmptyValues) {
  for (const char* command :
       {"noc --trace ''", "noc --json ''", "run --stats '' x.elf", "run ''", "info app ''",
        "reproduce pingpong --out ''", "schedule --dim 2 --file ''", "console --script ''",
        "run --files '' x.elf", "run --machine '' x.elf"})
    expect_error(rockcreek(command), 2, {"is empty"});
  // A program may well have empty arguments.
  EXPECT_EQ(rockcreek("run " + app("hello") + " --ues 1 -- ''").exit_code, 0);
}

TEST_F(CliErrors, InputsWithoutEnd) {
  const std::string sparse = file("sparse", std::string("x"));
  fs::resize_file(sparse, 3ull << 30);
  for (const std::string& endless : {sparse, std::string("/dev/zero")}) {
    for (const char* command :
         {"run ", "schedule --dim 2 --file ", "noc --trace ", "info app ", "run --native ",
          "native ", "console --script ", "info machine --machine "}) {
      // A device is no machine file, and none to run.
      SCOPED_TRACE(command + endless);
      expect_error(rockcreek(command + endless), 2, {endless});
    }
  }
}

TEST_F(CliErrors, MachinesOfTheOtherKind) {
  expect_error(rockcreek("noc --machine ipsc860"), 2,
               {"noc: ipsc860 is of kind ipsc860, expected scc"});
  expect_error(rockcreek("run " + app("nx_hello") + " --ues 2"), 2,
               {"nx_hello.elf: this program is for an iPSC/860 (it uses NX), and scc is an SCC"});
  expect_error(rockcreek("run " + app("hello") + " --machine ipsc860 --ues 2"), 2,
               {"hello.elf: this program is for an SCC (it uses RCCE), and ipsc860 is"});
  const std::string script = file("script", "load " + app("nx_hello") + " 0\n");
  expect_error(rockcreek("console --script " + script), 2, {"script:1:", "for an iPSC/860"});
}

TEST_F(CliErrors, WhoReturnedAnotherStatusThanZero) {
  const auto run = [](const std::string& options) {
    return rockcreek("run " + app("one_fails") + " --set machine.deadlock_ms=2 " + options);
  };
  const CommandResult late = run("--cores 5,7 -- return");
  EXPECT_EQ(late.exit_code, 3);
  EXPECT_TRUE(late.error.starts_with("rockcreek: error: deadlock")) << late.error;
  EXPECT_TRUE(late.error.ends_with("\n  before that UE 1 (core 7) returned 5\n")) << late.error;
  const CommandResult slow = run("--ues 2 --max-time 0.001 -- return");
  EXPECT_EQ(slow.exit_code, 3);
  EXPECT_TRUE(slow.error.starts_with("rockcreek: error: not finished")) << slow.error;
  EXPECT_TRUE(slow.error.ends_with("\n  before that UE 1 (core 1) returned 5\n")) << slow.error;
  const auto console = [&](const std::string& how) {
    return rockcreek("console --script " +
                     file("script", "load " + app("one_fails") + " 4,6 " + how +
                                        "\nboot\nrun 9ms until exit 6\n"));
  };
  const CommandResult session = console("return");
  EXPECT_EQ(session.exit_code, 1);
  EXPECT_EQ(session.error, "rockcreek: UE 1 (core 6) returned 5\n");
  EXPECT_EQ(console("exit").error, "");
}

TEST_F(CliErrors, Images) {
  expect_error(rockcreek("run " + (directory_ / "none.elf").string()), 2,
               {"none.elf", "No such file"});
  std::string hello;
  {
    std::ostringstream text;
    text << std::ifstream(app("hello")).rdbuf();
    hello = text.str();
  }
  expect_error(rockcreek("run " + file("cut.elf", hello.substr(0, hello.size() / 2))), 2,
               {"cut.elf", "truncated"});
  expect_error(rockcreek(std::string("run ") + ROCKCREEK_SIM), 2, {"x86-64", "expected"});
  ElfBuilder arm = ElfBuilder::small();
  arm.header.e_machine = EM_ARM;
  expect_error(rockcreek("run " + file("arm.elf", arm.build())), 2, {"arm.elf", "ARM", "i386"});
  ElfBuilder huge = ElfBuilder::small();
  huge.segments.push_back({0x30000000, {1}, 1, PF_R});
  expect_error(rockcreek("run " + file("huge.elf", huge.build())), 2,
               {"huge.elf", "beyond private memory"});
  expect_error(rockcreek("run " + app("hello") + " --set machine.private_slots=1"), 2,
               {"hello.elf", "beyond private memory"});
}

TEST_F(CliErrors, MachineFiles) {
  const std::string image = app("hello");
  expect_error(rockcreek("run " + image + " --machine nowhere"), 2, {"nowhere", "scc"});
  expect_error(
      rockcreek("run " + image + " --machine " + file("typo.toml", "[clocks]\ntile_dividor = 3\n")),
      2, {"typo.toml:2", "tile_dividor", "clocks.tile_divider"});
  expect_error(rockcreek("run " + image + " --machine " + file("broken.toml", "[clocks\n")), 2,
               {"broken.toml:1", "TOML"});
  expect_error(rockcreek("info machine --set clocks.tile_divider=fast"), 2,
               {"clocks.tile_divider", "fast", "integer"});
  expect_error(rockcreek("run " + image + " --set clocks.tile_divider=1"), 2,
               {"clocks.tile_divider"});
  // More private memory than the lookup table and the controllers have room for.
  expect_error(rockcreek("run " + image + " --set machine.private_slots=200"), 2,
               {"machine.private_slots"});
}

TEST_F(CliErrors, Routers) {
  const std::string image = app("hello");
  for (const char* list : {"'24'", "'1,1'", "'5-3'", "'x'"})
    expect_error(rockcreek("run " + image + " --set noc.rtl_tiles=" + list), 2,
                 {"noc.rtl_tiles", list, "routers from 0 to 23"});
  expect_error(rockcreek("run " + image + " --router rtl --set noc.rtl_tiles=3"), 2,
               {"noc.rtl_tiles '3'", "--router rtl"});
  // What is not Verilated, and what is; also where each run is a process of its own.
  const std::string run = "run " + image, reproduce = "reproduce pingpong --quick";
  for (const std::string& verb : {run, reproduce})
    for (const std::string& routers :
         std::vector<std::string>{"--router rtl", "--set noc.rtl_tiles=3"})
      expect_error(rockcreek(verb + " " + routers + " --set noc.vcs=10"), 2,
                   {"vcs = 10", "vcs = 8"});
  const std::string stages = " --set noc.topology=torus --set noc.allocation=two-stage";
  expect_error(rockcreek(run + " --router rtl" + stages + " --set noc.speculative=true"), 2,
               {"no router in SystemVerilog has speculation"});
  expect_error(rockcreek(run + " --router rtl --set noc.routing=odd-even"), 2, {"odd-even", "xy"});
}

TEST_F(CliErrors, OutputsThatCannotBeWritten) {
  const std::string image = app("hello") + " --ues 1";
  expect_error(rockcreek("info machine --json /dev/full"), 2, {"/dev/full", "No space left"});
  expect_error(rockcreek("run " + image + " --trace /nowhere/trace"), 2, {"/nowhere/trace"});
  const CommandResult stats = rockcreek("run " + image + " --stats /dev/full");
  expect_error(stats, 2, {"/dev/full", "No space left"});
  EXPECT_NE(stats.out, "");
  const CommandResult console =
      rc::test::run_command("{ " + std::string(ROCKCREEK_SIM) + " run " + image + " >/dev/full; }");
  expect_error(console, 2, {"standard output"});
}

// Nobody shall take them for its results. What was refused has changed nothing.
TEST_F(CliErrors, AFailedRunLeavesNoOlderResults) {
  const std::string stats = file("stats.json", "old"), trace = file("trace.csv", "old"),
                    profile = file("profile", "old");
  const std::string options = " --stats " + stats + " --profile " + profile;
  EXPECT_EQ(rockcreek("run no-such.elf" + options).exit_code, 2);
  EXPECT_TRUE(std::filesystem::exists(stats) && std::filesystem::exists(profile));
  EXPECT_EQ(rockcreek("run " + app("deadlock") + options + " --trace " + trace).exit_code, 3);
  for (const std::string& result : {trace, profile})  // of this run, up to its end
    EXPECT_GT(std::filesystem::file_size(result), 3u) << result;
  std::ostringstream text;
  text << std::ifstream(stats).rdbuf();
  EXPECT_NE(text.str().find("\"complete\": false"), std::string::npos) << text.str();
}

TEST_F(CliErrors, CountsSayWhatIsExpected) {
  for (const char* text : {"nan", "inf", "-1", "1.5", "1e3", "0", "99999999999999999999", "''"})
    expect_error(rockcreek("run " + app("hello") + " --threads " + text), 2,
                 {"--threads", "expected a whole number from 1 to "});
}

TEST_F(CliErrors, OutputsAreCheckedBeforeTheWork) {
  const std::string run = "run --ues 1 " + app("hello"), kept = file("kept.json", "kept");
  for (const std::string& command :
       {run + " --stats /proc/x", std::string("reproduce pingpong --json /proc/x"),
        std::string("reproduce pingpong --out /proc/x"), std::string("noc --json /proc/x"),
        std::string("noc --csv /proc/x"), std::string("noc --out /proc/x"),
        std::string("tune broadcast --json /proc/x"), std::string("bench iss --json /proc/x"),
        std::string("schedule --algorithm linear --dim 3 --json /proc/x"),
        "reproduce pingpong --out " + kept, run + " --stats " + directory_.string()}) {
    const CommandResult result = rockcreek(command);
    expect_error(result, 2, {": cannot "});
    EXPECT_EQ(result.out, "") << command << " did the work first";
  }
  std::ostringstream text;
  text << std::ifstream(kept).rdbuf();
  EXPECT_EQ(text.str(), "kept");
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), {}), 1);
}

// Nothing that a run writes takes the place of what it reads, or of what else it writes.
TEST_F(CliErrors, FilesOfARunAreApart) {
  const std::string program = (directory_ / "mine.elf").string();
  fs::copy_file(app("hello"), program);
  const std::string same = (directory_ / "same").string(), text = file("typed", "a\n");
  const auto run = [&](const std::string& options) {
    return rockcreek("run " + program + " --ues 2 " + options);
  };
  for (const char* option : {"--stats", "--core", "--profile", "--record-traffic", "--trace"})
    expect_error(run(option + (" " + program)), 2, {option, "mine.elf", "the program"});
  expect_error(run("--input " + text + " --stats " + text), 2, {"--stats", "typed", "--input"});
  expect_error(run("--stats " + same + " --core " + directory_.string() + "/./same"), 2,
               {"--core", "--stats"});
  expect_error(run("--core " + same + "@0 --core " + same + "@1"), 2, {"--core", "same"});
  expect_error(run("--save " + same + "@1us --core " + same), 2, {"--core", "--save"});
  expect_error(run("--profile " + same + " --profile-cores --stats " + same + ".0"), 2,
               {"--profile-cores", "--stats"});
  expect_error(run("--report " + same + " --stats " + same + "/report.html"), 2,
               {"--report", "--stats"});
  for (const char* ue : {"@", "@-1", "@2", "@99999999999999999999"})
    expect_error(run("--input " + text + ue), 2, {"--input", "a UE from 0 to 1"});
  expect_error(run("--input " + text + " --input " + text + "@0"), 2, {"two files for UE 0"});
  EXPECT_FALSE(fs::exists(same));
  EXPECT_EQ(run("--stats /dev/null --profile /dev/null").exit_code, 0);
}

TEST_F(CliErrors, PagesOfOthersStay) {
  const std::string report = (directory_ / "report").string();
  ASSERT_EQ(rockcreek("run " + app("hello") + " --ues 1 --report " + report).exit_code, 0);
  expect_error(rockcreek("compare " + report + " " + report + "/run.json --out " + report), 2,
               {"--out", "another folder"});
  file("index.html", "somebody's");
  expect_error(rockcreek("index " + directory_.string()), 2,
               {"index.html", "not an index of ours"});
  fs::remove(directory_ / "index.html");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(rockcreek("index " + directory_.string()).exit_code, 0);
}

TEST_F(CliErrors, StandardOutputAsAFileTakesJsonBesideTheText) {
  const fs::path out = directory_ / "out";
  rc::test::run_command("{ " + std::string(ROCKCREEK_SIM) +
                        " schedule --algorithm linear --dim 1 --json /dev/fd/1 >>" + out.string() +
                        "; }");
  std::ostringstream text;
  text << std::ifstream(out).rdbuf();
  EXPECT_TRUE(text.str().find("link contention") < text.str().find("\"messages\"")) << text.str();
  EXPECT_TRUE(text.str().ends_with("}\n")) << text.str();
}

TEST_F(CliErrors, FirmwareThatFails) {
  expect_error(rockcreek("run --ues 1 " + app("div_zero")), 3, {"core 0", "divide error", "main"});
  expect_error(rockcreek("run --ues 1 " + app("illegal_instruction")), 3, {"core 0", "0x"});
  expect_error(rockcreek("run --ues 1 " + app("stack_overflow")), 3, {"core 0", "descend(int)"});
  for (const char* where : {"page", "null", "code"})
    expect_error(rockcreek("run --ues 1 " + app("write_unmapped") + " -- " + where), 3,
                 {"core 0", "page fault", "main"});
}

TEST_F(CliErrors, ClocksAndVoltagesPastTheLimit) {
  const auto fault = [&](const std::string& what, const std::vector<std::string>& parts) {
    const CommandResult result = rockcreek("run --ues 1 " + app("power_fault") + " -- " + what);
    expect_error(result, 3, parts);
    EXPECT_EQ(result.out, "") << "the firmware went on";
  };
  fault("clock", {"tile (3,1)", "1600 MHz", "1.1 V", "875 MHz"});
  fault("voltage", {"tile (0,0)", "533.3 MHz", "0.7 V", "460 MHz"});
  fault("vid", {"0x1046f", "0x70 to 0xd0"});
  fault("bit", {"0x004b0", "bit 16"});
  fault("mesh", {"tile (0,0)", "mesh"});
  fault("offset", {"core 0", "0xfb000004"});
  // The machine file's own clock, voltage and points of power.
  const std::string image = "run --ues 1 " + app("hello");
  expect_error(rockcreek(image + " --set vrc.default_vid=0x70"), 2, {"vrc.default_vid"});
  expect_error(rockcreek(image + " --set vrc.default_vid=112"), 2,
               {"clocks.tile_divider = 3", "533.333 MHz", "0.7 V", "460 MHz"});
  expect_error(rockcreek(image + " --set vrc.clock_khz=0"), 2, {"vrc.clock_khz"});
  expect_error(rockcreek(image + " --set vrc.ramp_us=-1"), 2, {"vrc.ramp_us"});
  expect_error(rockcreek(image + " --set power.low.volts=1.14 --set power.low.core_mhz=1000"), 2,
               {"power.high", "power.low"});
}

TEST_F(CliErrors, DeadlockNamesEveryCoreAndWhatItWaitsOn) {
  const CommandResult result =
      rockcreek("run --ues 3 " + app("deadlock") + " --set machine.deadlock_ms=2");
  EXPECT_EQ(result.exit_code, 3) << result.error;
  EXPECT_TRUE(result.error.starts_with("rockcreek: error: deadlock")) << result.error;
  for (const char* core : {"core 0", "core 1", "core 2"})
    EXPECT_NE(result.error.find(core), std::string::npos) << result.error;
  EXPECT_NE(result.error.find("RCCE_"), std::string::npos) << "no symbol in: " << result.error;
}

TEST_F(CliErrors, ProgressIsALineOfItsOwnWithoutATerminal) {
  const std::string endless =
      "run " + app("nx_misuse") + " --machine ipsc860 --ues 2 --max-time 0.05 ";
  const CommandResult asked = rockcreek(endless + "--progress=0.000001 -- endless");
  EXPECT_EQ(asked.exit_code, 3);
  EXPECT_TRUE(std::regex_search(
      asked.error, std::regex("^rockcreek: [^\n]*nx_misuse.elf: [0-9]+\\.[0-9]{3} ms simulated\n")))
      << asked.error;
  EXPECT_EQ(asked.out, "");
  EXPECT_EQ(rockcreek(endless + "-- endless").error.find("simulated\n"), std::string::npos);
  expect_error(rockcreek(endless + "--progress=0 -- endless"), 2,
               {"--progress: '0': expected a number above 0"});
}

TEST_F(CliErrors, TimeLimit) {
  const CommandResult late = rockcreek("run " + app("pingpong") + " --ues 2 --max-time 0.0001");
  EXPECT_EQ(late.exit_code, 3);
  EXPECT_TRUE(late.error.starts_with("rockcreek: error: not finished after 0.0001 s"))
      << late.error;
  for (const char* line : {"\n  core 0 (UE 0): ", "\n  core 1 (UE 1): "})
    EXPECT_NE(late.error.find(line), std::string::npos) << late.error;
}

}  // namespace
