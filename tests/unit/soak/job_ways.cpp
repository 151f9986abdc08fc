// SPDX-License-Identifier: Apache-2.0
// Ways of one job are compared: what agrees is counted, and a way that differs, fails or whose
// program finds an error is told.
#include "tests/soak/job_ways.h"

#include <gtest/gtest.h>

#include <set>

#include "sim/base/paths.h"

namespace rc::sim {
namespace {

run::FirmwareJob small_job(const char* program = "soak", const char* rounds = "2") {
  run::FirmwareJob job;
  job.machine = machine::load_machine(machine::kDefaultMachine, {}, "model");
  job.image = base::firmware_image(program);
  job.cores = {0, 1};
  job.arguments = {"1", rounds};
  return job;
}

TEST(SoakJobs, WaysThatAgreeAreCounted) {
  run::FirmwareJob other = small_job();
  other.options.fast_forward = false;
  const soak::SoakResult result = soak::compare_ways({{"", small_job()}, {"slow", other}});
  EXPECT_EQ(result.mismatch, "");
  EXPECT_GT(result.totals.instructions, 1000u);
  EXPECT_GT(result.totals.messages, 10u);
}

TEST(SoakJobs, AnotherStatisticIsFound) {
  run::FirmwareJob other = small_job();
  other.machine = machine::load_machine(machine::kDefaultMachine, {"noc.pipeline=3"}, "model");
  const soak::SoakResult result = soak::compare_ways({{"", small_job()}, {"--other", other}});
  EXPECT_NE(result.mismatch.find("--other: "), std::string::npos) << result.mismatch;
  EXPECT_NE(result.mismatch.find("statistics differ"), std::string::npos) << result.mismatch;
  EXPECT_NE(result.mismatch.find("scc, 2 cores, soak 1 2"), std::string::npos) << result.mismatch;
}

TEST(SoakJobs, AWayThatFailsIsFound) {
  run::FirmwareJob other = small_job();
  other.options.max_time = kernel::Picos{1'000'000};
  EXPECT_NE(soak::compare_ways({{"", small_job()}, {"--short", other}}).mismatch.find("--short"),
            std::string::npos);
  EXPECT_NE(soak::compare_ways({{"", other}}).mismatch, "");
}

TEST(SoakJobs, AnErrorThatTheProgramFindsIsTold) {
  const soak::SoakResult result = soak::compare_ways({{"", small_job("one_fails")}});
  EXPECT_NE(result.mismatch, "");
}

TEST(SoakJobs, CasesOfBothMachinesAgree) {
  for (const auto& part : {soak::soak_firmware, soak::soak_ipsc}) {
    const soak::SoakResult result = part({.seed = 3, .size = 1});
    EXPECT_EQ(result.mismatch, "");
    EXPECT_GT(result.totals.instructions, 0u);
  }
}

}  // namespace
}  // namespace rc::sim
