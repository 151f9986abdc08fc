// SPDX-License-Identifier: Apache-2.0
// A stepped network loads spoiled bytes of its state, or refuses them; what it loads it can go on
// with, or says that it cannot. It never reads or writes what is not its own.
#include <gtest/gtest.h>

#include <stdexcept>

#include "hw_model/kernel/archive.h"
#include "tests/support/graph_networks.h"

namespace rc::test {
namespace {

constexpr std::uint64_t kCycles = 60;

void step(noc::SteppedNetwork& network, const GraphLab& lab, Random& random, std::uint64_t cycle) {
  const auto ends = static_cast<std::uint32_t>(lab.topology.graph.ends().size());
  noc::Packet packet;
  packet.source = static_cast<noc::EndId>(random.below(ends));
  packet.destination = static_cast<noc::EndId>(random.below(ends));
  packet.message_class = static_cast<std::uint8_t>(random.below(lab.router.vcs.classes));
  packet.flits = static_cast<std::uint16_t>(1 + random.below(lab.longest));
  network.inject(packet);
  network.tick(cycle);
}

TEST(SteppedNetworkState, SpoiledIsRefusedOrUsable) {
  unsigned refused = 0, taken = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const auto lab = random_lab(random);
    noc::SteppedNetwork network(lab->topology, *lab->routing, lab->router, seed,
                                lab->class_priorities);
    std::uint64_t cycle = 0;
    while (cycle < kCycles) step(network, *lab, random, ++cycle);
    kernel::Archive saving;
    network.archive(saving);
    saving.finish();
    for (int spoiled = 0; spoiled < 60; ++spoiled) {
      std::string bytes = saving.bytes();
      const auto at = random.below(static_cast<std::uint32_t>(bytes.size()));
      bytes[at] = static_cast<char>(random.chance(50) ? 0xFF : random.below(256));
      noc::SteppedNetwork other(lab->topology, *lab->routing, lab->router, seed,
                                lab->class_priorities);
      try {
        kernel::Archive loading(bytes);
        other.archive(loading);
        loading.finish();
        ++taken;
        for (std::uint64_t on = cycle; on < cycle + kCycles;) other.tick(++on);
      } catch (const kernel::InputError&) {
        ++refused;
      } catch (const kernel::MachineError&) {  // it cannot go on
      } catch (const std::logic_error&) {
      }
    }
  }
  EXPECT_GT(refused, 100U);
  EXPECT_GT(taken, 100U);
}

}  // namespace
}  // namespace rc::test
