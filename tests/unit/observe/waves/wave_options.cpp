// SPDX-License-Identifier: Apache-2.0
// Which routers and ports the options choose.
#include "sim/observe/waves/wave_options.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::sim::observe {
namespace {

const noc::NocParams kMesh;

template <class F>
std::string refusal(F&& parse) {
  try {
    parse();
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(WaveChoice, Routers) {
  EXPECT_EQ(std::ranges::count(chosen_routers("all", kMesh), true), kMesh.cols * kMesh.rows);
  const std::vector<bool> two = chosen_routers("0,0;5,3", kMesh);
  EXPECT_EQ(std::ranges::count(two, true), 2);
  EXPECT_TRUE(two[0] && two[23]);
  for (const char* text : {"", "6,0", "0,4", "1", "1,2;", "1;2", "-1,0", "0,0,0", "a,b", "ALL"})
    EXPECT_NE(refusal([&] {
                chosen_routers(text, kMesh);
              }).find("is no router of 6 x 4; expected x,y;x,y;... or all"),
              std::string::npos)
        << text;
}

TEST(WaveChoice, Ports) {
  EXPECT_EQ(std::ranges::count(chosen_ports("all"), true), 5);
  const auto two = chosen_ports("local,east");
  EXPECT_EQ(std::ranges::count(two, true), 2);
  EXPECT_TRUE(two[noc::kLocal] && two[noc::kEast]);
  for (const char* text : {"", "up", "east,", "e", "east;west"})
    EXPECT_NE(refusal([&] { chosen_ports(text); }).find("is no port; expected some of"),
              std::string::npos)
        << text;
}

TEST(WaveChoice, OfAGraph) {
  noc::TopologyParams params;
  params.family = "star";
  params.concentration = 3;
  const noc::Topology star = noc::make_topology(params);
  EXPECT_EQ(chosen_routers("all", star.graph), std::vector<bool>{true});
  EXPECT_EQ(chosen_ports("0,2", star.graph), (std::vector<bool>{true, false, true}));
  EXPECT_NE(refusal([&] {
              chosen_routers("1", star.graph);
            }).find("is no router; expected numbers up to 0"),
            std::string::npos);
  for (const char* text : {"", "3", "0;1", "east", "0,"})
    EXPECT_NE(refusal([&] {
                chosen_ports(text, star.graph);
              }).find("is no port; expected numbers up to 2"),
              std::string::npos)
        << text;
}

TEST(WaveChoice, NamesOfTheFiles) {
  WaveOptions options;
  options.file = "a.b/mesh.fst";
  EXPECT_EQ(options.save_file(), "a.b/mesh.gtkw");
  for (const char* name : {"mesh", "mesh.vcd", ".fst"}) {
    options.file = name;
    EXPECT_NE(refusal([&] { options.save_file(); }).find("ends in .fst"), std::string::npos);
  }
}

}  // namespace
}  // namespace rc::sim::observe
