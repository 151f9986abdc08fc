// SPDX-License-Identifier: Apache-2.0
// The small kernel (docs/kernel.md): every process right on 1, 8 and 48 cores, from an ELF start and
// from the reset vector, and the same cycles with every shortcut on and off.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

using namespace rc::test;
using nlohmann::json;
namespace fs = std::filesystem;

const std::string kApps = FIRMWARE_APPS;
const std::string kElf = kApps + "/kernel.elf";

fs::path temporary(const std::string& name) {
  return fs::temp_directory_path() / ("rockcreek_kernel_" + name + "_" + std::to_string(getpid()));
}

unsigned count(const std::string& text, const std::string& part) {
  unsigned found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

CommandResult run(const std::string& options) {
  return run_command(std::string(ROCKCREEK_SIM) + " run " + options);
}

void expect_all_right(const CommandResult& result, unsigned cores) {
  EXPECT_EQ(result.exit_code, 0) << result.error << result.out;
  EXPECT_EQ(count(result.out, "kernel: starts"), cores);
  EXPECT_EQ(count(result.out, "process 0: 1.644884 of 1/n^2 ok"), cores);
  EXPECT_EQ(count(result.out, "process 1: 0.693122 of +-1/n ok"), cores);
  // 20 rounds of each kind, to every core.
  EXPECT_EQ(count(result.out, " 40 interrupts from cores"), cores) << result.out;
  EXPECT_EQ(count(result.out, "GLCFG: "), 1u);
}

// The statistics of a run, without what describes the host.
json stats(const std::string& options) {
  const fs::path file = temporary("stats");
  const CommandResult result = run(options + " --stats " + file.string());
  EXPECT_EQ(result.exit_code, 0) << result.error;
  json all;
  std::ifstream(file) >> all;
  fs::remove(file);
  all.erase("host_seconds");
  return all;
}

class OnCores : public testing::TestWithParam<unsigned> {};

TEST_P(OnCores, EveryProcessIsRight) {
  expect_all_right(run(kElf + " --ues " + std::to_string(GetParam())), GetParam());
}

TEST_P(OnCores, NoShortcutChangesACycle) {
  const std::string options = kElf + " --ues " + std::to_string(GetParam()) + " ";
  const json usual = stats(options);
  for (const char* other : {"--no-fast-forward", "--quantum 0", "--threads 2"}) {
    const json found = stats(options + other);
    EXPECT_EQ(usual, found) << other << ": " << json::diff(usual, found)[0].dump();
  }
}

INSTANTIATE_TEST_SUITE_P(Kernel, OnCores, testing::Values(1u, 8u, 48u));

TEST(Kernel, TheFirstCoreReleasesTheOthers) {
  expect_all_right(run(kElf + " --ues 8 --hold 1-7"), 8);
}

TEST(Kernel, GoesOnFromASnapshot) {
  const fs::path saved = temporary("saved");
  const json whole = stats(kElf + " --ues 2");
  EXPECT_EQ(stats(kElf + " --ues 2 --save " + saved.string() + "@1ms"), whole);
  EXPECT_EQ(stats("--restore " + saved.string()), whole);
  fs::remove(saved);
}

class FromTheResetVector : public testing::Test {
 protected:
  FromTheResetVector() { std::ofstream(line_) << "cores=8\n"; }
  ~FromTheResetVector() override { fs::remove(line_); }

  const fs::path line_ = temporary("line");
  const std::string images_ = "--image " + kApps + "/kernel.bin@0x100000 --image " + kApps +
                              "/kernel_reset.bin@0xfffff000 --image " + line_.string() +
                              "@0x99000 ";
};

TEST_F(FromTheResetVector, AllCoresAtOnce) { expect_all_right(run(images_ + "--ues 8"), 8); }

TEST_F(FromTheResetVector, OneByOne) {
  expect_all_right(run(images_ + "--ues 8 --hold 1-7"), 8);
  const json usual = stats(images_ + "--ues 8 --hold 1-7");
  EXPECT_EQ(stats(images_ + "--ues 8 --hold 1-7 --quantum 0 --no-fast-forward"), usual);
}

}  // namespace
