// SPDX-License-Identifier: Apache-2.0
// rockcreek explore by an engine: Snakemake on this host, and on a Slurm cluster that loses a job
// and its controller. Without Debian's packages (./rockcreek test --with-engine) the tests are
// skipped.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/support/command.h"
#include "tests/support/slurm.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;
using rc::test::run_command;
using rc::test::Slurm;

class Engine : public ::testing::Test {
 protected:
  const fs::path folder_ =
      fs::temp_directory_path() / ("rockcreek_engine_" + std::to_string(::getpid()));
  void SetUp() override {
    if (run_command("command -v snakemake").exit_code != 0)
      GTEST_SKIP() << "no snakemake here: ./rockcreek test --with-engine installs it";
    fs::create_directories(folder_);
    // Snakemake looks after jobs of a cluster every ten seconds, and every second where this is
    // set.
    ::setenv("CI", "true", 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // `rates` times ten points.
  void write_plan(int cycles, const std::string& depths = "[4]", int rates = 6) const {
    std::ofstream(folder_ / "plan.toml")
        << "command = 'noc --cols 2 --rows 2 --vc-depth {depth} --rate {rate} --seed {seed} "
           "--warmup 100 --measure "
        << cycles << " --max-measure " << cycles << "'\n[parameters]\ndepth = " << depths
        << "\nrate = {from = 0.1, to = " << rates << "e-1, step = 0.1}\n"
        << "seed = {from = 1, to = 10, step = 1}\n[record]\nlatency = '/latency/mean'\n";
  }
  std::string call(const std::string& out, const std::string& more) const {
    return std::string(ROCKCREEK_SIM) + " explore " + (folder_ / "plan.toml").string() + " --out " +
           (folder_ / out).string() + " " + more;
  }
  std::string text(const fs::path& name) const {
    std::ostringstream all;
    all << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return all.str();
  }
  std::size_t points(const std::string& out) const {
    std::error_code none_yet;
    return static_cast<std::size_t>(std::distance(
        fs::directory_iterator(folder_ / out / "points", none_yet), fs::directory_iterator()));
  }
  void expect_same(const std::string& one, const std::string& other) const {
    for (const char* name : {"points.csv", "points.sqlite"}) {
      EXPECT_FALSE(text(fs::path(one) / name).empty()) << name;
      EXPECT_TRUE(text(fs::path(one) / name) == text(fs::path(other) / name)) << name;
    }
  }
};

TEST_F(Engine, SnakemakeMakesWhatALocalRunMakes) {
  write_plan(200, "[4, 99]", 1);  // 99 flits are too many
  const CommandResult local = run_command(call("local", ""));
  EXPECT_EQ(local.exit_code, 1) << local.error;
  // What is there is not run again, and what is left is packed into batches.
  EXPECT_EQ(run_command(call("batches", "--points 3-4")).exit_code, 0);
  const CommandResult batches = run_command(call("batches", "--engine snakemake --batch 6"));
  EXPECT_EQ(batches.exit_code, 1) << batches.error << text("batches/engine/snakemake.log");
  EXPECT_TRUE(batches.out.starts_with("20 points: 18 run, 2 kept from before, 10 failed\n"))
      << batches.out;
  expect_same("batches", "local");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "batches/engine/done"),
                          fs::directory_iterator()),
            3);
  const CommandResult again = run_command(call("batches", "--engine snakemake --retry"));
  EXPECT_TRUE(again.out.starts_with("20 points: 10 run, 10 kept from before, 10 failed\n"))
      << again.out << again.error;
}

TEST_F(Engine, PartsOfAnExperimentMakeTheWhole) {
  const auto reproduce = [&](const std::string& out, const std::string& more) {
    return run_command(std::string(ROCKCREEK_SIM) + " reproduce coherence --quick --part " +
                       "pingpong,lines --out " + (folder_ / out).string() + " " + more);
  };
  const CommandResult local = reproduce("local", "");
  const CommandResult parts = reproduce("parts", "--engine snakemake");
  EXPECT_EQ(parts.exit_code, local.exit_code) << parts.error;
  EXPECT_EQ(parts.out, local.out);
  for (const char* part : {"pingpong", "lines"})
    EXPECT_TRUE(fs::exists(folder_ / "parts/engine/done" / part)) << part;
  for (const char* name : {"coherence.json", "coherence.csv"})
    EXPECT_TRUE(text(fs::path("parts") / name) == text(fs::path("local") / name)) << name;
  const CommandResult whole =
      run_command(std::string(ROCKCREEK_SIM) + " reproduce pingpong --engine snakemake --out x");
  EXPECT_EQ(whole.exit_code, 2);
  EXPECT_NE(whole.error.find("it has no parts"), std::string::npos) << whole.error;
}

TEST_F(Engine, WhatCannotBeIsRefused) {
  write_plan(200);
  const auto refused = [&](const std::string& more, int code, const std::string& part) {
    const CommandResult result = run_command(call("out", more));
    EXPECT_EQ(result.exit_code, code) << more;
    EXPECT_NE(result.error.find(part), std::string::npos) << result.error;
  };
  refused("--engine make", 2, "--engine");
  refused("--batch 5", 2, "--engine");
  refused("--profile slurm", 2, "--engine");
  refused("--engine snakemake --points 1-2", 2, "--points");
  refused("--engine snakemake --profile nowhere", 2, "expected a folder with config.yaml");
  fs::create_directories(folder_ / "broken");
  std::ofstream(folder_ / "broken/config.yaml") << "cluster: 'false'\njobs: 1\n";
  refused("--engine snakemake --profile " + (folder_ / "broken").string(), 3,
          "snakemake ended early: 0 of 2 jobs done");
}

TEST_F(Engine, AKilledJobAndARestartedControllerLeaveNoTrace) {
  if (!Slurm::is_installed())
    GTEST_SKIP() << "no Slurm here: ./rockcreek test --with-engine installs it";
  write_plan(20000);
  ASSERT_EQ(run_command(call("local", "")).exit_code, 0);
  fs::create_directories(folder_ / "cluster");
  Slurm cluster((folder_ / "cluster").string());
  CommandResult result;
  std::atomic<bool> over = false;
  std::thread explore([&] {
    result = run_command(cluster.environment() +
                         call("slurm", "--engine snakemake --profile slurm --batch 6"));
    over = true;
  });
  const auto wait_for = [&](std::size_t number) {
    while (!over && points("slurm") < number)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  };
  wait_for(2);
  const std::string running = run_command(cluster.environment() + "squeue -h -t running -o %i").out;
  const std::string job = running.substr(0, running.find('\n'));
  EXPECT_FALSE(job.empty());
  EXPECT_EQ(run_command(cluster.environment() + "scancel --full --signal=KILL " + job).exit_code,
            0);
  wait_for(20);
  EXPECT_LT(points("slurm"), 60u);
  cluster.stop_controller();
  std::this_thread::sleep_for(std::chrono::seconds(2));
  cluster.start_controller();
  explore.join();
  const std::string log = text("slurm/engine/snakemake.log");
  EXPECT_EQ(result.exit_code, 0) << result.error << log;
  EXPECT_TRUE(result.out.starts_with("60 points: 60 run, 0 kept from before, 0 failed\n"))
      << result.out;
  EXPECT_NE(log.find("Trying to restart job"), std::string::npos) << log;
  expect_same("slurm", "local");
}

}  // namespace
