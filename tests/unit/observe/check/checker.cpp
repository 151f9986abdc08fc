// SPDX-License-Identifier: Apache-2.0
// The checker without a machine: two cores and one MPB, access by access. The flag lies in
// another line. All accesses take two bytes: one that is read alone would be a flag.
#include "sim/observe/check/checker.h"

#include <gtest/gtest.h>

#include <cstring>

#include "hw_model/arch/system_interface_map.h"

namespace {

using namespace rc;
using scc::Command;
using sim::observe::Checker;
using sim::observe::Defect;

constexpr std::uint32_t kData = 0x100, kFlag = 0x200;
constexpr std::uint8_t kBytes = 2;
constexpr std::uint32_t kStoreEip = 0x1000, kLoadEip = 0x2000, kPollEip = 0x3000;

class CheckerTest : public ::testing::Test {
 protected:
  Checker checker_;
  kernel::Picos now_{0};

  static scc::Place place(std::uint32_t offset) {
    return scc::place_of(0, 0, SCC_SUBDEST_MPB, offset);
  }
  void access(unsigned core, std::uint32_t offset, bool store, bool cached, std::uint32_t eip) {
    now_.value += 1000;
    checker_.observer().accessed(core, place(offset),
                                 {0, SCC_MPB_BASE + offset, eip, kBytes, store, cached}, now_);
  }
  void serve(unsigned core, Command command, std::uint32_t offset, std::uint32_t mask) {
    now_.value += 1000;
    scc::Message request;
    request.command = command;
    request.unit = static_cast<std::uint8_t>(core);
    request.subdestination = SCC_SUBDEST_MPB;
    request.bytes = 32;
    request.byte_mask = mask;
    request.address = offset & ~31u;
    checker_.observer().served(request, scc::response_to(request, Command::data_line), now_);
  }
  void store(unsigned core, std::uint32_t offset) {
    access(core, offset, true, false, kStoreEip + core);
  }
  void flush(unsigned core, std::uint32_t offset) {
    serve(core, Command::write_combined, offset, 3u << offset % 32);
  }
  void write(unsigned core, std::uint32_t offset) {
    store(core, offset);
    flush(core, offset);
  }
  void read(unsigned core, std::uint32_t offset, std::uint32_t eip = kLoadEip) {
    serve(core, Command::read_line, offset, 0);
    access(core, offset, false, false, eip);
  }
  void hit(unsigned core, std::uint32_t offset) { access(core, offset, false, true, kLoadEip); }
  void poll(unsigned core, std::uint32_t offset) {
    read(core, offset, kPollEip);
    read(core, offset, kPollEip);
  }
  std::vector<Defect> found() {
    checker_.finish();
    std::vector<Defect> defects;
    for (const auto& finding : checker_.findings()) defects.push_back(finding.defect);
    return defects;
  }
};

using Defects = std::vector<Defect>;

TEST_F(CheckerTest, AFlagOrders) {
  write(0, kData);
  write(0, kFlag);
  poll(1, kFlag);
  read(1, kData);
  EXPECT_EQ(found(), Defects{});
}

// Core 0 interrupts core 1 by the system interface; who clears its status learns of who raised it.
TEST_F(CheckerTest, AnInterruptBySystemInterfaceOrders) {
  const auto at_interface = [&](unsigned core, Command command, std::uint32_t offset,
                                std::uint32_t word) {
    scc::Message request;
    request.command = command;
    request.unit = static_cast<std::uint8_t>(core);
    request.destination = {3, 0, noc::kSouth};
    request.subdestination = SCC_SUBDEST_SOUTH;
    request.bytes = 4;
    request.address = offset;
    std::memcpy(request.data.data(), &word, sizeof word);
    now_.value += 1000;
    if (scc::is_write(command))
      checker_.observer().accessed(core, scc::place_of(request),
                                   {0, SCC_CRB_BASE + offset, kStoreEip, 4, true, false}, now_);
    scc::Message response = scc::response_to(request, Command::data);
    std::memcpy(response.data.data(), &word, sizeof word);
    checker_.observer().served(request, response, now_);
  };
  write(0, kData);
  at_interface(0, Command::write, SCC_GRB_IRQ_REQUEST, 1 << 1);
  write(0, kFlag);
  at_interface(1, Command::write, SCC_GRB_IRQ_RESET + 8, 1u << SCC_GRB_IRQ_FROM_CORE(0));
  read(1, kData);
  EXPECT_EQ(found(), Defects{});
  read(1, kFlag);
  EXPECT_EQ(found(), Defects{Defect::unordered_read}) << "written after the interrupt";
}

TEST_F(CheckerTest, NoFlag) {
  write(0, kData);
  read(1, kData);
  EXPECT_EQ(found(), Defects{Defect::unordered_read});
  const sim::observe::Finding& finding = checker_.findings()[0];
  EXPECT_EQ(finding.by.core, 1u);
  EXPECT_EQ(finding.by.eip, kLoadEip);
  EXPECT_EQ(finding.other.core, 0u);
  EXPECT_EQ(finding.other.eip, kStoreEip);
  EXPECT_EQ(finding.where, "the MPB of core 0 at offset 0x100");
}

// What is known only afterwards counts: the flag was set already as it was first read.
TEST_F(CheckerTest, AFlagThatNeedNotBePolled) {
  write(0, kData);
  write(0, kFlag);
  read(1, kFlag, kPollEip);
  read(1, kData);
  poll(1, kFlag + 2);
  EXPECT_EQ(found(), Defects{});
}

TEST_F(CheckerTest, ALoneByteIsAFlag) {
  write(0, kData);
  write(0, kFlag);
  serve(1, Command::read_line, kFlag, 0);
  checker_.observer().accessed(1, place(kFlag),
                               {0, SCC_MPB_BASE + kFlag, kPollEip, 1, false, false}, now_);
  read(1, kData);
  EXPECT_EQ(found(), Defects{});
}

TEST_F(CheckerTest, DataAfterItsFlag) {
  write(0, kFlag);
  write(0, kData);
  poll(1, kFlag);
  read(1, kData);
  EXPECT_EQ(found(), Defects{Defect::unordered_read});
}

TEST_F(CheckerTest, StaleLine) {
  write(1, kData);
  read(1, kData);
  write(1, kFlag + 32);
  poll(0, kFlag + 32);
  write(0, kData);
  write(0, kFlag);
  poll(1, kFlag);
  hit(1, kData);
  EXPECT_EQ(found(), Defects{Defect::stale_line});
}

// Only the load tells that off-chip memory is shared, after its fetch and other cores' accesses.
TEST_F(CheckerTest, TheFirstFetchOfSharedMemoryIsKnown) {
  constexpr std::uint32_t kWord = 0x40;
  scc::Message request;
  request.destination = {5, 0, noc::kEast};
  request.subdestination = SCC_SUBDEST_EAST;
  request.bytes = 32;
  request.address = kWord & ~31u;
  const auto ddr = [&](unsigned core, Command command) {
    now_.value += 1000;
    request.command = command;
    request.unit = static_cast<std::uint8_t>(core);
    checker_.observer().served(request, scc::response_to(request, Command::data_line), now_);
  };
  const auto access = [&](unsigned core, bool store, std::uint32_t eip) {
    now_.value += 1000;
    checker_.observer().accessed(core, scc::place_of(request),
                                 {0, SCC_SHARED_BASE + kWord, eip, kBytes, store, true}, now_);
  };
  ddr(1, Command::read_line);
  ddr(0, Command::read_line);
  access(0, false, kLoadEip);
  access(1, false, kLoadEip + 1);
  write(1, kFlag + 32);
  poll(0, kFlag + 32);
  access(0, true, kStoreEip);
  ddr(0, Command::write_line);
  write(0, kFlag);
  poll(1, kFlag);
  access(1, false, kLoadEip + 2);
  EXPECT_EQ(found(), Defects{Defect::stale_line});
}

// The flag took another path than the data, which reach memory after they were read.
TEST_F(CheckerTest, Unflushed) {
  write(1, kData);
  write(1, kFlag + 32);
  poll(0, kFlag + 32);
  store(0, kData);
  write(0, kFlag);
  poll(1, kFlag);
  read(1, kData);
  flush(0, kData);
  EXPECT_EQ(found(), (Defects{Defect::unflushed, Defect::early_write}));
}

TEST_F(CheckerTest, KeptBack) {
  poll(1, kFlag);
  store(0, kFlag);
  EXPECT_EQ(found(), Defects{Defect::kept_back});
}

// Of several bytes that stay in the buffer it names the one that others poll, by whose store it came, and
// the first of the reads that miss it.
TEST_F(CheckerTest, KeptBackNamesWhatOthersLookFor) {
  poll(1, kFlag + 4);
  access(0, kFlag, true, false, kStoreEip);
  access(0, kFlag + 4, true, false, kStoreEip + 4);
  const kernel::Picos stored = now_;
  poll(1, kFlag + 4);
  poll(1, kFlag + 4);
  access(0, kFlag + 8, true, false, kStoreEip + 8);
  EXPECT_EQ(found(), Defects{Defect::kept_back});
  const sim::observe::Finding& finding = checker_.findings()[0];
  EXPECT_EQ(finding.where, "the MPB of core 0 at offset 0x204");
  EXPECT_EQ(finding.by.eip, kStoreEip + 4);
  EXPECT_EQ(finding.by.time, stored);
  EXPECT_EQ(finding.other.time.value, stored.value + 2000);
}

// So do the others of what leaves in one message.
TEST_F(CheckerTest, EachByteHasItsOwnStore) {
  access(0, kData, true, false, kStoreEip);
  access(0, kData + 4, true, false, kStoreEip + 4);
  serve(0, Command::write_combined, kData, 3u << kData % 32 | 3u << (kData + 4) % 32);
  read(1, kData);
  EXPECT_EQ(found(), Defects{Defect::unordered_read});
  EXPECT_EQ(checker_.findings()[0].other.eip, kStoreEip);
}

TEST_F(CheckerTest, TwoWriters) {
  write(0, kData);
  write(1, kData);
  EXPECT_EQ(found(), Defects{Defect::unordered_write});
}

TEST_F(CheckerTest, NeighboursInALineAreNoRace) {
  write(0, kData);
  write(1, kData + 2);
  read(0, kData);
  EXPECT_EQ(found(), Defects{});
}

TEST_F(CheckerTest, EarlyWrite) {
  write(0, kData);
  write(0, kFlag);
  poll(1, kFlag);
  read(1, kData);
  write(0, kData);
  EXPECT_EQ(found(), Defects{Defect::early_write});
}

TEST_F(CheckerTest, NeverWritten) {
  read(1, kData);
  EXPECT_EQ(found(), Defects{Defect::never_written});
}

// Locks: cores take and release the one of core 0, by instructions of their own.
class LockCheckerTest : public CheckerTest {
 protected:
  static constexpr std::uint32_t kReleaseEip = 0x4000;

  scc::Message request_of(unsigned core, Command command) {
    now_.value += 1000;
    scc::Message request;
    request.command = command;
    request.unit = static_cast<std::uint8_t>(core);
    request.subdestination = SCC_SUBDEST_CRB;
    request.bytes = 4;
    request.address = SCC_CRB_LOCK0;
    return request;
  }
  void take(unsigned core) {
    const scc::Message request = request_of(core, Command::read);
    scc::Message response = scc::response_to(request, Command::data);
    response.data[0] = 1;
    checker_.observer().served(request, response, now_);
  }
  void release(unsigned core) {
    const scc::Message request = request_of(core, Command::write);
    checker_.observer().accessed(
        core, scc::place_of(request),
        {0, SCC_CRB_BASE + SCC_CRB_LOCK0, kReleaseEip + core, 4, true, false}, now_);
    checker_.observer().served(request, scc::response_to(request, Command::data), now_);
  }
  // Core 3 is accused by core `robbed`, and nobody else is.
  void expect_robber(unsigned robbed) {
    ASSERT_EQ(found(), Defects{Defect::foreign_lock});
    EXPECT_EQ(checker_.findings()[0].by.core, 3u);
    EXPECT_EQ(checker_.findings()[0].other.core, robbed);
  }
};

TEST_F(LockCheckerTest, OthersMayHaveHadTheLockBeforeTheRobbedOneReleasesIt) {
  take(1);
  release(3);
  take(2);
  release(2);
  release(1);
  expect_robber(1);
}

TEST_F(LockCheckerTest, ARobbedHolderIsNoRobber) {
  take(1);
  release(3);
  for (const unsigned next : {2u, 0u, 2u}) {  // takes and releases it well
    take(next);
    release(next);
  }
  take(2);
  release(1);
  take(0);
  release(0);
  take(1);
  release(1);
  release(2);
  expect_robber(1);
}

// As in a tournament: the holder waits by taking it once more.
TEST_F(LockCheckerTest, ASignalIsNoDefect) {
  take(1);
  release(3);
  take(1);
  release(3);
  take(2);
  release(2);
  take(1);
  release(1);
  EXPECT_EQ(found(), Defects{});
}

TEST_F(CheckerTest, OneDefectIsToldOnce) {
  for (int i = 0; i < 3; ++i) {
    write(0, kData);
    read(1, kData);
    write(1, kFlag);
    poll(0, kFlag);
  }
  EXPECT_EQ(found(), Defects{Defect::unordered_read});
  EXPECT_EQ(checker_.findings()[0].times, 3u);
}

// Cores 0 and 1 run one program, core 2 another one.
TEST(FindingsTest, InstructionsOfTwoProgramsAreDifferentOnes) {
  sim::observe::Findings findings({0, 0, 1});
  const auto finding = [](unsigned by, unsigned other) {
    return sim::observe::Finding{
        Defect::unordered_read, {by, kLoadEip, {}, 0}, {other, kStoreEip, {}, 0}, "x"};
  };
  for (const auto& each : {finding(0, 1), finding(1, 0), finding(2, 0), finding(0, 2)})
    findings.add(each);
  ASSERT_EQ(findings.all().size(), 3u);
  EXPECT_EQ(findings.all()[0].times, 2u);
  const std::string line = sim::observe::text(
      findings.all()[2], [](unsigned core) { return "core " + std::to_string(core); },
      [](const sim::observe::Party& of) { return of.core == 2 ? "g of b.elf" : "f of a.elf"; });
  EXPECT_NE(line.find("core 0, EIP 0x00002000 (f of a.elf)"), std::string::npos) << line;
  EXPECT_NE(line.find("core 2, EIP 0x00001000 (g of b.elf)"), std::string::npos) << line;
}

}  // namespace
