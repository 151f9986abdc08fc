// SPDX-License-Identifier: Apache-2.0
// An SCC with a module in the place of a tile: what it refuses. What such modules do is shown by
// tests/install/own_chip.
#include "hw_model/scc/systemc/scc_parts.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/event_network.h"
#include "hw_model/scc/systemc/scc_system.h"

namespace rc::scc {
namespace {

struct NoHost : host::HostServices {
  host::HostReply call(const host::HostCall&, const host::GuestMemory&) override { return {}; }
  void exited(int, int, int) override {}
};

struct Nothing : AgentModule {
  using AgentModule::AgentModule;
  void receive(const Message&, kernel::Picos) override {}
};

// SystemC elaborates once per process, and CTest gives each test one.
class ReplacedTile : public ::testing::Test {
 protected:
  ReplacedTile() {
    SccParts parts;
    parts.tile = [](const char* name, std::size_t tile) -> std::unique_ptr<AgentModule> {
      if (tile != 23) return nullptr;
      return std::make_unique<Nothing>(name);
    };
    const SccParams params;
    chip_.emplace(params, noc::make_event_network(params.noc, SccSystem::end_points()), host_,
                  SccRunOptions{}, parts);
    program_.segments.push_back({.paddr = 0, .memory_size = 4, .bytes = {}});
  }

  NoHost host_;
  std::optional<SccSystem> chip_;
  host::Image program_;
};

TEST_F(ReplacedTile, HasNoCores) {
  chip_->load(program_, {0, 45}, {});
  EXPECT_THROW(chip_->load(program_, {0, 46}, {}), kernel::InputError);
}

// Whoever names a core: it is looked for in no tile that is not there.
TEST_F(ReplacedTile, OtherCoresThanTheChipsAreRefused) {
  for (const int core : {-1, 48, 1000}) {
    std::uint32_t word = 0;
    EXPECT_THROW(chip_->load(program_, {0, core}, {}), kernel::InputError);
    EXPECT_THROW(chip_->add_core(core), kernel::InputError);
    EXPECT_THROW(chip_->set_lut(core, 0, 0), kernel::InputError);
    EXPECT_THROW(chip_->core(core), kernel::InputError);
    EXPECT_THROW(chip_->started(core), kernel::InputError);
    EXPECT_THROW(chip_->hold_in_reset(core), kernel::InputError);
    EXPECT_THROW(chip_->peek_physical(core, 0, &word, 4), kernel::InputError);
  }
}

TEST(SccRunOptions, OtherCoresThanTheChipsAreRefused) {
  NoHost host;
  const SccParams params;
  SccRunOptions options;
  options.cores = {0, 48};
  EXPECT_THROW(SccSystem(params, noc::make_event_network(params.noc, SccSystem::end_points()), host,
                         options),
               kernel::InputError);
}

TEST_F(ReplacedTile, HasNoBuffer) {
  chip_->load(program_, {0}, {});
  std::uint32_t word = 0;
  EXPECT_TRUE(chip_->peek(0, SCC_MPB_ADDR(22u, 0u), &word, 4));
  EXPECT_FALSE(chip_->peek(0, SCC_MPB_ADDR(23u, 0u), &word, 4));
  EXPECT_THROW(chip_->peek_physical(0, SCC_MPB_ADDR(23u, 0u), &word, 4), kernel::MachineError);
}

TEST_F(ReplacedTile, IsNotSaved) {
  kernel::Archive archive;
  EXPECT_THROW(chip_->archive(archive), kernel::InputError);
}

}  // namespace
}  // namespace rc::scc
