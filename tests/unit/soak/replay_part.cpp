// SPDX-License-Identifier: Apache-2.0
// Replays of random programs: cases agree, and a replay that differs is told.
#include "tests/soak/replay_part.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/soak/case.h"
#include "tests/soak/random_program.h"

namespace rc::sim {
namespace {

TEST(SoakReplays, AgreeingOnesAreCounted) {
  const soak::SoakResult result = soak::soak_replay({.seed = 1, .size = 1});
  EXPECT_EQ(result.mismatch, "");
  EXPECT_GT(result.totals.messages, 100u);
}

TEST(SoakReplays, WhatDiffersIsFound) {
  observe::Recording recording;
  recording.time = 1'000'000;
  recording.cores.resize(1);
  recording.cores[0].operations.resize(2);
  recording.cores[0].operations[0].kind = observe::Operation::Kind::send;
  observe::ReplayResult right;
  right.time = 1'001'000;
  right.packets = 2;
  right.mean_latency = 5;
  EXPECT_EQ(soak::replay_verdict(recording, right, right, right), "");
  observe::ReplayResult wrong = right;
  wrong.mean_latency = 6;
  EXPECT_NE(soak::replay_verdict(recording, right, wrong, right), "");
  wrong = right;
  wrong.time = 1'020'000;
  EXPECT_NE(soak::replay_verdict(recording, wrong, wrong, right), "");
  EXPECT_EQ(soak::replay_verdict(recording, right, right, wrong), "") << "banks in another order";
  wrong.time = 1'110'000;
  EXPECT_NE(soak::replay_verdict(recording, right, right, wrong), "");
  wrong.time = 980'000;
  EXPECT_NE(soak::replay_verdict(recording, wrong, wrong, right), "");
  EXPECT_EQ(soak::replay_verdict(recording, right, right, wrong), "") << "nothing waits in it";
  wrong.time = 890'000;
  EXPECT_NE(soak::replay_verdict(recording, right, right, wrong), "");
  wrong = right;
  wrong.packets = 1;
  EXPECT_NE(soak::replay_verdict(recording, wrong, wrong, right), "");
}

TEST(SoakPrograms, AreOfAllKinds) {
  lockstep::Random random(1);
  std::set<std::string> images;
  std::set<std::size_t> cores_of_machines;
  for (int i = 0; i < 300; ++i) {
    const soak::RandomProgram program = soak::random_program({}, random);
    images.insert(program.image);
    const scc::Geometry geometry = program.machine().geometry();
    cores_of_machines.insert(geometry.cores());
    EXPECT_LE(program.cores.size(), geometry.cores());
    EXPECT_EQ(program.words({"--threads", "3"}).front(), "run");
  }
  EXPECT_EQ(images.size(), 8u);
  EXPECT_GT(cores_of_machines.size(), 10u);
}

}  // namespace
}  // namespace rc::sim
