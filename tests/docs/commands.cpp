// SPDX-License-Identifier: Apache-2.0
// Every command that a page prints is one that exists. The quick ones run, in the order of the
// page, in a folder of their own; of the others verb and options are looked up in the program's
// help.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <regex>

#include "sim/cli/verbs.h"
#include "tests/docs/markdown.h"
#include "tests/docs/project.h"
#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using namespace rc::docs;

struct Rule {
  const char* pattern;
  const char* reason;
};

// Commands that are looked up and not run. The first that matches gives the reason.
const std::vector<Rule> kNotRun{
    {R"re(^\./rockcreek (build|test|install)\b)re", "builds or tests everything"},
    {R"re(^[A-Z_]+=)re", "another build"},
    {R"re( reproduce (?!--list|pingpong$))re", "an experiment takes from 20 s to hours"},
    {R"re( --engine |sample_points)re", "needs Snakemake; tests/experiments/engine.cpp does"},
    {R"re( explore .*(seconds|broadcast-study|networks|energy)\.toml)re",
     "takes from 20 s to hours"},
    {R"re( network (check|synth) | --network )re",
     "builds with Verilator; tests/unit/lab/user does"},
    {R"re( tune )re", "tries many simulations"},
    {R"re( gdb )re", "a prompt; tests/firmware/gdb plays the page's sessions"},
    {R"re( bench\b)re", "a benchmark takes its time"},
    {R"re( soak )re", "lasts as long as it is told to"},
    {R"re( noc .*--(sweep|saturation))re", "many rates, a simulation each"},
    {R"re([\[\]<]|\.\.\.|\S\|\S| \| )re", "a synopsis"},
};

// Words that stand for something of the reader's, and what to run instead.
const std::vector<std::pair<std::regex, std::string>> kStandIns{
    {std::regex(R"re(\bAPP\.elf( .*ipsc860))re"), FIRMWARE_APPS "/nx_hello.elf$1"},
    {std::regex(R"re(\bAPP\.elf\b)re"), FIRMWARE_APPS "/hello.elf"},
    {std::regex(R"re((--(?:json|csv|stats|packets|out) )(?:FILE|DIR)\b)re"), "$1output"},
};

// Commands whose exit code is not 0.
const std::vector<std::pair<std::regex, int>> kExitCodes{
    {std::regex(R"re((deadlock|mailbox|write_unmapped)\.elf)re"), 3},
    {std::regex(R"re(cube_printed .*part=16384)re"), 3},
    {std::regex(R"re(stencil\.elf .*--max-time 0\.01 )re"), 3},
    {std::regex(R"re(--algorithm tournament)re"), 1},
    {std::regex(R"re(--routing dor-no-dateline)re"), 2},
    {std::regex(R"re(races\.elf.* -- )re"), 1},
};

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> found;
  for (std::string word; in >> word;) found.push_back(word);
  return found;
}

// What the program prints for VERB --help; VERB may be empty, or a verb and its own verb.
const std::string& help_of(const std::string& verb) {
  static std::map<std::string, rc::test::CommandResult> known;
  const auto [it, fresh] = known.try_emplace(verb);
  if (fresh)
    it->second =
        rc::test::run_command(std::string(ROCKCREEK_SIM) + " " + verb + " --help < /dev/null");
  return it->second.out;
}

// Verbs of the program, or of a verb that has verbs of its own.
std::set<std::string> verbs_of(const std::string& verb) {
  static const std::regex kVerb(R"re(\n  ([a-z]+) {2,})re");
  const std::string& help = help_of(verb);
  const std::size_t start = std::min(help.find("Subcommands:"), help.size());
  const std::string list = help.substr(start);
  return {std::sregex_token_iterator(list.begin(), list.end(), kVerb, 1), {}};
}

// Whether the launcher's own text handles this word.
bool launcher_knows(const std::string& word) {
  static const std::string launcher = read("rockcreek");
  return std::regex_search(launcher, std::regex("(^|\n|\\|)\\s*" + word + "(\\)|\\s*\\|)"));
}

// What is wrong with verb and options of "./rockcreek VERB ..."; empty if nothing is.
std::string fault_of(const std::string& command) {
  static const std::regex kOption(R"re((?:^|[\s\[|(])(--[a-z][a-z-]*))re");
  const std::string call = command.substr(command.find("./rockcreek"));
  const std::vector<std::string> word = words(call);
  if (word.size() < 2) return "";
  if (word[1].starts_with("-") || word[1] == "build" || word[1] == "test" || word[1] == "install")
    return launcher_knows(word[1]) || help_of("").find(word[1]) != std::string::npos
               ? ""
               : "the launcher does not know " + word[1];
  if (word[1] != "cc" && word[1] != "c++" && !verbs_of("").contains(word[1]))
    return "no verb " + word[1];
  std::string text = help_of(word[1]);
  if (word.size() > 2 && verbs_of(word[1]).contains(word[2]))
    text += help_of(word[1] + " " + word[2]);
  const std::string options = call.substr(0, call.find(" -- "));
  for (std::sregex_iterator it(options.begin(), options.end(), kOption), end; it != end; ++it)
    if (!std::regex_search(text, std::regex((*it)[1].str() + "\\b(?!-)")))
      return word[1] + " has no option " + (*it)[1].str();
  return "";
}

// Why a command is not run; empty if it is.
std::string reason_not_to_run(const std::string& command, const fs::path& folder) {
  for (const Rule& rule : kNotRun)
    if (std::regex_search(command, std::regex(rule.pattern))) return rule.reason;
  static const std::regex kFile(R"re([\w./-]+\.(?:c|cpp|elf|txt|toml))re");
  static const std::regex kOwn(R"re([A-Z][A-Z_:]*)re");
  static const std::set<std::string> kOutput{"-o",    "--json",  "--out",
                                             "--csv", "--stats", "--packets"};
  const std::vector<std::string> word = words(command);
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (kOutput.contains(word[i - 1])) continue;
    if (std::regex_match(word[i], kOwn)) return "the reader's own " + word[i];
    if (std::regex_match(word[i], kFile) && !fs::exists(folder / word[i]))
      return "the reader's own " + word[i];
  }
  return "";
}

// The pieces of a line between its marks of omission.
std::vector<std::string> pieces_of(const std::string& line) {
  static const std::regex kOmission("\u2026");
  std::vector<std::string> pieces{
      std::sregex_token_iterator(line.begin(), line.end(), kOmission, -1), {}};
  std::erase(pieces, "");
  return pieces;
}

// The first line of `shown` that does not follow, in order, in `output`; empty if all do.
std::string missing_line(const std::vector<std::string>& shown, const std::string& output) {
  std::size_t at = 0;
  for (const std::string& line : shown) {
    for (const std::string& piece : pieces_of(line)) {
      at = output.find(piece, at);
      if (at == std::string::npos) return "does not print: " + line + "\nbut:\n" + output;
      at += piece.size();
    }
  }
  return "";
}

std::vector<std::string> parts_of(const std::string& line) {
  static const std::regex kAnd(R"re(\s*&&\s*)re");
  return {std::sregex_token_iterator(line.begin(), line.end(), kAnd, -1), {}};
}

std::string time_since(std::chrono::steady_clock::time_point begin) {
  using std::chrono::milliseconds;
  const auto passed = std::chrono::steady_clock::now() - begin;
  return std::to_string(std::chrono::duration_cast<milliseconds>(passed).count()) + " ms";
}

class Commands : public ::testing::Test {
 protected:
  std::map<std::string, rc::test::CommandResult> results_;  // a command runs once
  // Looks like the project's root to commands that read images and sources.
  fs::path folder_ = fs::temp_directory_path() / ("rockcreek_docs_" + std::to_string(::getpid()));
  void SetUp() override {
    fs::create_directories(folder_ / "build/release/firmware");
    fs::create_directory_symlink(FIRMWARE_APPS, folder_ / "build/release/firmware/apps");
    for (const char* name : {"docs", "firmware", "sim"})
      fs::create_directory_symlink(fs::path(ROCKCREEK_SOURCE_DIR) / name, folder_ / name);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Empty if the command ended as it should, and printed what the page shows of it.
  std::string run(const std::string& command, const std::vector<std::string>& shown = {}) {
    const auto [it, fresh] = results_.try_emplace(command);
    rc::test::CommandResult& result = it->second;
    if (fresh) {
      const std::string call = std::regex_replace(command, std::regex(R"re(\./rockcreek\b)re"),
                                                  std::string("timeout 300 ") + ROCKCREEK_SIM);
      result = rc::test::run_command("cd " + folder_.string() +
                                     " && ROCKCREEK_SYSTEM=" + (folder_ / "system.json").string() +
                                     " " + call + " < /dev/null");
    }
    int wanted = 0;
    for (const auto& [pattern, code] : kExitCodes)
      if (std::regex_search(command, pattern)) wanted = code;
    if (result.exit_code != wanted)
      return "exit code " + std::to_string(result.exit_code) + ", expected " +
             std::to_string(wanted) + ": " + result.error;
    return missing_line(shown, result.out + result.error);
  }
};

TEST_F(Commands, CheckerFindsFaults) {
  EXPECT_EQ(fault_of("./rockcreek dance"), "no verb dance");
  EXPECT_EQ(fault_of("./rockcreek run x.elf --twice"), "run has no option --twice");
  EXPECT_EQ(fault_of("./rockcreek run x.elf -- --twice"), "");
  EXPECT_EQ(fault_of("./rockcreek info machine --machine scc"), "");
  EXPECT_EQ(fault_of("./rockcreek test -R Docs"), "");
  EXPECT_NE(reason_not_to_run("./rockcreek reproduce power", folder_), "");
  EXPECT_NE(reason_not_to_run("./rockcreek run mine.elf", folder_), "");
  EXPECT_EQ(reason_not_to_run("./rockcreek run build/release/firmware/apps/hello.elf", folder_),
            "");
  EXPECT_NE(run("./rockcreek info app build/release/firmware/apps/none.elf"), "");
  const auto found =
      commands("```\n$ ./rockcreek noc \\\n    --rate 0.1   # a comment\na\nb\u2026e\n```\nc\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text, "./rockcreek noc --rate 0.1");
  EXPECT_EQ(found[0].shown, (std::vector<std::string>{"a", "b\u2026e"}));
  EXPECT_EQ(missing_line(found[0].shown, "a\nb c d e\n"), "");
  EXPECT_NE(missing_line(found[0].shown, "b c d e\na\n"), "");
}

// So are the examples of the help, which manual pages have, too.
TEST_F(Commands, ExamplesOfEveryVerbAreTrue) {
  for (const rc::sim::cli::Verb& verb : rc::sim::cli::kVerbs) {
    if (verb.program == "cc") continue;  // their help is the compiler's
    const std::string name(verb.name);
    std::istringstream examples{std::string(verb.examples)};
    std::size_t count = 0, of_verb = 0;
    for (std::string line; std::getline(examples, line); ++count) {
      EXPECT_EQ(fault_of("./" + line), "") << line;
      EXPECT_NE(help_of(name).find("  " + line + "\n"), std::string::npos) << line;
      of_verb += line.starts_with("rockcreek " + name);
    }
    EXPECT_GE(count, 2u) << name;
    EXPECT_LE(count, 4u) << name;
    EXPECT_GE(of_verb, 1u) << name;
  }
}

TEST_F(Commands, AreTrue) {
  std::vector<std::string> ran, looked_up;
  for (const std::string& page : pages()) {
    for (const Command& line : commands(read(page))) {
      for (std::string command : parts_of(line.text)) {
        const std::string where = page + ":" + std::to_string(line.line) + ": " + command;
        if (command.find("./rockcreek") == std::string::npos) continue;
        EXPECT_EQ(fault_of(command), "") << where;
        for (const auto& [pattern, stand_in] : kStandIns)
          command = std::regex_replace(command, pattern, stand_in);
        std::string reason = reason_not_to_run(command, folder_);
        std::string fault;
        const auto begin = std::chrono::steady_clock::now();
        if (reason.empty()) {
          fault = run(command, line.shown);
          // The host programs of an iPSC/860 are 32-bit ones.
          if (fault.find(": Exec format error") != std::string::npos)
            reason = "this system runs no 32-bit programs";
        }
        if (reason.empty()) {
          ran.push_back(where + "   [" + time_since(begin) + "]");
          EXPECT_EQ(fault, "") << where;
        } else {
          looked_up.push_back(where + "   [" + reason + "]");
        }
      }
    }
    for (const Snippet& code : inline_code(read(page))) {
      static const std::regex kCall(R"re(\./rockcreek [a-z+-].*)re");
      if (!std::regex_match(code.text, kCall)) continue;
      EXPECT_EQ(fault_of(code.text), "") << page << ":" << code.line << ": " << code.text;
    }
  }
  std::cout << "run:\n";
  for (const std::string& command : ran) std::cout << "  " << command << "\n";
  std::cout << "verb and options looked up, not run:\n";
  for (const std::string& command : looked_up) std::cout << "  " << command << "\n";
  EXPECT_GT(ran.size(), 10u);
  EXPECT_GT(looked_up.size(), 10u);
}

// The README's table of verbs is complete.
TEST_F(Commands, ReadmeNamesEveryVerb) {
  const std::string readme = read("README.md");
  const std::set<std::string> verbs = verbs_of("");
  EXPECT_GE(verbs.size(), 9u);
  for (const std::string& verb : verbs)
    EXPECT_NE(readme.find("| `" + verb), std::string::npos)
        << verb << " is not in the README's table";
}

}  // namespace
