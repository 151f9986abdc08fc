// SPDX-License-Identifier: Apache-2.0
// What completions of the shell and manual pages say of a verb is what the verb takes.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "tests/support/command.h"

namespace {

using rc::test::has;

std::string told_by(const std::string& program, const std::string& words) {
  const auto programs =
      std::filesystem::path(ROCKCREEK_SIM).parent_path().parent_path() / "lib/rockcreek/programs";
  return rc::test::run_command((programs / ("rockcreek-" + program)).string() + " " + words).out;
}

// By option or argument: the words that are offered.
std::map<std::string, std::string> offered_by(const std::string& program, const std::string& verb) {
  std::map<std::string, std::string> offered;
  std::istringstream lines(told_by(program, "--completions " + verb));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string of, kind, name, summary, values;
    for (std::string* const field : {&of, &kind, &name, &summary, &values})
      std::getline(fields, *field, '\t');
    EXPECT_EQ(of, verb) << line;
    if (kind == "word") offered["word"] += " " + name;
    if (kind == "option") offered[name] = values;
  }
  return offered;
}

TEST(Completions, OfferWhatAnOptionTakes) {
  auto offered = offered_by("noc", "noc");
  EXPECT_TRUE(has(offered["--routing"], "odd-even"));
  // Relations belong to topologies; RTL takes a build.
  for (const char* const other : {"word", "--routing", "--router", "--dcm"}) offered.erase(other);
  std::size_t tried = 0;
  for (const auto& [option, values] : offered) {
    if (values == "-") continue;
    std::istringstream words(values);
    for (std::string word; words >> word; ++tried) {
      const auto run = rc::test::run_command(ROCKCREEK_SIM " noc --measure 50 --warmup 0 " +
                                             option + " " + word + " --rate 0.01");
      // Another option may be missing beside it; the word itself is known.
      EXPECT_FALSE(has(run.error, "'" + word + "'")) << option << " " << word << ": " << run.error;
    }
  }
  EXPECT_GT(tried, 60u);
}

TEST(Completions, HaveNamesAndNothingThatTheHelpHides) {
  EXPECT_TRUE(has(offered_by("reproduce", "reproduce")["word"], " pingpong"));
  EXPECT_TRUE(has(offered_by("reproduce", "tune")["word"], "large-broadcast"));
  EXPECT_TRUE(has(offered_by("model", "model")["word"], "protocol"));
  EXPECT_TRUE(has(offered_by("soak", "soak")["--part"], "network"));
  auto run = offered_by("run", "run"), native = offered_by("run", "native");
  EXPECT_TRUE(has(run["--machine"], "mesh-8x8"));
  EXPECT_TRUE(run.contains("--waves"));
  EXPECT_FALSE(run.contains("--held-by"));
  EXPECT_FALSE(native.contains("--waves"));
}

TEST(ManualPages, HaveTheTitlesAndExamplesOfTheHelp) {
  const std::string page = told_by("noc", "--manual noc");
  for (const char* const part : {"\n.SS Routers\n", "\n.SS Results\n",
                                 "\n.SH EXAMPLES\n.nf\n  rockcreek noc \\-\\-rate 0.1\n"})
    EXPECT_TRUE(has(page, part)) << part;
  EXPECT_TRUE(has(told_by("console", "--manual console"), "\n.SH COMMANDS\n"));
}

}  // namespace
