// SPDX-License-Identifier: Apache-2.0
// Messages of a hypercube count on the channels of their route, from sending to arrival.
#include "sim/observe/profile/cube_recorder.h"

#include <gtest/gtest.h>

namespace rc::sim::observe {
namespace {

void carry(CubeRecorder& recorder, std::uint8_t from, std::uint8_t to, std::size_t bytes,
           std::uint64_t sent, std::uint64_t received) {
  ipsc::Message message;
  message.source = from;
  message.destination = to;
  message.data.resize(bytes);
  recorder.moved(message, {sent}, true);
  recorder.moved(message, {received}, false);
}

TEST(CubeRecorder, CountsEvenlyAlongTheRoute) {
  CubeRecorder recorder(10);
  carry(recorder, 0, 3, 100, 1500, 3500);  // by node 1
  carry(recorder, 1, 0, 7, 100, 200);
  ASSERT_EQ(recorder.messages().size(), 2u);
  EXPECT_EQ(recorder.messages()[0].sent.value, 1500u);
  using Bins = std::vector<std::uint32_t>;
  EXPECT_EQ(recorder.load({0, 0}, 1000, 5), (Bins{0, 25, 50, 25, 0}));
  EXPECT_EQ(recorder.load({1, 1}, 1000, 5), (Bins{0, 25, 50, 25, 0}));
  EXPECT_EQ(recorder.load({1, 0}, 1000, 5), (Bins{7, 0, 0, 0, 0}));
  EXPECT_EQ(recorder.load({0, 1}, 1000, 5), (Bins{0, 0, 0, 0, 0}));
  const std::map<ipsc::Link, std::uint64_t> sums{{{0, 0}, 100}, {{1, 0}, 7}, {{1, 1}, 100}};
  EXPECT_EQ(recorder.bytes_by_channel(), sums);
}

TEST(CubeRecorder, RoundingLosesNothing) {
  CubeRecorder recorder(10);
  carry(recorder, 0, 1, 10, 0, 3000);
  std::uint32_t sum = 0;
  for (const std::uint32_t bytes : recorder.load({0, 0}, 1000, 3)) sum += bytes;
  EXPECT_EQ(sum, 10u);
}

TEST(CubeRecorder, LeavesOutTheHostAndSaysWhatIsMissing) {
  CubeRecorder recorder(1);
  ipsc::Message message;
  message.to_host = true;
  recorder.moved(message, {5}, true);
  carry(recorder, 0, 1, 1, 10, 20);
  carry(recorder, 0, 1, 1, 30, 40);
  EXPECT_EQ(recorder.messages().size(), 1u);
  EXPECT_EQ(recorder.lost(), 1u);
}

}  // namespace
}  // namespace rc::sim::observe
