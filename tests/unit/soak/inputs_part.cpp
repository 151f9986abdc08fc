// SPDX-License-Identifier: Apache-2.0
// Spoiled input: every reader of the simulator is listed, and each kind of wrong reading is found.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "tests/soak/inputs/input_kinds.h"
#include "tests/soak/inputs/packed.h"
#include "tests/soak/mutations.h"

namespace rc::sim {
namespace {

namespace fs = std::filesystem;
using soak::Corpus;

// Sources that take in what no user or earlier run has written.
const std::map<std::string, std::string> kOthers{
    {"sim/base/files.cpp", "the functions that all others call"},
    {"sim/base/json_input.cpp", "the reader that all others call"},
    {"sim/base/toml_input.cpp", "the reader that all others call"},
    {"sim/base/program.cpp", "the folders of PATH"},
    {"sim/base/paths.cpp", "the commit, which the build wrote"},
    {"sim/cli/index_verb.cpp", "searches a page for a mark"},
    {"sim/cli/noc_verb.cpp", "JSON of its own children; the trace is listed"},
    {"sim/cli/run_job.cpp", "bytes that a UART passes on as they are"},
    {"sim/compile/compiler_hint.cpp", "headers and archives of its own library"},
    {"sim/compile/firmware_compiler.cpp", "configuration that the build wrote"},
    {"sim/debug/channel.cpp", "messages between its own processes"},
    {"sim/experiments/coherence/collectives.cpp", "JSON of its own children"},
    {"sim/experiments/noc.cpp", "JSON of its own children"},
    {"sim/explore/point_run.cpp", "what a point of its own printed"},
    {"sim/hypercube/host/host_process.cpp", "searches a program for a mark"},
    {"sim/lab/user/verilated_library.cpp", "what Verilator printed"},
    {"sim/lab/user/elaborated.cpp", "what Verilator wrote"},
    {"sim/lab/user/synthesis.cpp", "what Yosys printed"},
    {"sim/lab/user/template.cpp", "copies files of its own"},
    {"sim/lab/export/network_export.cpp", "copies files of its own"},
    {"sim/report/page.cpp", "its own command line"},
    {"sim/report/results_index.cpp", "pages and JSON, of which it takes one text each, as text"},
    {"sim/run/firmware_outcome.cpp", "JSON of its own children, kept with a checksum"},
    {"sim/run/held/held_machine.cpp", "JSON of its own processes"},
    {"sim/run/job_key.cpp", "bytes that are only hashed"},
    {"sim/run/native/native_run.cpp", "the head of a program, which the host then loads"}};

// Sources that open files themselves, past the kinds of file and the sizes that sim/base/files.h
// checks: what they open no user names.
const std::map<std::string, std::string> kOpeners{
    {"sim/base/files.cpp", "the functions that all others call"},
    {"sim/base/paths.cpp", "the commit, which the build wrote"},
    {"sim/cli/cube_verb.cpp", "/proc"},
    {"sim/cli/program.cpp", "/dev/null"},
    {"sim/explore/engine/engine.cpp", "its lock, a log, /dev/null"},
    {"sim/explore/point_run.cpp", "/dev/null"},
    {"sim/lab/user/elaborated.cpp", "what Verilator wrote"},
    {"sim/lab/user/verilated_library.cpp", "its lock, a log"},
    {"sim/observe/waves/fst_library.cpp", "memory"},
    {"sim/run/host/host_files.cpp", "a folder, below which the kernel keeps all names"},
    {"sim/symbols/debug_info.cpp", "a program that was read before, for elfutils"}};

std::set<std::string> sources_that(const std::regex& pattern) {
  std::set<std::string> found;
  const fs::path root = ROCKCREEK_SOURCE_DIR;
  for (const char* part : {"sim", "hw_model"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / part))
      if (entry.path().extension() == ".cpp" &&
          std::regex_search(base::read_file(entry.path()), pattern))
        found.insert(entry.path().lexically_relative(root).string());
  return found;
}

TEST(SoakInputs, AreOfAllReaders) {
  std::set<std::string> listed, names;
  for (const soak::InputKind& kind : soak::input_kinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    for (const std::string& reader : kind.readers) {
      EXPECT_TRUE(fs::exists(fs::path(ROCKCREEK_SOURCE_DIR) / reader)) << reader;
      listed.insert(reader);
    }
  }
  static const std::regex kReads(
      R"re(\bread_file\(|\bInputFile\b|base::read_line\(|\bgetline\(|toml::parse\(|[jJ]son::parse\(|TomlInput|parse_json\()re");
  const std::set<std::string> reading = sources_that(kReads);
  EXPECT_GT(reading.size(), 20u);
  for (const std::string& source : reading)
    EXPECT_TRUE(listed.contains(source) || kOthers.contains(source))
        << source << " reads, and no kind of spoiled input is for it";
  for (const auto& [source, why] : kOthers) EXPECT_TRUE(reading.contains(source)) << source;
}

TEST(SoakInputs, AreOpenedInOnePlace) {
  static const std::regex kOpens(
      R"re(\bifstream\b|\bfopen\b|gzopen|bzopen|BZ2_bzReadOpen|[ (]::open\()re");
  const std::set<std::string> opening = sources_that(kOpens);
  for (const std::string& source : opening)
    EXPECT_TRUE(kOpeners.contains(source))
        << source << " opens a file past base::InputFile, which refuses pipes and disks";
  for (const auto& [source, what] : kOpeners) EXPECT_TRUE(opening.contains(source)) << source;
}

Corpus numbers(const std::function<void(const std::string&)>& read) {
  return {[](lockstep::Random& random) { return std::to_string(random.word()); }, read};
}

std::string verdict_on(Corpus (*open)(const std::string&), const soak::ChildBounds& bounds = {}) {
  std::uint64_t inputs = 0;
  return soak::check_inputs({"planted", 50, {}, open}, 1, bounds, inputs);
}

bool begins_with_7(const std::string& text) { return text.front() == '7'; }

TEST(SoakInputs, ReadersThatTakeAndRefuseAreCounted) {
  std::uint64_t inputs = 0;
  const auto open = [](const std::string&) {
    return numbers([](const std::string& text) {
      if (begins_with_7(text)) throw kernel::InputError("expected another number");
    });
  };
  EXPECT_EQ(soak::check_inputs({"fine", 50, {}, open}, 1, {}, inputs), "");
  EXPECT_EQ(inputs, 50u);
}

TEST(SoakInputs, ACrashIsFound) {
  const std::string wrong = verdict_on([](const std::string&) {
    return numbers([](const std::string& text) {
      if (begins_with_7(text)) std::abort();
    });
  });
  EXPECT_NE(wrong.find("Aborted"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("\n\"7"), std::string::npos) << wrong;  // the very input
}

TEST(SoakInputs, AHangIsFound) {
  const std::string wrong = verdict_on(
      [](const std::string&) {
        return numbers([](const std::string& text) {
          for (volatile unsigned turns = 0; begins_with_7(text);) turns = turns + 1;
        });
      },
      {.cpu_seconds = 1});
  EXPECT_NE(wrong.find("CPU time limit exceeded"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("\n\"7"), std::string::npos) << wrong;
}

#ifndef __SANITIZE_ADDRESS__
TEST(SoakInputs, MemoryWithoutBoundIsFound) {
  const std::string wrong = verdict_on(
      [](const std::string&) {
        return numbers([](const std::string& text) {
          std::vector<std::string> all;
          while (begins_with_7(text)) all.emplace_back(std::size_t{64} << 20, '7');
        });
      },
      {.memory_bytes = std::uint64_t{1} << 30});
  EXPECT_NE(wrong.find("bad_alloc"), std::string::npos) << wrong;
}
#endif

TEST(SoakInputs, ErrorsThatAreNotOneLineAreFound) {
  const std::string two_lines = verdict_on([](const std::string&) {
    return numbers([](const std::string&) { throw kernel::InputError("one\ntwo"); });
  });
  EXPECT_NE(two_lines.find("one\\ntwo"), std::string::npos) << two_lines;
  const std::string escape = verdict_on([](const std::string&) {
    return numbers([](const std::string&) { throw kernel::InputError("red \x1b[31m"); });
  });
  EXPECT_NE(escape.find("red \\x1b[31m"), std::string::npos) << escape;
}

TEST(SoakInputs, WhatIsPackedKeepsItsContents) {
  const std::string text(200'000, 'x');
  EXPECT_EQ(soak::gunzip(soak::gzip(text)), text);
  const std::string file = soak::snapshot_with("A title\n", text);
  EXPECT_TRUE(file.starts_with("A title\n"));
  EXPECT_EQ(soak::snapshot_contents(file), text);
  EXPECT_THROW(soak::gunzip("no gzip"), std::logic_error);
}

TEST(SoakInputs, SpoiledTextsGrowDeepAtTimes) {
  lockstep::Random random(1);
  std::size_t longest = 0, same = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = soak::spoiled("size = 12\n", {}, random);
    longest = std::max(longest, text.size());
    same += text == "size = 12\n";
  }
  EXPECT_GT(longest, 10'000u);
  EXPECT_LT(same, 1000u);
}

TEST(SoakCommands, EndWithACodeAndOneLine) {
  using soak::misbehaviour;
  const auto ended = [](int code, const std::string& error) {
    return soak::ChildEnd{code << 8, "", error};
  };
  EXPECT_EQ(misbehaviour(ended(0, "rockcreek: replayed in 0.1 s\n")), "");
  EXPECT_EQ(misbehaviour(ended(2, "rockcreek: error: file.toml:1: expected a number\n")), "");
  EXPECT_EQ(misbehaviour(ended(3, "rockcreek: error: deadlock\n  core 0\n  core 1\n")), "");
  EXPECT_NE(misbehaviour(ended(2, "")), "");
  EXPECT_NE(misbehaviour(ended(2, "rockcreek: error: two\nlines\n")), "");
  EXPECT_NE(misbehaviour(ended(2, "rockcreek: error: \x1b[31m\n")), "");
  EXPECT_NE(misbehaviour(ended(3, "rockcreek: error: internal: std::bad_alloc\n")), "");
  EXPECT_NE(misbehaviour(ended(125, "rockcreek: error: x\n")), "");
  EXPECT_NE(misbehaviour({SIGSEGV, "", "rockcreek: error: x\n"}), "");
}

TEST(SoakCommands, RunInAChild) {
  const soak::ChildEnd end =
      soak::run_command_line({"noc", "--cols", "2", "--rows", "2", "--rate", "0.1", "--measure",
                              "1000", "--max-measure", "2000"});
  EXPECT_EQ(end.how(), "exit code 0") << end.error;
  EXPECT_NE(end.out.find("accepted"), std::string::npos);
  EXPECT_EQ(soak::run_command_line({"noc", "--cols", "none"}).how(), "exit code 2");
}

}  // namespace
}  // namespace rc::sim
