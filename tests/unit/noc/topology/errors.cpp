// SPDX-License-Identifier: Apache-2.0
// Parameters out of range: one line each, before anything is built.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <limits>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

using Change = std::function<void(TopologyParams&)>;

struct Refused {
  const char* family;
  Change change;
  const char* expected;
};

std::string refusal(const TopologyParams& params) {
  try {
    make_topology(params);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "taken";
}

Change sizes(std::vector<unsigned> value) {
  return [value](TopologyParams& params) { params.sizes = value; };
}

Change concentration(unsigned value) {
  return [value](TopologyParams& params) { params.concentration = value; };
}

Change both(Change first, Change second) {
  return [=](TopologyParams& params) {
    first(params);
    second(params);
  };
}

Change staged(unsigned k, unsigned n) {
  return [=](TopologyParams& params) {
    params.k = k;
    params.n = n;
  };
}

Change with_dragonfly(unsigned a, unsigned h, unsigned p, unsigned groups = 0) {
  return [=](TopologyParams& params) {
    params.dragonfly_a = a;
    params.dragonfly_h = h;
    params.dragonfly_p = p;
    params.groups = groups;
  };
}

Change chips(std::vector<unsigned> value) {
  return [value](TopologyParams& params) { params.chips = value; };
}

Change with_express(std::vector<unsigned> value) {
  return [value](TopologyParams& params) {
    params.express = true;
    params.sizes = value;
  };
}

constexpr unsigned kHuge = std::numeric_limits<unsigned>::max();

const std::vector<Refused>& refused_ones() {
  static const std::vector<Refused> all = {
      {"moebius", sizes({4, 4}),
       "topology: unknown family \"moebius\", expected mesh, torus, ring, hypercube, cmesh, fly, "
       "tree, thin-tree, tree4, flattened, dragonfly, star, full or chips"},
      {"mesh", sizes({0, 4}), "topology mesh: 0 routers in dimension 1, expected 1 to 4096"},
      {"mesh", sizes({4, 4097}), "topology mesh: 4097 routers in dimension 2, expected 1 to 4096"},
      {"mesh", sizes({}), "topology mesh: 0 dimensions (sizes), expected 1 to 4"},
      {"torus", sizes({1, 1, 1, 1, 1}), "topology torus: 5 dimensions (sizes), expected 1 to 4"},
      {"mesh", sizes({4096, 4096, 4096, 4096}),
       "topology mesh: 281474976710656 end points in all, expected 1 to 4096"},
      {"mesh", both(sizes({64, 32}), concentration(3)),
       "topology mesh: 6144 end points in all, expected 1 to 4096"},
      {"mesh", concentration(0),
       "topology mesh: 0 end points a router (concentration), expected 1 to 60"},
      {"torus", both(sizes({2, 2, 2}), concentration(59)),
       "topology torus: 59 end points a router (concentration), expected 1 to 58"},
      {"ring", sizes({6, 4}), "topology ring: 2 dimensions (sizes), expected 1"},
      {"hypercube", staged(2, 0), "topology hypercube: 0 dimensions (n), expected 1 to 12"},
      {"hypercube", staged(2, 13), "topology hypercube: 13 dimensions (n), expected 1 to 12"},
      {"hypercube", both(staged(2, 12), concentration(2)),
       "topology hypercube: 8192 end points in all, expected 1 to 4096"},
      {"cmesh", sizes({4, 4, 4}), "topology cmesh: 3 dimensions (sizes), expected 2"},
      {"cmesh", sizes({64, 17}), "topology cmesh: 4352 end points in all, expected 1 to 4096"},
      {"cmesh", with_express({3, 4}),
       "topology cmesh: 3 routers in dimension 1 with express channels, expected 4 to 4096"},
      {"cmesh", with_express({4, 2}),
       "topology cmesh: 2 routers in dimension 2 with express channels, expected 4 to 4096"},
      {"cmesh", both(with_express({4, 4}), concentration(59)),
       "topology cmesh: 59 end points a router (concentration), expected 1 to 58"},
      {"fly", staged(200, 9), "topology fly: 200 inputs a router (k), expected 2 to 64"},
      {"fly", staged(1, 3), "topology fly: 1 inputs a router (k), expected 2 to 64"},
      {"fly", staged(4, 0), "topology fly: 0 stages (n) with k = 4, expected 1 to 6"},
      {"fly", staged(64, kHuge),
       "topology fly: 4294967295 stages (n) with k = 64, expected 1 to 2"},
      {"fly", staged(2, 13), "topology fly: 13 stages (n) with k = 2, expected 1 to 12"},
      {"tree", staged(33, 2), "topology tree: 33 ways down a router (k), expected 2 to 32"},
      {"tree", staged(65, 1), "topology tree: 65 ways down a router (k), expected 2 to 64"},
      {"tree", staged(5, 9), "topology tree: 9 levels (n) with k = 5, expected 1 to 5"},
      {"tree", staged(2, 0), "topology tree: 0 levels (n) with k = 2, expected 1 to 12"},
      {"thin-tree", staged(64, 2),
       "topology thin-tree: 64 ways down a router (k), expected 2 to 63"},
      {"thin-tree", staged(4, 7), "topology thin-tree: 7 levels (n) with k = 4, expected 1 to 6"},
      {"flattened", sizes({65}), "topology flattened: 64 ports to other routers, expected 0 to 63"},
      {"flattened", both(sizes({8, 8}), concentration(51)),
       "topology flattened: 51 end points a router (concentration), expected 1 to 50"},
      {"flattened", both(sizes({16, 16, 4}), concentration(5)),
       "topology flattened: 5120 end points in all, expected 1 to 4096"},
      {"dragonfly", with_dragonfly(0, 2, 2),
       "topology dragonfly: 0 routers a group (a), expected 1 to 64"},
      {"dragonfly", with_dragonfly(4, 0, 2),
       "topology dragonfly: 0 global channels a router (h), expected 1 to 64"},
      {"dragonfly", with_dragonfly(4, 2, kHuge),
       "topology dragonfly: 4294967295 end points a router (p), expected 1 to 64"},
      {"dragonfly", with_dragonfly(32, 16, 18),
       "topology dragonfly: 65 ports a router (a - 1 + h + p), expected 1 to 64"},
      {"dragonfly", with_dragonfly(4, 2, 2, 10), "topology dragonfly: 10 groups, expected 1 to 9"},
      {"dragonfly", with_dragonfly(16, 8, 8),
       "topology dragonfly: 16512 end points in all, expected 1 to 4096"},
      {"star", concentration(65),
       "topology star: 65 end points a router (concentration), expected 1 to 64"},
      {"full", sizes({6, 4}), "topology full: 2 dimensions (sizes), expected 1"},
      {"full", both(sizes({33}), concentration(33)),
       "topology full: 33 end points a router (concentration), expected 1 to 32"},
      {"chips", sizes({4}), "topology chips: 1 dimensions (sizes), expected 2"},
      {"chips", chips({2}), "topology chips: 1 dimensions (chips), expected 2"},
      {"chips", chips({2, 0}), "topology chips: 0 chips in dimension 2, expected 1 to 4096"},
      {"chips", chips({4096, 1}),
       "topology chips: 24576 routers of all chips in dimension 1, expected 1 to 4096"},
      {"chips", chips({20, 20}), "topology chips: 9600 end points in all, expected 1 to 4096"},
      {"dragonfly", [](TopologyParams& params) { params.global_wire = 256; },
       "topology dragonfly: 256 cycles between groups (global_wire), expected 0 to 255"},
      {"flattened",
       [](TopologyParams& params) {
         params.concentration = 3;
         params.end_blocks = true;
       },
       "topology flattened: 3 end points a router in blocks, expected a square number"},
      {"chips", [](TopologyParams& params) { params.chip_wire = 256; },
       "topology chips: 256 cycles between chips (chip_wire), expected 0 to 255"},
      {"chips", [](TopologyParams& params) { params.chip_cycles_per_flit = 65; },
       "topology chips: 65 cycles a flit between chips (chip_cycles_per_flit), expected 1 to 64"},
      {"mesh", [](TopologyParams& params) { params.wire = 256; },
       "topology mesh: 256 cycles of a channel (wire), expected 0 to 255"},
      {"star", [](TopologyParams& params) { params.end_wire = 300; },
       "topology star: 300 cycles to an end point (end_wire), expected 0 to 255"},
      {"mesh", [](TopologyParams& params) { params.wire_per_pitch = -0.5; },
       "topology mesh: -0.5 cycles a pitch (wire_per_pitch), expected 0 to 255"},
      {"mesh", [](TopologyParams& params) { params.wire_per_pitch = std::nan(""); },
       "topology mesh: nan cycles a pitch (wire_per_pitch), expected 0 to 255"},
  };
  return all;
}

TEST(TopologyErrors, NameTheParameterInOneLine) {
  const auto start = std::chrono::steady_clock::now();
  for (const Refused& wrong : refused_ones()) {
    TopologyParams params;
    params.family = wrong.family;
    wrong.change(params);
    EXPECT_EQ(refusal(params), wrong.expected);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST(TopologyErrors, TheLargestAreTaken) {
  const std::vector<Refused> largest = {
      {"mesh", sizes({64, 64}), ""},
      {"mesh", sizes({8, 8, 8, 8}), ""},
      {"torus", sizes({4096}), ""},
      {"hypercube", staged(2, 12), ""},
      {"cmesh", sizes({32, 32}), ""},
      {"fly", staged(2, 12), ""},
      {"tree", staged(2, 12), ""},
      {"tree", staged(16, 3), ""},
      {"flattened", sizes({64, 1}), ""},
      {"flattened", sizes({8, 8, 8, 8}), ""},
      {"dragonfly", with_dragonfly(10, 5, 8), ""},
      {"chips", chips({1, 1}), ""},
  };
  for (const Refused& large : largest) {
    TopologyParams params;
    params.family = large.family;
    large.change(params);
    EXPECT_EQ(refusal(params), "taken") << large.family;
  }
}

}  // namespace
}  // namespace rc::noc
