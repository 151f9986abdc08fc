// SPDX-License-Identifier: Apache-2.0
// A network loads spoiled bytes of its state, or refuses them; what it loads it can go on with, or
// says that it cannot. It never reads or writes what is not its own.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "hw_model/kernel/archive.h"
#include "hw_model/noc/network/event_network.h"
#include "hw_model/noc/network/mesh_network.h"
#include "tests/support/graph_networks.h"
#include "tests/support/noc_traffic.h"

namespace rc::test {
namespace {

constexpr std::uint64_t kCycles = 60;

// A network, and what may go into it.
struct Kind {
  std::function<std::unique_ptr<noc::Network>()> make;
  std::size_t ends = 0;
  unsigned classes = 0, longest = 0;
};

struct Outcomes {
  unsigned refused = 0, taken = 0;
};

void step(noc::Network& network, const Kind& kind, Random& random, std::uint64_t cycle) {
  const auto ends = static_cast<std::uint32_t>(kind.ends);
  for (std::uint32_t sent = 0; sent <= ends / 8; ++sent) {
    noc::Packet packet;
    packet.source = static_cast<noc::EndId>(random.below(ends));
    packet.destination = static_cast<noc::EndId>(random.below(ends));
    packet.message_class = static_cast<std::uint8_t>(random.below(kind.classes));
    packet.flits = static_cast<std::uint16_t>(1 + random.below(kind.longest));
    network.inject(packet);
  }
  network.tick(cycle);
}

std::string spoiled(std::string bytes, Random& random) {
  for (std::uint32_t left = 1 + random.below(4); left != 0; --left) {
    const auto at = random.below(static_cast<std::uint32_t>(bytes.size()));
    bytes[at] = static_cast<char>(random.chance(50) ? 0xFF : random.below(256));
  }
  return bytes;
}

void spoil(const Kind& kind, Random& random, Outcomes& outcomes) {
  const auto network = kind.make();
  std::uint64_t cycle = 0;
  while (cycle < kCycles) step(*network, kind, random, ++cycle);
  kernel::Archive saving;
  network->archive(saving);
  saving.finish();
  for (int times = 0; times < 60; ++times) {
    const auto other = kind.make();
    try {
      kernel::Archive loading(spoiled(saving.bytes(), random));
      other->archive(loading);
      loading.finish();
      ++outcomes.taken;
      for (std::uint64_t on = cycle; on < cycle + 2 * kCycles;) {
        ++on;
        on % 2 == 0 ? step(*other, kind, random, on) : other->tick(on);
      }
    } catch (const kernel::InputError&) {
      ++outcomes.refused;
    } catch (const kernel::MachineError&) {  // it cannot go on
    } catch (const std::logic_error&) {
    }
  }
}

TEST(SpoiledNetworkState, OfAGraphIsRefusedOrUsable) {
  Outcomes outcomes;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const auto lab = random_lab(random);
    const Kind kind{[&] {
                      return std::make_unique<noc::SteppedNetwork>(
                          lab->topology, *lab->routing, lab->router, seed, lab->class_priorities);
                    },
                    lab->topology.graph.ends().size(), lab->router.vcs.classes, lab->longest};
    spoil(kind, random, outcomes);
  }
  EXPECT_GT(outcomes.refused, 100U);
  EXPECT_GT(outcomes.taken, 100U);
}

void spoil_meshes(const noc::NetworkFactory& factory) {
  Outcomes outcomes;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const noc::NocParams params = random_params(random);
    const auto points = local_points(params);
    spoil({[&] { return factory(params, points); }, points.size(), params.message_classes,
           params.vc_depth},
          random, outcomes);
  }
  EXPECT_GT(outcomes.refused, 100U);
  EXPECT_GT(outcomes.taken, 100U);
}

TEST(SpoiledNetworkState, OfASteppedMeshIsRefusedOrUsable) { spoil_meshes(noc::stepped()); }
TEST(SpoiledNetworkState, OfAMeshByEventsIsRefusedOrUsable) {
  spoil_meshes(noc::make_event_network);
}

}  // namespace
}  // namespace rc::test
