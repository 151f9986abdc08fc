// SPDX-License-Identifier: Apache-2.0
#include "hw_model/kernel/workers.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using rc::kernel::Workers;

// Adds up numbers from 1 on; throws if `fails` is set.
struct Sum final : Workers::Job {
  unsigned number = 0;
  unsigned last = 0;
  bool fails = false;
  unsigned long sum = 0;

  void work() override {
    sum = 0;
    for (unsigned i = 1; i <= last; ++i) sum += i;
    if (fails) throw std::runtime_error("told to");
  }
};

class WorkersOf : public testing::TestWithParam<unsigned> {
 protected:
  WorkersOf() {
    for (Sum& job : jobs_) job.number = workers_.join(job);
  }

  std::array<Sum, 40> jobs_;
  Workers workers_{GetParam()};
};

TEST_P(WorkersOf, DoEveryJobOnce) {
  for (unsigned round = 1; round <= 200; ++round) {
    for (Sum& job : jobs_) {
      job.last = round * job.number;
      EXPECT_FALSE(job.active());
      workers_.hand_out(job.number);
      EXPECT_TRUE(job.active());
    }
    // In another order than they were handed out.
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      Sum& job = jobs_[i * 7 % jobs_.size()];
      workers_.take_back(job.number);
      EXPECT_FALSE(job.active());
      EXPECT_EQ(job.sum, job.last * (job.last + 1ul) / 2);
    }
  }
}

TEST_P(WorkersOf, AJobsErrorComesBackWithTheJob) {
  jobs_[1].fails = true;
  for (Sum& job : jobs_) workers_.hand_out(job.number);
  for (Sum& job : jobs_) {
    if (job.fails) {
      EXPECT_THROW(workers_.take_back(job.number), std::runtime_error);
    } else {
      EXPECT_NO_THROW(workers_.take_back(job.number));
    }
  }
  jobs_[1].fails = false;
  workers_.hand_out(jobs_[1].number);
  EXPECT_NO_THROW(workers_.take_back(jobs_[1].number));
}

TEST_P(WorkersOf, EndWithJobsHandedOut) {
  for (Sum& job : jobs_) workers_.hand_out(job.number);
}

TEST_P(WorkersOf, WakeFromSleep) {
  for (unsigned round = 0; round < 20; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    jobs_[0].last = round;
    workers_.hand_out(0);
    workers_.take_back(0);
    EXPECT_EQ(jobs_[0].sum, round * (round + 1ul) / 2);
  }
}

TEST_P(WorkersOf, HaveANumberForAllCores) {
  std::vector<std::unique_ptr<Sum>> more;
  for (auto i = jobs_.size(); i + 1 < Workers::kJobs; ++i) {
    more.push_back(std::make_unique<Sum>());
    EXPECT_EQ(workers_.join(*more.back()), i);
  }
  Sum last;
  EXPECT_THROW(workers_.join(last), std::logic_error);
}

INSTANTIATE_TEST_SUITE_P(Threads, WorkersOf, testing::Values(0u, 1u, 3u));

}  // namespace
