// SPDX-License-Identifier: Apache-2.0
// Spoiled programs in C*: the translator either takes one or refuses it with one line. Run with the
// sanitizers (preset asan) for the full effect.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/compile/cstar/translator.h"
#include "tests/soak/mutations.h"

namespace rc::sim::compile {
namespace {

namespace fs = std::filesystem;

std::string nothing_known(const std::string&, int) { return ""; }

// Returns whether the program was taken.
bool check(const std::string& text) {
  try {
    translate_cstar(text, nothing_known);
    return true;
  } catch (const kernel::InputError& error) {
    const std::string_view what = error.what();
    EXPECT_EQ(what.find('\n'), std::string_view::npos) << what;
    EXPECT_NE(what.find(':'), std::string_view::npos) << what;
    return false;
  }
}

// The benchmarks, without what the preprocessor would have done.
std::vector<std::string> programs() {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(ROCKCREEK_SOURCE_DIR "/firmware/apps/cstar")) {
    if (entry.path().extension() != ".cs") continue;
    std::ifstream in(entry.path());
    std::string text = "# 1 \"p.cs\"\n", line;
    bool continued = false;
    while (std::getline(in, line)) {
      const bool directive = continued || line.starts_with("#");
      continued = directive && line.ends_with("\\");
      text += directive ? "\n" : line + "\n";
    }
    found.push_back(text);
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(CstarFuzz, BytesChange) {
  lockstep::Random random(3);
  const std::vector<std::string> good = programs();
  ASSERT_EQ(good.size(), 11u);
  for (int round = 0; round < 800; ++round) {
    const std::string& text = good[static_cast<std::size_t>(round) % good.size()];
    const soak::Bytes data = soak::spoiled(soak::Bytes(text.begin(), text.end()), random);
    check(std::string(data.begin(), data.end()));
    if (::testing::Test::HasFailure()) FAIL() << "round " << round;
  }
}

// Words of one program in the place of others: mostly tokens, seldom programs.
TEST(CstarFuzz, WordsMove) {
  std::mt19937 random(4);
  std::vector<std::string> words;
  for (const std::string& text : programs()) {
    std::istringstream in(text);
    for (std::string word; in >> word;) words.push_back(word);
  }
  int taken = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text =
        round % 2 ? "shape [8]a; int:a p, q; int main(void) { int s; with(a) { p = " : "";
    for (unsigned length = random() % 12; length > 0; --length)
      text += words[random() % words.size()] + " ";
    taken += check(text + (round % 2 ? "; } }" : ""));
    if (::testing::Test::HasFailure()) FAIL() << text;
  }
  EXPECT_GT(taken, 0);
}

TEST(CstarFuzz, Noise) {
  std::mt19937 random(5);
  static const std::string kSigns = "()[]{};:,.?=+-*/%&|^~!<>#\"'\\ \n0aAshape";
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 60, ' ');
    for (char& c : text)
      c = round % 2 ? kSigns[random() % kSigns.size()] : static_cast<char>(random());
    check(text);
  }
}

}  // namespace
}  // namespace rc::sim::compile
