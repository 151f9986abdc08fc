// SPDX-License-Identifier: Apache-2.0
// Messages count on the links of their path.
#include "sim/observe/profile/mesh_recorder.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace rc::sim::observe {
namespace {

using Link = std::tuple<unsigned, unsigned, unsigned>;

std::map<Link, std::uint64_t> sums(const MeshRecorder& mesh) {
  std::map<Link, std::uint64_t> all;
  mesh.each_link([&](unsigned x, unsigned y, unsigned port, const auto& flits) {
    all[{x, y, port}] = std::accumulate(flits.begin(), flits.end(), std::uint64_t{0});
  });
  return all;
}

scc::Message read(noc::EndPoint from, noc::EndPoint to) {
  scc::Message message;
  message.command = scc::Command::read_line;
  message.source = from;
  message.destination = to;
  return message;
}

TEST(MeshRecorder, FirstXThenY) {
  MeshRecorder mesh(6, 4);
  mesh.entered({0}, read({1, 2, noc::kLocal}, {3, 1, noc::kWest}));
  const std::map<Link, std::uint64_t> expected{{{1, 2, noc::kEast}, 1},
                                               {{2, 2, noc::kEast}, 1},
                                               {{3, 2, noc::kSouth}, 1},
                                               {{3, 1, noc::kWest}, 1}};
  EXPECT_EQ(sums(mesh), expected);
}

TEST(MeshRecorder, ARunOfAnyLengthFits) {
  MeshRecorder mesh(6, 4);
  const scc::Message message = read({0, 0, noc::kLocal}, {1, 0, noc::kLocal});
  for (std::uint64_t ms = 0; ms < 50; ++ms) mesh.entered({ms * 1'000'000'000}, message);
  EXPECT_LE(mesh.bins(), MeshRecorder::kMaxBins);
  EXPECT_GE(mesh.bins() * mesh.bin_ps(), 49'000'000'000u);
  EXPECT_EQ((sums(mesh)[{0, 0, noc::kEast}]), 50u);
}

}  // namespace
}  // namespace rc::sim::observe
