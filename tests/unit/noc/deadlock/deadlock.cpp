// SPDX-License-Identifier: Apache-2.0
// The deadlock check: relations that are known to be free or not, and faults planted in them.
#include "hw_model/noc/deadlock/deadlock.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "tests/unit/noc/deadlock/networks.h"

namespace rc::noc {
namespace {

using namespace test;

const DeadlockParams kCutThrough{};
const DeadlockParams kWormhole{.wormhole = true, .packets_fit_vc = false, .reallocate_empty = true};

// The circle is one, and a packet of each step holds its channel.
void expect_circle(const DeadlockVerdict& verdict, const Topology& topology) {
  ASSERT_FALSE(verdict.circle.empty()) << verdict.reason;
  const std::size_t size = verdict.circle.size();
  for (std::size_t i = 0; i < size; ++i) {
    const Channel& held = topology.graph.channel(verdict.circle[i].channel);
    const Channel& next = topology.graph.channel(verdict.circle[(i + 1) % size].channel);
    EXPECT_EQ(held.to, next.from);
    if (verdict.circle[i].via == kNoRouter) {
      EXPECT_NE(verdict.circle[i].source, verdict.circle[i].destination);
    }
  }
}

std::string error_of(const Topology& topology, const Routing& routing) {
  try {
    check_deadlock(topology, routing, kCutThrough);
    return "none";
  } catch (const kernel::InputError& error) {
    return error.what();
  }
}

// A ring of `size`, always upwards. With a dateline: group 1 once the wrap is crossed or if it never is.
By ring(unsigned size, bool dateline) {
  return By({0x0F, 0xF0}, [=](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
    if (at == head.destination) return choices.add(kEndPort, 0xFF);
    const bool wraps = head.destination < at;
    choices.add(kPlusX, !dateline ? 0xFF : wraps ? 0x0F : 0xF0);
    (void)size;
  });
}

By dimension_order(unsigned cols) {
  return By({0xFF}, [=](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
    choices.add(xy_port(offset(at, head.destination, cols)), 0xFF);
  });
}

// All minimal ways on VCs 2 to 7; dimension order on VCs 0 and 1 as escape, if there is one.
By fully_adaptive(unsigned cols, bool escape, bool absorbs = true) {
  const VcMask free = 0xFC;
  return By({0x03, free},
            [=](RouterId at, unsigned in_port, unsigned in_vc, Head& head, Choices& choices) {
              if (at == head.destination) return choices.add(kEndPort, 0xFF);
              const Offset way = offset(at, head.destination, cols);
              const bool on_escape = in_port != kEndPort && in_vc < 2;
              if (!escape || !absorbs || !on_escape) {
                if (way.x != 0) choices.add(way.x_port(), free);
                if (way.y != 0) choices.add(way.y_port(), free);
              }
              if (escape) choices.add(xy_port(way), 0x03, true);
            });
}

TEST(Deadlock, RingWithoutDatelineIsFound) {
  const Topology topology = grid(5, 1, true);
  const DeadlockVerdict verdict = check_deadlock(topology, ring(5, false), kCutThrough);
  EXPECT_FALSE(verdict.free);
  ASSERT_EQ(verdict.circle.size(), 5u);
  expect_circle(verdict, topology);
  const std::string text = describe(verdict, topology);
  EXPECT_NE(text.find("channel router 0 port 0 -> router 1 port 1, VCs 0-3: packet "),
            std::string::npos)
      << text;
}

TEST(Deadlock, RingWithDatelineIsFree) {
  const DeadlockVerdict verdict = check_deadlock(grid(5, 1, true), ring(5, true), kCutThrough);
  EXPECT_TRUE(verdict.free) << describe(verdict, grid(5, 1, true));
  EXPECT_TRUE(verdict.circle.empty());
  EXPECT_GT(verdict.states, 0u);
  EXPECT_GT(verdict.edges, 0u);
}

TEST(Deadlock, PacketOfEachStepMakesIt) {
  const unsigned size = 6;
  const Topology topology = grid(size, 1, true);
  const DeadlockVerdict verdict = check_deadlock(topology, ring(size, false), kCutThrough);
  expect_circle(verdict, topology);
  for (const DeadlockStep& step : verdict.circle) {
    // From the source to the far side of the channel, and one channel on.
    const Channel& held = topology.graph.channel(step.channel);
    const unsigned way = (step.destination + size - step.source) % size;
    EXPECT_LT((held.to + size - step.source) % size, way);
    EXPECT_EQ((held.from + 1) % size, held.to);
  }
}

TEST(Deadlock, DimensionOrderIsFreeOnAMesh) {
  for (const DeadlockParams& params : {kCutThrough, kWormhole}) {
    EXPECT_TRUE(check_deadlock(grid(4, 3), dimension_order(4), params).free);
  }
}

TEST(Deadlock, AllTurnsAreNot) {
  const Topology topology = grid(4, 4);
  const DeadlockVerdict verdict = check_deadlock(topology, fully_adaptive(4, false), kCutThrough);
  EXPECT_FALSE(verdict.free);
  EXPECT_EQ(verdict.circle.size(), 4u);
  expect_circle(verdict, topology);
}

TEST(Deadlock, AllTurnsWithAnEscapeAre) {
  EXPECT_TRUE(check_deadlock(grid(4, 4), fully_adaptive(4, true), kCutThrough).free);
  EXPECT_TRUE(check_deadlock(grid(4, 4), fully_adaptive(4, true), kWormhole).free);
}

TEST(Deadlock, WormholeNeedsEmptyVcsForAnEscape) {
  DeadlockParams params = kWormhole;
  params.reallocate_empty = false;
  const DeadlockVerdict longer = check_deadlock(grid(4, 4), fully_adaptive(4, true), params);
  EXPECT_FALSE(longer.free);
  EXPECT_NE(longer.reason.find("packets are longer than a VC"), std::string::npos) << longer.reason;
  params.packets_fit_vc = true;
  EXPECT_FALSE(check_deadlock(grid(4, 4), fully_adaptive(4, true), params).free);
  // Nothing to escape from: any VC may be given away.
  EXPECT_TRUE(check_deadlock(grid(4, 4), dimension_order(4), params).free);
}

// An escape that packets leave again: all ways are minimal, so what lies in between closes none.
TEST(Deadlock, EscapeThatIsLeftMayBeFree) {
  const Topology topology = grid(3, 3);
  const By relation = fully_adaptive(3, true, false);
  EXPECT_TRUE(check_deadlock(topology, relation, kCutThrough).free);
  const DeadlockVerdict verdict = check_deadlock(topology, relation, kWormhole);
  EXPECT_TRUE(verdict.free) << describe(verdict, topology);
}

// Dimension order as escape; but a packet that comes along the right column on an escape VC may step
// aside to the left one and back: so escape channels of the column wait for those of the rows.
TEST(Deadlock, IndirectCircleIsFound) {
  const Topology topology = grid(2, 4);
  const By relation({0x01, 0x02}, [](RouterId at, unsigned in_port, unsigned in_vc, Head& head,
                                     Choices& choices) {
    if (at == head.destination) return choices.add(kEndPort, 0x03);
    const bool in_column = in_port == kPlusY || in_port == kMinusY;
    if (in_column && in_vc == 0 && at % 2 == 1) choices.add(kMinusX, 0x02);
    choices.add(xy_port(offset(at, head.destination, 2)), 0x01, true);
  });
  EXPECT_TRUE(check_deadlock(topology, relation, kCutThrough).free);
  const DeadlockVerdict verdict = check_deadlock(topology, relation, kWormhole);
  EXPECT_FALSE(verdict.free);
  ASSERT_EQ(verdict.circle.size(), 4u) << verdict.reason;
  unsigned over_others = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const DeadlockStep& step = verdict.circle[i];
    EXPECT_EQ(step.vcs, 0x01);
    EXPECT_NE(step.source, step.destination);
    const Channel& next = topology.graph.channel(verdict.circle[(i + 1) % 4].channel);
    over_others += topology.graph.channel(step.channel).to != next.from;
  }
  EXPECT_EQ(over_others, 2u);
  EXPECT_NE(describe(verdict, topology).find(", over other VCs in between"), std::string::npos);
}

TEST(Deadlock, EscapeWithACircleIsFound) {
  const Topology topology = grid(4, 1, true);
  const By relation({0x01, 0x02, 0xFC},
                    [](RouterId at, unsigned, unsigned in_vc, Head& head, Choices& choices) {
                      if (at == head.destination) return choices.add(kEndPort, 0xFF);
                      if (in_vc > 1) choices.add(kPlusX, 0xFC);
                      choices.add(kPlusX, 0x03, true);
                    });
  const DeadlockVerdict verdict = check_deadlock(topology, relation, kCutThrough);
  EXPECT_FALSE(verdict.free);
  EXPECT_EQ(verdict.circle.size(), 4u);
  EXPECT_NE(verdict.reason.find("escape"), std::string::npos);
  for (const DeadlockStep& step : verdict.circle) EXPECT_EQ(step.vcs & 0xFC, 0);
}

TEST(Deadlock, EscapeThatIsMissingSomewhereIsRefused) {
  const By relation({0x01, 0x02}, [](RouterId at, unsigned in_port, unsigned in_vc, Head& head,
                                     Choices& choices) {
    if (at == head.destination) return choices.add(kEndPort, 0x03);
    const Offset way = offset(at, head.destination, 4);
    if (in_port == kEndPort || in_vc == 1) {
      if (way.x != 0) choices.add(way.x_port(), 0x02);
      if (way.y != 0) choices.add(way.y_port(), 0x02);
    }
    if (at != 5 || in_vc == 0) choices.add(xy_port(way), 0x01, true);
  });
  const DeadlockVerdict verdict = check_deadlock(grid(4, 4), relation, kCutThrough);
  EXPECT_FALSE(verdict.free);
  EXPECT_TRUE(verdict.circle.empty());
  EXPECT_NE(verdict.reason.find("router 5 has no escape choice"), std::string::npos)
      << verdict.reason;
}

TEST(Deadlock, EscapeVcsThatOthersUseAreRefused) {
  const By relation({0x01, 0x02},
                    [](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
                      if (at == head.destination) return choices.add(kEndPort, 0x03);
                      const Offset way = offset(at, head.destination, 3);
                      if (way.x != 0) choices.add(way.x_port(), 0x03);
                      if (way.y != 0) choices.add(way.y_port(), 0x03);
                      choices.add(xy_port(way), 0x01, true);
                    });
  const DeadlockVerdict verdict = check_deadlock(grid(3, 3), relation, kCutThrough);
  EXPECT_FALSE(verdict.free);
  EXPECT_NE(verdict.reason.find("share VC 0"), std::string::npos) << verdict.reason;
}

TEST(Deadlock, TurnModelsAreFree) {
  const unsigned cols = 5;
  const By west_first({0xFF}, [=](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
    const Offset way = offset(at, head.destination, cols);
    if (way.x == 0 && way.y == 0) return choices.add(kEndPort, 0xFF);
    if (way.x != 0) choices.add(way.x_port(), 0xFF);
    if (way.x >= 0 && way.y != 0) choices.add(way.y_port(), 0xFF);
  });
  EXPECT_TRUE(check_deadlock(grid(cols, 4), west_first, kWormhole).free);

  const By odd_even({0xFF},
                    [=](RouterId at, unsigned in_port, unsigned, Head& head, Choices& choices) {
                      const Offset way = offset(at, head.destination, cols);
                      if (way.x == 0 || way.y == 0) return choices.add(xy_port(way), 0xFF);
                      const unsigned to_x = head.destination % cols, x = at % cols;
                      if (way.x > 0) {
                        if (to_x % 2 != 0 || way.x != 1) choices.add(kPlusX, 0xFF);
                        if (x % 2 != 0 || in_port != kMinusX) choices.add(way.y_port(), 0xFF);
                      } else {
                        choices.add(kMinusX, 0xFF);
                        if (x % 2 == 0) choices.add(way.y_port(), 0xFF);
                      }
                    });
  EXPECT_TRUE(check_deadlock(grid(cols, 4), odd_even, kWormhole).free);

  // One turn too many: north to west.
  const By planted({0xFF}, [=](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
    const Offset way = offset(at, head.destination, cols);
    if (way.x == 0 && way.y == 0) return choices.add(kEndPort, 0xFF);
    if (way.x != 0) choices.add(way.x_port(), 0xFF);
    if ((way.x >= 0 || at % cols == 3) && way.y != 0) choices.add(way.y_port(), 0xFF);
  });
  const Topology topology = grid(cols, 4);
  const DeadlockVerdict verdict = check_deadlock(topology, planted, kWormhole);
  EXPECT_FALSE(verdict.free);
  expect_circle(verdict, topology);
}

// Minimal adaptive on a torus over dimension order with a dateline on VCs 0 and 1.
TEST(Deadlock, TorusWithTwoEscapeGroupsIsFree) {
  for (const unsigned size : {3u, 4u, 5u}) {
    const auto relation = [size](VcMask lower, VcMask upper) {
      return By({0x01, 0x02, 0xFC},
                [=](RouterId at, unsigned in_port, unsigned in_vc, Head& head, Choices& choices) {
                  if (at == head.destination) return choices.add(kEndPort, 0xFF);
                  const bool on_escape = in_port != kEndPort && in_vc < 2;
                  bool first = true;
                  for (unsigned d = 0; d < 2; ++d) {
                    const unsigned from = d == 0 ? at % size : at / size;
                    const unsigned to = d == 0 ? head.destination % size : head.destination / size;
                    if (from == to) continue;
                    const bool up = 2 * ((to + size - from) % size) <= size;
                    const unsigned port = 2 * d + (up ? 0 : 1);
                    const bool wraps = up ? to < from : to > from;
                    if (first) choices.add(port, wraps ? lower : upper, true);
                    if (!on_escape) choices.add(port, 0xFC);
                    first = false;
                  }
                });
    };
    const Topology topology = grid(size, size, true);
    for (const DeadlockParams& params : {kCutThrough, kWormhole}) {
      EXPECT_TRUE(check_deadlock(topology, relation(0x01, 0x02), params).free);
      const DeadlockVerdict planted = check_deadlock(topology, relation(0x01, 0x01), params);
      EXPECT_EQ(planted.free, size == 3) << size;  // no ring of 3 has two hops and a wrap on a way
    }
  }
}

TEST(Deadlock, LoopIsNamedWithTheWay) {
  const By loops({0xFF}, [](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
    if (head.destination != 3) return choices.add(xy_port(offset(at, head.destination, 4)), 0xFF);
    choices.add(at == 3 ? kEndPort : at == 2 ? kMinusX : kPlusX, 0xFF);
  });
  EXPECT_EQ(
      error_of(grid(4, 1), loops),
      "routing: the way from end point 0 to end point 3 comes back to where it was: router 0 -> "
      "router 1 -> router 2 -> router 1 -> router 2");
}

TEST(Deadlock, EndThatIsNotReachedIsNamedWithTheWay) {
  const auto at_two = [](std::function<void(Choices&)> fault) {
    return By({0xFF}, [=](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
      if (at == 2 && head.destination == 3) return fault(choices);
      choices.add(xy_port(offset(at, head.destination, 4)), 0xFF);
    });
  };
  const std::string way = "routing: the way from end point 0 to end point 3 ";
  const std::string routers = ": router 0 -> router 1 -> router 2";
  EXPECT_EQ(error_of(grid(4, 1), at_two([](Choices&) {})), way + "ends: no choice there" + routers);
  EXPECT_EQ(error_of(grid(4, 1), at_two([](Choices& choices) { choices.add(kPlusY, 0xFF); })),
            way + "goes on by port 2, which leads nowhere" + routers);
  EXPECT_EQ(error_of(grid(4, 1), at_two([](Choices& choices) { choices.add(kEndPort, 0xFF); })),
            way + "goes on by port 4, which leads to end point 2" + routers);
}

TEST(Deadlock, LongWaysAreShortened) {
  const By ends({0xFF}, [](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
    if (at != 29 || head.destination != 30)
      choices.add(xy_port(offset(at, head.destination, 31)), 0xFF);
  });
  const std::string error = error_of(grid(31, 1), ends);
  EXPECT_NE(error.find("router 5 -> ... -> router 24"), std::string::npos) << error;
}

// No way to itself is needed.
TEST(Deadlock, PacketsToThemselvesNeedNoWay) {
  const By relation({0xFF},
                    [](RouterId at, unsigned in_port, unsigned, Head& head, Choices& choices) {
                      if (in_port == kEndPort && at == head.destination) return;
                      choices.add(xy_port(offset(at, head.destination, 3)), 0xFF);
                    });
  EXPECT_TRUE(check_deadlock(grid(3, 3), relation, kCutThrough).free);
}

// `leaves_early`: a packet that meets its last router in phase 0 leaves there.
By valiant(unsigned cols, VcMask first, VcMask second, std::vector<VcMask> groups,
           bool leaves_early = true) {
  By relation(std::move(groups), [=](RouterId at, unsigned, unsigned, Head& head,
                                     Choices& choices) {
    if (at == head.via) head.phase = 1;
    const bool one = head.phase == 0;
    if (at == head.destination && (leaves_early || !one)) return choices.add(kEndPort, 0xFF);
    choices.add(xy_port(offset(at, one ? head.via : head.destination, cols)), one ? first : second);
  });
  relation.phases = true;
  return relation;
}

// Some other packet goes on where one leaves in phase 0.
TEST(Deadlock, PacketsThatLeaveEarlyHideNothing) {
  for (const VcMask second : {VcMask{0x0F}, VcMask{0xF0}}) {
    const By early = valiant(4, 0x0F, second, {0x0F, 0xF0});
    const By late = valiant(4, 0x0F, second, {0x0F, 0xF0}, false);
    EXPECT_EQ(check_deadlock(grid(4, 3), early, kCutThrough).edges,
              check_deadlock(grid(4, 3), late, kCutThrough).edges);
  }
}

TEST(Deadlock, TwoPhasesNeedTwoGroups) {
  const Topology topology = grid(4, 3);
  EXPECT_TRUE(check_deadlock(topology, valiant(4, 0x0F, 0xF0, {0x0F, 0xF0}), kWormhole).free);
  const DeadlockVerdict verdict =
      check_deadlock(topology, valiant(4, 0xFF, 0xFF, {0xFF}), kWormhole);
  EXPECT_FALSE(verdict.free);
  expect_circle(verdict, topology);
  bool bends = false;
  for (const DeadlockStep& step : verdict.circle) bends = bends || step.via != kNoRouter;
  EXPECT_TRUE(bends);
  EXPECT_NE(describe(verdict, topology).find(" by router "), std::string::npos);
}

// Each packet of such a circle: dimension order over its router between leads through the channel.
TEST(Deadlock, PacketsOfTwoPhasesMakeTheirSteps) {
  const unsigned cols = 3;
  const Topology topology = grid(cols, 3);
  const DeadlockVerdict verdict =
      check_deadlock(topology, valiant(cols, 0xFF, 0xFF, {0xFF}), kCutThrough);
  ASSERT_FALSE(verdict.free);
  for (std::size_t i = 0; i < verdict.circle.size(); ++i) {
    const DeadlockStep& step = verdict.circle[i];
    const ChannelId next = verdict.circle[(i + 1) % verdict.circle.size()].channel;
    std::vector<ChannelId> way;
    RouterId at = step.source;
    const auto go = [&](RouterId to) {
      while (at != to) {
        way.push_back(topology.graph.out(at, xy_port(offset(at, to, cols))).id);
        at = topology.graph.channel(way.back()).to;
      }
    };
    if (step.via != kNoRouter) go(step.via);
    go(step.destination);
    const auto held = std::find(way.begin(), way.end(), step.channel);
    ASSERT_NE(held, way.end()) << describe(verdict, topology);
    ASSERT_NE(held + 1, way.end());
    EXPECT_EQ(*(held + 1), next);
  }
}

// What only one value of the hash does is found.
TEST(Deadlock, AllValuesOfTheHashAreSeen) {
  By relation({0xFF}, [](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
    const Offset way = offset(at, head.destination, 3);
    choices.add(head.hash == 2 && way.y != 0 ? way.y_port() : xy_port(way), 0xFF);
  });
  EXPECT_TRUE(check_deadlock(grid(3, 3), relation, kCutThrough).free);
  relation.hashes = 3;
  EXPECT_FALSE(check_deadlock(grid(3, 3), relation, kCutThrough).free);
}

// Asking once a router changes nothing but the time.
TEST(Deadlock, RelationsThatDoNotSeeTheInputAreTheSame) {
  const Topology topology = grid(4, 3);
  By relations[] = {dimension_order(4), valiant(4, 0x0F, 0xF0, {0x0F, 0xF0}),
                    valiant(4, 0xFF, 0xFF, {0xFF})};
  for (By& relation : relations) {
    const DeadlockVerdict asked = check_deadlock(topology, relation, kCutThrough);
    relation.input = false;
    const DeadlockVerdict once = check_deadlock(topology, relation, kCutThrough);
    EXPECT_EQ(once.free, asked.free);
    EXPECT_EQ(once.states, asked.states);
    EXPECT_EQ(once.edges, asked.edges);
    EXPECT_EQ(describe(once, topology), describe(asked, topology));
  }
  EXPECT_EQ(
      error_of(
          grid(4, 1),
          By({0xFF},
             [](RouterId at, unsigned, unsigned, Head& head, Choices& choices) {
               choices.add(at == head.destination ? kEndPort : at == 3 ? kMinusX : kPlusX, 0xFF);
             })),
      "routing: the way from end point 1 to end point 0 comes back to where it was: router 1 -> "
      "router 2 -> router 3 -> router 2 -> router 3");
}

TEST(Deadlock, NamesVcs) {
  EXPECT_EQ(vc_names(0x0004), "VC 2");
  EXPECT_EQ(vc_names(0x010F), "VCs 0-3, 8");
  EXPECT_EQ(vc_names(0xFFFF), "VCs 0-15");
}

}  // namespace
}  // namespace rc::noc
