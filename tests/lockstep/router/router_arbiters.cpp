// SPDX-License-Identifier: Apache-2.0
// The RTL arbiters equal the C++ ones for every state and input. So the fairness bound that is
// shown for the C++ arbiter holds for the RTL one, too.
#include <RcLeastRecent1.h>
#include <RcLeastRecent2.h>
#include <RcLeastRecent3.h>
#include <RcLeastRecent4.h>
#include <RcLeastRecent5.h>
#include <RcLeastRecent6.h>
#include <RcLeastRecent8.h>
#include <RcRoundRobin1.h>
#include <RcRoundRobin2.h>
#include <RcRoundRobin3.h>
#include <RcRoundRobin4.h>
#include <RcRoundRobin5.h>
#include <RcRoundRobin6.h>
#include <RcRoundRobin8.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <vector>

#include "hw_model/noc/router/least_recently_served.h"
#include "hw_model/noc/router/round_robin.h"
#include "rtl_stubs/wrap/clock.h"

namespace rc::noc {
namespace {

template <class Model, unsigned n>
void walk_round_robin() {
  Model arbiter;
  for (unsigned first = 0; first < n; ++first) {
    for (unsigned request = 0; request < 1u << n; ++request) {
      arbiter.request_i = static_cast<CData>(request);
      arbiter.first_i = static_cast<CData>(first);
      arbiter.eval();
      ASSERT_EQ(arbiter.any_o, request != 0);
      if (request == 0) {
        ASSERT_EQ(arbiter.grant_o, 0);
        continue;
      }
      const unsigned winner = round_robin(request, first);
      ASSERT_EQ(arbiter.index_o, winner) << n << ": " << request << " from " << first;
      ASSERT_EQ(arbiter.grant_o, 1u << winner);
      ASSERT_NE(request >> winner & 1, 0u) << "a grant without a request";
    }
  }
}

TEST(RouterParts, RoundRobinEqualsTheModelForEveryInput) {
  walk_round_robin<RcRoundRobin1, 1>();
  walk_round_robin<RcRoundRobin2, 2>();
  walk_round_robin<RcRoundRobin3, 3>();
  walk_round_robin<RcRoundRobin4, 4>();
  walk_round_robin<RcRoundRobin5, 5>();
  walk_round_robin<RcRoundRobin6, 6>();
  walk_round_robin<RcRoundRobin8, 8>();
}

// The state is the order in which the requesters were last served: serving them in turn sets it.
template <class Model, unsigned n>
void walk_least_recently_served() {
  Model arbiter;
  rtl::start_clock(arbiter);
  arbiter.rst_ni = 0;
  rtl::clock_edge(arbiter);
  arbiter.rst_ni = 1;
  std::array<unsigned, n> order;
  std::iota(order.begin(), order.end(), 0u);
  do {
    LeastRecentlyServed model(n);
    arbiter.served_i = 1;
    for (const unsigned requester : order) {
      arbiter.request_i = static_cast<CData>(1u << requester);
      rtl::clock_edge(arbiter);
      model.served(requester);
    }
    arbiter.served_i = 0;
    for (unsigned request = 0; request < 1u << n; ++request) {
      arbiter.request_i = static_cast<CData>(request);
      arbiter.eval();
      ASSERT_EQ(arbiter.any_o, request != 0);
      if (request == 0) {
        ASSERT_EQ(arbiter.grant_o, 0);
        continue;
      }
      const unsigned winner = *std::find_if(order.begin(), order.end(), [&](unsigned requester) {
        return (request >> requester & 1) != 0;
      });
      ASSERT_EQ(model.first(request), winner);
      ASSERT_EQ(arbiter.index_o, winner) << n << ": " << request;
      ASSERT_EQ(arbiter.grant_o, 1u << winner);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(RouterParts, LeastRecentlyServedEqualsTheModelInEveryState) {
  walk_least_recently_served<RcLeastRecent1, 1>();
  walk_least_recently_served<RcLeastRecent2, 2>();
  walk_least_recently_served<RcLeastRecent3, 3>();
  walk_least_recently_served<RcLeastRecent4, 4>();
  walk_least_recently_served<RcLeastRecent5, 5>();
  walk_least_recently_served<RcLeastRecent6, 6>();
  walk_least_recently_served<RcLeastRecent8, 8>();
}

TEST(RouterParts, ResetPutsTheLowestNumberFirst) {
  RcLeastRecent4 arbiter;
  rtl::start_clock(arbiter);
  arbiter.rst_ni = 0;
  arbiter.request_i = 0xF;
  arbiter.served_i = 1;
  rtl::clock_edge(arbiter);
  EXPECT_EQ(arbiter.index_o, 0);
  EXPECT_EQ(LeastRecentlyServed(4).first(0xF), 0u);
}

// Each of n requesters wins at the latest the n-th grant that it requests, whatever the others do:
// checked from every state, for every requester, over all sequences.
TEST(RouterParts, EachRequesterIsServedWithinAsManyRequestsAsThereAreRequesters) {
  for (unsigned n = 1; n <= 6; ++n) {
    std::vector<unsigned> order(n);
    std::iota(order.begin(), order.end(), 0u);
    // Between two requests of `requester` others may be served: it only moves forward. So in the
    // worst case each of its requests meets one of a requester ahead of it, which is served.
    const std::function<unsigned(const LeastRecentlyServed&, unsigned, unsigned)> worst =
        [&](const LeastRecentlyServed& state, unsigned requester, unsigned depth) {
          unsigned most = 1;
          if (depth > n) return depth;
          for (unsigned other = 0; other < n; ++other) {
            if (state.first(1u << requester | 1u << other) == requester) continue;
            LeastRecentlyServed next = state;
            next.served(other);
            most = std::max(most, 1 + worst(next, requester, depth + 1));
          }
          return most;
        };
    do {
      LeastRecentlyServed state(n);
      for (const unsigned requester : order) state.served(requester);
      EXPECT_EQ(worst(state, order.back(), 0), n);
      EXPECT_EQ(worst(state, order.front(), 0), 1u);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

}  // namespace
}  // namespace rc::noc
