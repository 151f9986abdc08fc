// SPDX-License-Identifier: Apache-2.0
// Cubes on one iPSC/860: who gets which nodes, and what is refused.
#include "sim/hypercube/cubes.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace {

using rc::kernel::InputError;
using rc::sim::hypercube::CubeSystem;
using rc::sim::hypercube::parse_cube_type;

template <class F>
std::string refusal(F&& f) {
  try {
    f();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

CubeSystem machine() { return {"ipsc860", 32, 64}; }

TEST(Cubes, TypesAreNodesMemoryAndKind) {
  EXPECT_EQ(parse_cube_type("8rx").nodes, 8u);
  EXPECT_EQ(parse_cube_type("4m8rx").memory_mb, 8u);
  EXPECT_EQ(parse_cube_type("16").nodes, 16u);
  EXPECT_EQ(parse_cube_type("128m16").memory_mb, 16u);
  for (const char* bad : {"", "rx", "8sx", "m8", "8m", "-4", "4rxm8", "8 rx"})
    EXPECT_NE(refusal([&] { parse_cube_type(bad); }).find("expected nodes"), std::string::npos)
        << bad;
  for (const char* bad : {"0", "3", "12rx"})
    EXPECT_NE(refusal([&] { parse_cube_type(bad); }).find("1, 2, 4, 8"), std::string::npos) << bad;
  EXPECT_NE(refusal([] { parse_cube_type("99999999999"); }).find("out of range"),
            std::string::npos);
}

TEST(Cubes, AreAlignedAndDisjoint) {
  CubeSystem system = machine();
  EXPECT_EQ(system.allocate("ann", "a", {2, 0}).first, 0u);
  EXPECT_EQ(system.allocate("ann", "b", {8, 0}).first, 8u);
  EXPECT_EQ(system.allocate("bob", "a", {4, 0}).first, 4u);
  EXPECT_EQ(system.allocate("bob", "c", {16, 0}).first, 16u);
  EXPECT_EQ(refusal([&] {
              system.allocate("bob", "d", {4, 0});
            }),
            "getcube: no cube of 4 nodes is free");
  EXPECT_EQ(system.allocate("bob", "d", {}).nodes, 2u);  // the largest there is
  EXPECT_EQ(refusal([&] { system.allocate("bob", "e", {}); }),
            "getcube: no cube of 1 node is free");
}

TEST(Cubes, BeyondTheMachineIsRefused) {
  CubeSystem system = machine();
  EXPECT_EQ(refusal([&] {
              system.allocate("ann", "a", {64, 0});
            }),
            "getcube: 64 nodes: ipsc860 has 32");
  EXPECT_EQ(refusal([&] {
              system.allocate("ann", "a", {1, 128});
            }),
            "getcube: 128 MB a node: ipsc860 has 64");
  EXPECT_TRUE(system.cubes().empty());
}

TEST(Cubes, TheLastOneAllocatedIsCurrent) {
  CubeSystem system = machine();
  EXPECT_EQ(refusal([&] { system.find("load", "ann", ""); }),
            "load: no cube is allocated (see getcube)");
  system.allocate("ann", rc::sim::hypercube::kDefaultCube, {1, 0});
  system.allocate("ann", "b", {1, 0});
  system.allocate("ann", "c", {1, 0});
  system.allocate("bob", "d", {1, 0});
  EXPECT_EQ(system.find("load", "ann", "").name, "c");
  EXPECT_EQ(system.find("load", "ann", "b").name, "b");
  system.attach("ann", "");
  EXPECT_EQ(system.find("load", "ann", "").name, rc::sim::hypercube::kDefaultCube);
  system.release("ann", "");
  EXPECT_EQ(system.find("load", "ann", "").name, "c");
  system.release("ann", "b");
  EXPECT_EQ(system.find("load", "ann", "").name, "c");
  EXPECT_EQ(refusal([&] { system.find("load", "ann", "d"); }), "load: no cube 'd'");
  EXPECT_EQ(refusal([&] { system.release("ann", "d"); }), "relcube: no cube 'd'");
  EXPECT_EQ(refusal([&] { system.attach("ann", "d"); }), "attachcube: no cube 'd'");
  EXPECT_EQ(refusal([&] {
              system.allocate("ann", "c", {1, 0});
            }),
            "getcube: cube 'c' is allocated already");
  system.release("ann", "");
  EXPECT_EQ(refusal([&] { system.find("cubeinfo", "ann", ""); }),
            "cubeinfo: no cube is allocated (see getcube)");
}

TEST(Cubes, StateSurvivesTheFile) {
  CubeSystem system = machine();
  system.allocate("ann", "a", {4, 0});
  system.allocate("ann", "b", {8, 0});
  system.attach("ann", "a");
  CubeSystem again = CubeSystem::restore(system.save(), "file");
  EXPECT_EQ(again.save(), system.save());
  EXPECT_EQ(again.find("load", "ann", "").name, "a");
  for (const char* bad : {"", "{}", "[1]", "{\"machine\":3}"})
    EXPECT_EQ(refusal([&] { CubeSystem::restore(bad, "file"); }),
              "file: not the state of an iPSC/860 as rockcreek cube writes it");
}

TEST(Cubes, AStateThatCannotBeIsRefused) {
  CubeSystem system = machine();
  system.allocate("ann", "a", {4, 0});
  system.allocate("ann", "b", {8, 0});
  const std::string good = system.save();
  const std::pair<const char*, const char*> changes[] = {
      {"\"first\": 8", "\"first\": 0"},    {"\"first\": 8", "\"first\": 4"},
      {"\"first\": 8", "\"first\": 32"},   {"\"first\": 8", "\"first\": -8"},
      {"\"nodes\": 8", "\"nodes\": 0"},    {"\"nodes\": 8", "\"nodes\": 64"},
      {"\"nodes\": 32", "\"nodes\": 31"},  {"\"nodes\": 32", "\"nodes\": 256"},
      {"\"ann\": \"b\"", "\"ann\": \"c\""}};
  for (const auto& [from, to] : changes) {
    std::string bad = good;
    ASSERT_NE(bad.find(from), std::string::npos) << from << " in " << good;
    bad.replace(bad.find(from), std::string(from).size(), to);
    EXPECT_NE(refusal([&] { CubeSystem::restore(bad, "file"); }), "accepted") << to;
  }
}

}  // namespace
