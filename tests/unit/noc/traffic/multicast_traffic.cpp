// SPDX-License-Identifier: Apache-2.0
// Multicasts by unicasts: every member gets exactly one copy, whatever the network is like.
#include "hw_model/noc/traffic/multicast_traffic.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/traffic_driver.h"

namespace rc::noc {
namespace {

PatternSettings multicast(std::vector<std::uint32_t> list, std::uint32_t group = 0) {
  PatternSettings settings;
  settings.name = "multicast";
  settings.hot_nodes = std::move(list);
  settings.group = group;
  return settings;
}

SyntheticSettings at_rate(double rate) { return {{PacketSizes("1:1,3:1")}, {}, {}, rate, 5}; }

using Members = std::set<std::uint32_t>;
// Destinations by source and multicast, in 4 x 4 with twice the load that it carries, and then
// until it is empty. No copy comes twice.
std::map<std::pair<unsigned, std::uint64_t>, Members> all_copies(const PatternSettings& pattern) {
  NocParams params;
  params.cols = params.rows = 4;
  MulticastTraffic traffic(EndGrid(params), pattern, at_rate(0.8));
  TrafficDriver driver(params, traffic);
  std::map<std::pair<unsigned, std::uint64_t>, Members> members;
  std::map<std::pair<unsigned, std::uint64_t>, std::uint64_t> created;
  driver.on_delivery([&](const PacketRecord& copy) {
    const std::pair which{unsigned{copy.source}, copy.tag};
    EXPECT_TRUE(members[which].insert(copy.destination).second);
    const auto first = created.try_emplace(which, copy.created).first;
    EXPECT_EQ(first->second, copy.created);
  });
  driver.run_until(3'000);
  driver.stop_injecting();
  driver.run_until(~std::uint64_t{0});
  driver.network().check();
  EXPECT_GT(members.size(), 200u);
  return members;
}

TEST(MulticastTraffic, EveryMemberOfAListGetsOneCopy) {
  const Members list{1, 6, 7, 12};
  std::map<unsigned, std::uint64_t> last;
  const auto all = all_copies(multicast({6, 1, 12, 7}));
  for (const auto& [which, members] : all) last[which.first] = which.second;
  EXPECT_EQ(last.size(), 16u);  // all nodes send
  for (const auto& [which, members] : all) {
    Members expected = list;
    expected.erase(which.first);
    if (which.second == last[which.first]) {  // cut off by the end
      EXPECT_LE(members.size(), expected.size());
    } else {
      EXPECT_EQ(members, expected) << which.first << ", " << which.second;
    }
  }
}

TEST(MulticastTraffic, DrawnMembersAreOthersAndAllAlike) {
  std::map<unsigned, std::uint64_t> last;
  const auto all = all_copies(multicast({}, 3));
  for (const auto& [which, members] : all) last[which.first] = which.second;
  std::vector<unsigned> times(16);
  unsigned copies = 0;
  for (const auto& [which, members] : all) {
    if (which.second == last[which.first]) continue;
    EXPECT_EQ(members.size(), 3u);
    EXPECT_FALSE(members.contains(which.first));
    for (const std::uint32_t member : members) ++times[member];
    copies += 3;
  }
  for (const unsigned count : times) EXPECT_NEAR(count, copies / 16.0, 0.2 * copies / 16.0);
}

TEST(MulticastTraffic, WithoutAGroupAllOthersGetACopy) {
  for (const auto& [which, members] : all_copies(multicast({})))
    if (which.second == 0) {
      EXPECT_EQ(members.size(), 15u);
    }
}

TEST(MulticastTraffic, TheRateCountsAllCopies) {
  const EndGrid grid({16}, 1, 3, "depth");
  for (const PatternSettings& pattern : {multicast({}, 5), multicast({2, 3, 9})}) {
    MulticastTraffic traffic(grid, pattern, at_rate(0.3));
    const Pattern shares(grid, pattern);
    double sum = 0;
    for (std::uint32_t node = 0; node < 16; ++node) {
      sum += traffic.offered(node).rate;
      EXPECT_NEAR(traffic.offered(node).rate, 0.3 * shares.weight(node), 1e-9);
      // Over 200,000 cycles.
      std::uint64_t flits = 0;
      for (auto copy = traffic.next(node); copy->cycle <= 200'000; copy = traffic.next(node))
        flits += copy->flits;
      EXPECT_NEAR(static_cast<double>(flits) / 200'000, traffic.offered(node).rate, 0.015);
    }
    EXPECT_NEAR(sum / 16, 0.3, 1e-9);
  }
}

TEST(MulticastTraffic, GroupsThatCannotBeAreRefused) {
  const EndGrid grid({16}, 1, 3, "depth");
  for (const PatternSettings& wrong :
       {multicast({}, 16), multicast({4, 4, 1}), multicast({3}), multicast({1, 16})})
    EXPECT_THROW(MulticastTraffic(grid, wrong, at_rate(0.1)), kernel::InputError);
  EXPECT_THROW(MulticastTraffic(EndGrid({1}, 1, 3, "depth"), multicast({}), at_rate(0.1)),
               kernel::InputError);
}

}  // namespace
}  // namespace rc::noc
