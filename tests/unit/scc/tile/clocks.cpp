// SPDX-License-Identifier: Apache-2.0
// A tile alone, whose clock and whose mesh's clock change: fast-forward and decoupling change
// nothing, and each change has its documented edge.
#include <gtest/gtest.h>

#include <random>

#include "hw_model/kernel/error.h"
#include "hw_model/scc/tile/tile.h"
#include "tests/unit/scc/tile/bench.h"

namespace rc::scc {
namespace {

using namespace test;

TEST(Tile, FastForwardStepsAndQuantumChangeNothingUnderNewClocks) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 40; ++round) {
    const bool both = round % 2 == 1;
    const std::uint64_t first = 20'000'000 + random() % 40'000'000;
    const std::uint64_t second = first + random() % 20'000'000;
    Words words;
    for (int i = 0; i < 8; ++i) {
      const std::uint64_t at = 1'000 + random() % second;
      words[at] = gcbcfg_word(static_cast<unsigned>(2 + random() % 15), 2);
    }
    const auto outcome = [&](TileOptions options, Picos step) {
      return poll_run(options, step, both, first, second, nullptr, words);
    };
    const Outcome plain = outcome({false, false}, Picos{3'000});
    EXPECT_EQ(plain, outcome({true, true}, Picos{50'000'000})) << round;
    EXPECT_EQ(plain, outcome({true, false}, Picos{7'777})) << round;
    const Picos step{1 + random() % 100'000};
    EXPECT_EQ(plain, outcome({false, true}, step)) << round;
    EXPECT_EQ(plain, outcome({false, true, kEarly}, step)) << round;
    EXPECT_EQ(plain, outcome({true, true, kEarly}, step)) << round;
  }
}

TEST(Tile, DividerTakesEffectAtTheDocumentedEdge) {
  const TileParams params;
  Bench bench({true, true});
  const std::uint64_t arrival = 1'000'000;
  bench.write_gcbcfg_from_outside(Picos{arrival}, gcbcfg_word(8, 2));
  // One that changes nothing, and two within the delay of one another: each has its edge.
  bench.write_gcbcfg_from_outside(Picos{arrival + 200'000}, gcbcfg_word(8, 2));
  bench.write_gcbcfg_from_outside(Picos{arrival + 400'000}, gcbcfg_word(16, 2));
  bench.write_gcbcfg_from_outside(Picos{arrival + 400'000}, gcbcfg_word(2, 2));
  bench.run(Picos{arrival + 1'000'000}, Picos{10'000});

  const auto& changes = bench.tile().clock_changes();
  ASSERT_EQ(changes.size(), 3u);
  const auto third = kGlobal.value * 3, eighth = kGlobal.value * 8;
  const auto delay = params.mesh_in_cycles + params.clock_change_cycles;
  const std::uint64_t edge = (arrival / third + 1 + delay) * third;
  EXPECT_EQ(changes[0].at, Picos{edge});
  EXPECT_EQ(changes[0].divider, 8u);
  const std::uint64_t passed = arrival + 400'000 - edge;
  const std::uint64_t second = edge + (passed / eighth + 1 + delay) * eighth;
  EXPECT_EQ(changes[1].at, Picos{second});
  EXPECT_EQ(changes[1].divider, 16u);
  EXPECT_EQ(changes[2].at, Picos{second});
  EXPECT_EQ(changes[2].divider, 2u);
  EXPECT_EQ(bench.tile().clock().period(), Picos{kGlobal.value * 2});
  EXPECT_EQ(bench.tile().clock().time_of(bench.tile().clock().cycle_at(Picos{second}) + 10),
            Picos{second + 10 * kGlobal.value * 2});
}

// Polling its own MPB through the mesh interface, with the mesh's clock changed from outside.
TEST(Tile, FastForwardStepsAndQuantumChangeNothingUnderNewMeshClocks) {
  std::mt19937_64 random(13);
  for (int round = 0; round < 40; ++round) {
    const bool both = round % 2 == 1;
    const std::uint64_t first = 20'000'000 + random() % 40'000'000;
    const std::uint64_t second = first + random() % 20'000'000;
    Words words;
    for (int i = 0; i < 6; ++i) {
      const auto mesh = static_cast<unsigned>(1 + random() % 16);
      words[1'000 + random() % second] =
          gcbcfg_word(static_cast<unsigned>(2 + random() % 15), mesh);
    }
    const auto outcome = [&](TileOptions options, Picos step) {
      return poll_run(options, step, both, first, second, nullptr, words);
    };
    const Outcome plain = outcome({false, false}, Picos{3'000});
    EXPECT_EQ(plain, outcome({true, true}, Picos{50'000'000})) << round;
    EXPECT_EQ(plain, outcome({true, false}, Picos{7'777})) << round;
    const Picos step{1 + random() % 100'000};
    EXPECT_EQ(plain, outcome({false, true}, step)) << round;
    EXPECT_EQ(plain, outcome({false, true, kEarly}, step)) << round;
    EXPECT_EQ(plain, outcome({true, true, kEarly}, step)) << round;
  }
}

TEST(Tile, MeshRatioIsHandedOutAndShownOnceItHolds) {
  const std::uint64_t arrival = 1'000'000;
  Bench bench({true, true});
  const auto shown = [&] {
    bench.tile().wake(bench.now());
    return bench.tile().registers().mesh_ratio();
  };
  bench.write_gcbcfg_from_outside(Picos{arrival}, gcbcfg_word(3, 5));
  // What repeats the ratio in force changes nothing, not even one on its way.
  bench.write_gcbcfg_from_outside(Picos{arrival + 100'000}, gcbcfg_word(3, 2));
  bench.run(Picos{arrival + 200'000}, Picos{10'000});
  EXPECT_EQ(shown(), SCC_GCBCFG_RATIO(2));
  bench.run(Picos{arrival + 400'000}, Picos{10'000});
  EXPECT_EQ(shown(), SCC_GCBCFG_RATIO(5));
  ASSERT_EQ(bench.mesh_clock().pieces().size(), 2u);
  EXPECT_EQ(bench.mesh_clock().pieces()[1].period, Picos{kGlobal.value * 5});
}

TEST(Tile, RatiosThatTheMeshHasNotAreRefused) {
  for (const std::uint32_t word : {gcbcfg_word(3, 17), gcbcfg_word(3, 0),
                                   gcbcfg_word(3, 2) ^ 1u << SCC_GCBCFG_MESH_RATIO_SHIFT}) {
    Bench bench({true, true});
    bench.write_gcbcfg_from_outside(Picos{1'000}, word);
    EXPECT_THROW(bench.run(Picos{100'000}, Picos{10'000}), kernel::MachineError);
  }
}

}  // namespace
}  // namespace rc::scc
