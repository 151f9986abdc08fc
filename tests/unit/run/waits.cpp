// SPDX-License-Identifier: Apache-2.0
#include "sim/run/waits.h"

#include <gtest/gtest.h>

#include <map>

namespace rc::sim::run {
namespace {

using symbols::Frame;

Frame library(const std::string& function, std::vector<symbols::Argument> arguments = {}) {
  Frame frame;
  frame.function = function;
  frame.library = true;
  frame.arguments = std::move(arguments);
  return frame;
}

Frame program(unsigned line) {
  Frame frame;
  frame.function = "main";
  frame.file = "ring.c";
  frame.line = line;
  return frame;
}

// A machine of which only this is known.
struct Fake {
  std::vector<std::vector<Frame>> frames;  // by rank; none: it has ended
  std::map<std::uint32_t, std::uint32_t> memory;
  std::vector<std::optional<std::size_t>> polled;
  std::string unit = "UE";
  std::optional<std::size_t> lock_holder = {};  // of every lock
  std::string lock_taken = {};

  std::string lines() const {
    StoppedMachine machine;
    machine.unit = unit;
    machine.count = frames.size();
    machine.ended = [this](std::size_t rank) { return frames[rank].empty(); };
    machine.name = [](std::size_t rank) { return std::to_string(rank); };
    machine.state = [](std::size_t) { return std::string("EIP"); };
    machine.frames = [this](std::size_t rank) { return frames[rank]; };
    machine.word = [this](std::size_t, std::uint32_t address) -> std::optional<std::uint32_t> {
      const auto found = memory.find(address);
      return found == memory.end() ? std::nullopt : std::optional<std::uint32_t>(found->second);
    };
    machine.polled = [this](std::size_t rank) {
      return polled.empty() ? std::nullopt : polled[rank];
    };
    machine.program = [](std::size_t) -> const JobPrograms::Program& {
      static const JobPrograms::Program none{};
      return none;
    };
    machine.lock_holder = [this](std::size_t) { return lock_holder; };
    machine.lock_taken = [this](std::size_t) { return lock_taken; };
    return wait_lines(machine);
  }
};

std::vector<Frame> send(std::uint32_t bytes, std::uint32_t dest) {
  return {library("RCCE_wait_until", {{"value", 1}}),
          library("rcce::send", {{"size", bytes}, {"dest", dest}}),
          library("RCCE_send", {{"size", bytes}, {"dest", dest}}), program(3)};
}
std::vector<Frame> receive(std::uint32_t bytes, std::uint32_t source) {
  return {library("RCCE_recv", {{"size", bytes}, {"source", source}}), program(4)};
}

TEST(Waits, SizesThatDifferAreNamedAndSoIsTheCircle) {
  EXPECT_EQ(
      (Fake{{send(20000, 1), receive(100, 0)}, {}, {}}.lines()),
      "\n  0: RCCE_send of 20000 bytes to UE 1, in main (ring.c:3): waits until UE 1 takes it; EIP"
      "\n  1: RCCE_recv of 100 bytes from UE 0, in main (ring.c:4): waits until UE 0 sends; EIP"
      "\n  UE 0 sends 20000 bytes to UE 1, which receives 100"
      "\n  a circle: UE 0 waits for 1, which waits for 0");
  EXPECT_EQ((Fake{{send(100, 1), receive(100, 0)}, {}, {}}.lines()).find("which receives"),
            std::string::npos);
}

TEST(Waits, ATailIsNoCircleAndTwoCirclesAreTwo) {
  const std::string lines = Fake{
      {receive(1, 1), receive(1, 2), receive(1, 1), receive(1, 4), receive(1, 3)},
      {},
      {}}.lines();
  EXPECT_NE(lines.find("\n  a circle: UE 1 waits for 2, which waits for 1\n"
                       "  a circle: UE 3 waits for 4, which waits for 3"),
            std::string::npos)
      << lines;
  EXPECT_EQ(lines.find("UE 0 waits"), std::string::npos) << lines;
}

TEST(Waits, APartnerThatHasEndedIsToldOnce) {
  const std::string lines = Fake{{{}, receive(1, 0), receive(1, 0)}, {}, {}}.lines();
  EXPECT_TRUE(lines.ends_with("EIP\n  UE 0 has ended")) << lines;
}

TEST(Waits, AnArgumentOfACopyIsNoPartner) {
  const std::vector<Frame> copying = {library("rcce::get_char", {{"source", 1}, {"ue", 1}}),
                                      library("RCCE_barrier", {{"comm", 0x100}}), program(5)};
  EXPECT_EQ((Fake{{copying, {}, receive(1, 7)}, {}, {2, {}, {}}}.lines()),
            "\n  0: RCCE_barrier, in main (ring.c:5): waits in a barrier for UE 2; EIP"
            "\n  2: RCCE_recv of 1 byte, in main (ring.c:4): waits until another UE sends; EIP"
            "\n  UE 1 has ended"
            "\n  only UE 0 of 3 is in RCCE_barrier");
}

// RCCE_bcast ends in a jump to RCCE_recv, so only the call tells of it.
TEST(Waits, WhatWasCalledIsNamedThoughItHasNoFrame) {
  std::vector<Frame> jumped = receive(400, 0);
  jumped.back().called = "RCCE_bcast";
  EXPECT_EQ(
      (Fake{{{}, jumped}, {}, {}}.lines()),
      "\n  1: RCCE_bcast of 400 bytes from UE 0, in main (ring.c:4): waits until UE 0 sends; EIP"
      "\n  UE 0 has ended");
}

TEST(Waits, AHelperHasItsCaller) {
  Frame helper = program(9);
  helper.function = "exchange";
  const std::vector<Frame> deep = {library("RCCE_barrier"), helper, program(20)};
  EXPECT_EQ((Fake{{deep}, {}, {}}.lines()),
            "\n  0: RCCE_barrier, in exchange (ring.c:9), called from main (ring.c:20): waits in a "
            "barrier for the others; EIP");
}

TEST(Waits, RequestsOfIrcce) {
  constexpr std::uint32_t kRequest = 0x300;
  const auto waits = [](const std::string& call) {
    return std::vector<Frame>{library(call, {{"request", kRequest}}), program(6)};
  };
  Fake fake{{waits("iRCCE_isend_wait"), waits("iRCCE_irecv_wait")},
            {{kRequest + 4, 64}, {kRequest + 16, 1}, {kRequest + 28, 0}, {kRequest + 32, 0}},
            {}};
  EXPECT_TRUE(
      fake.lines().starts_with("\n  0: iRCCE_isend_wait of 64 bytes to UE 1, in main (ring.c:6): "
                               "waits until UE 1 takes it; EIP"
                               "\n  1: iRCCE_irecv_wait of 64 bytes from UE 1, in main (ring.c:6): "
                               "waits until UE 1 sends; EIP"))
      << fake.lines();
  fake.memory[kRequest + 28] = 1;            // of any length
  fake.memory[kRequest + 16] = 0xFFFF'FFFF;  // from anyone
  EXPECT_NE(fake.lines().find(
                "1: iRCCE_irecv_wait, in main (ring.c:6): waits until another UE sends; EIP"),
            std::string::npos)
      << fake.lines();
  fake.memory[kRequest + 32] = 1;  // it is finished
  EXPECT_NE(fake.lines().find("1: iRCCE_irecv_wait, in main (ring.c:6); EIP"), std::string::npos)
      << fake.lines();
}

// Of a list the first request that is not finished, in a circle like any other.
TEST(Waits, ListsOfIrcce) {
  const std::vector<Frame> waiting = {library("iRCCE_wait_all", {{"list", 0x100}}), program(6)};
  Fake fake{{receive(8, 1), waiting}, {{0x100, 0x110}}, {}};
  const auto element = [&](std::uint32_t at, std::uint32_t next, std::uint32_t request) {
    fake.memory[at] = 1;  // a send
    fake.memory[at + 4] = next;
    fake.memory[at + 8] = request;
  };
  const auto request = [&](std::uint32_t at, std::uint32_t finished) {
    for (const auto& [offset, word] : {std::pair{4u, 16u}, {16u, 0u}, {28u, 0u}, {32u, finished}})
      fake.memory[at + offset] = word;
  };
  element(0x110, 0x120, 0x400);
  element(0x120, 0, 0x500);
  request(0x400, 1);
  request(0x500, 0);
  EXPECT_NE(fake.lines().find("1: iRCCE_wait_all of 16 bytes to UE 0, in main (ring.c:6): waits "
                              "until UE 0 takes it; EIP"
                              "\n  UE 1 sends 16 bytes to UE 0, which receives 8"
                              "\n  a circle: UE 0 waits for 1, which waits for 0"),
            std::string::npos)
      << fake.lines();
}

// Who is not the first of a group waits for the first, whose UE is in the communicator.
TEST(Waits, ABarrierIsWaitedForByCommunicator) {
  const std::vector<Frame> waiting = {library("RCCE_barrier", {{"comm", 0x100}}), program(5)};
  EXPECT_EQ(
      (Fake{{{}, waiting}, {{0x10C, 0}}, {{}, 1}}.lines()),
      "\n  1: RCCE_barrier, in main (ring.c:5): waits in a barrier for UE 0; EIP\n  UE 0 has ended"
      "\n  only UE 1 of 2 is in RCCE_barrier");
}

TEST(Waits, ALockIsWaitedForAtItsHolder) {
  const std::vector<Frame> waiting = {library("RCCE_acquire_lock", {{"ue", 2}}), program(5)};
  Fake fake{{receive(1, 1), waiting, {}}, {}, {{}, {}, {}}};
  EXPECT_NE(fake.lines().find(
                "\n  1: RCCE_acquire_lock, in main (ring.c:5): waits until the lock of UE 2 is "
                "free; EIP"),
            std::string::npos)
      << fake.lines();
  fake.lock_holder = 0;
  EXPECT_NE(fake.lines().find(": waits until the lock of UE 2 is free, which UE 0 holds; EIP\n"
                              "  a circle: UE 0 waits for 1, which waits for 0"),
            std::string::npos)
      << fake.lines();
  fake.lock_holder = 1;
  fake.lock_taken = "main (ring.c:3)";
  EXPECT_NE(fake.lines().find("2 is free, which it holds itself since main (ring.c:3); EIP"
                              "\n  a circle: UE 1 waits for itself"),
            std::string::npos)
      << fake.lines();
}

TEST(Waits, RequestsOfNx) {
  const std::vector<Frame> waiting = {library("nx::wait_for", {{"request", 0x200}}),
                                      library("nx::finish", {{"request", 0x200}}), program(6)};
  Fake fake{{waiting, waiting}, {{0x200, 0x001}, {0x204, 7}, {0x20C, 16}, {0x210, 1}}, {}, "node"};
  EXPECT_TRUE(
      fake.lines().starts_with("\n  0: a receive of 16 bytes, type 7, in main (ring.c:6): waits "
                               "until another node sends; EIP"))
      << fake.lines();
  fake.memory[0x200] = 0x101;
  EXPECT_TRUE(
      fake.lines().starts_with("\n  0: a send of 16 bytes to node 1, type 7, in main (ring.c:6): "
                               "waits until node 1 takes it; EIP"))
      << fake.lines();
}

TEST(Waits, AProgramThatPollsByItself) {
  EXPECT_EQ((Fake{{{program(7)}, {program(8)}, {}}, {}, {1, 1, {}}}.lines()),
            "\n  0: in main (ring.c:7): waits for UE 1; EIP\n  1: in main (ring.c:8); EIP"
            "\n  UE 2 has ended");
  EXPECT_EQ((Fake{{std::vector<Frame>{Frame{}}}, {}, {}}.lines()), "\n  0: in 0x00000000; EIP");
}

}  // namespace
}  // namespace rc::sim::run
