// SPDX-License-Identifier: Apache-2.0
// The debugger's server and what no gdb would say to it: any address, too much of anything. Each
// packet has its answer, and the run goes on to the end that it has alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "sim/base/temporary_folder.h"
#include "sim/machine/elf_image.h"
#include "tests/support/command.h"
#include "tests/support/gdb_client.h"

namespace {

using rc::sim::debug::to_hex;
using rc::test::CommandResult;
using rc::test::GdbClient;
using rc::test::has;
using rc::test::run_command;

class GdbServer : public ::testing::Test {
 protected:
  rc::sim::base::TemporaryFolder folder_{"rockcreek-gdb-packets-"};

  std::string command(const std::string& program) const {
    return ROCKCREEK_SIM " run --stats " + folder_.file("stats.json") + " " + program;
  }
  nlohmann::json stats() const {
    auto stats = nlohmann::json::parse(std::ifstream(folder_.file("stats.json")));
    stats.erase("host_seconds");
    return stats;
  }
  nlohmann::json stats_alone(const std::string& program) const {
    EXPECT_EQ(run_command(command(program)).exit_code, 0);
    return stats();
  }
  // Runs the program, and `talk` as its debugger, which then hangs up.
  template <class Talk>
  CommandResult under(const std::string& program, Talk talk) const {
    CommandResult run;
    std::thread runner(
        [&] { run = run_command(command("--gdb " + folder_.file("socket") + " " + program)); });
    {
      GdbClient gdb(folder_.file("socket"));
      talk(gdb);
    }
    runner.join();
    return run;
  }
};

const std::string kHello = FIRMWARE_APPS "/hello.elf --ues 2";
const std::string kHypercube = FIRMWARE_APPS "/nx_hello.elf --machine ipsc860 --ues 2";

// All of the address space, by the slots of an SCC's lookup table: memory, buffers, registers, and
// what leads nowhere, which cannot be written either.
TEST_F(GdbServer, AnyAddressIsAnswered) {
  for (const std::string& program : {kHello, kHypercube}) {
    const auto alone = stats_alone(program);
    int there = 0, nowhere = 0;
    const CommandResult run = under(program, [&](GdbClient& gdb) {
      for (const char* before : {"?", "vCont;s:1;c"}) {
        gdb.ask(before);
        for (std::uint64_t slot = 0; slot < 256; ++slot) {
          for (const std::uint64_t offset : {0x0u, 0x18u, 0x200u, 0x3ffeu, 0xfffffcu}) {
            const std::string at = fmt::format("{:x},4", slot << 24 | offset);
            const auto read = gdb.ask("m" + at);
            ASSERT_TRUE(read) << at;
            EXPECT_EQ(gdb.ask("Z2," + at), "OK") << at;
            EXPECT_EQ(gdb.ask("z2," + at), "OK") << at;
            if (*read != "E01") {
              EXPECT_EQ(read->size(), 8u) << at;
              ++there;
            } else {
              EXPECT_EQ(gdb.ask("M" + at + ":00000000"), "E01") << at;
              ++nowhere;
            }
          }
        }
      }
    });
    EXPECT_GT(there, 10) << program;
    EXPECT_GT(nowhere, 100) << program;
    EXPECT_EQ(run.exit_code, 0) << run.error;
    EXPECT_EQ(stats(), alone) << program;
  }
}

// A write of which a part leads nowhere writes nothing.
TEST_F(GdbServer, AWriteIsWholeOrNone) {
  under(kHypercube, [&](GdbClient& gdb) {
    EXPECT_EQ(gdb.ask("M3fffff0,4:01020304"), "OK");
    EXPECT_EQ(gdb.ask("M3fffff0,20:" + std::string(64, 'f')), "E01");
    EXPECT_EQ(gdb.ask("m3fffff0,4"), "01020304");
  });
}

TEST_F(GdbServer, TooMuchOfAnythingIsRefused) {
  const CommandResult run = under(kHello, [&](GdbClient& gdb) {
    int set = 0;
    while (set < 5000 && gdb.ask(fmt::format("Z0,{:x},1", 0x200000 + set)) == "OK") ++set;
    EXPECT_EQ(set, 1000);
    EXPECT_EQ(gdb.ask("Z2,200000,4"), "E01");
    EXPECT_EQ(gdb.ask("z0,200000,1"), "OK");
    EXPECT_EQ(gdb.ask("Z0,200000,1"), "OK");
    const auto refused = gdb.ask("qRcmd," + to_hex(std::string(32'764, '\1')));
    ASSERT_TRUE(refused);
    EXPECT_TRUE(has(*refused, to_hex("too much to tell"))) << *refused;
    EXPECT_EQ(gdb.ask("vCont;c"), "W00");
  });
  EXPECT_EQ(run.exit_code, 0) << run.error;
}

// A debugger that talks while the machine runs is left, and the run goes on without it.
TEST_F(GdbServer, WhatComesWhileTheMachineRunsIsBounded) {
  const std::string program = FIRMWARE_APPS "/soak.elf --ues 2 -- 1 100";
  const auto alone = stats_alone(program);
  const CommandResult run = under(program, [&](GdbClient& gdb) {
    std::string flood = rc::sim::debug::GdbPackets::frame("vCont;c");
    while (flood.size() < 1'000'000) flood += rc::sim::debug::GdbPackets::frame("m0,4");
    gdb.send_bytes(flood);
    EXPECT_EQ(gdb.answer(), std::nullopt);
  });
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(has(run.error,
                  "rockcreek: the debugger sent more than 65536 bytes while the machine ran: its "
                  "connection is closed\n"))
      << run.error;
  EXPECT_EQ(stats(), alone);
}

// The limit of the last step stops no core on its way to the HLT behind the program.
TEST_F(GdbServer, AProgramCanBeSteppedToItsEnd) {
  const std::string image = FIRMWARE_APPS "/hello.elf";
  const auto symbols = rc::sim::machine::load_elf(image, std::uint64_t{1} << 32).symbols;
  const auto exit = std::ranges::find(symbols, "_exit", &rc::sim::machine::ElfSymbol::name);
  ASSERT_NE(exit, symbols.end());
  const std::string program = image + " --ues 1";
  const auto alone = stats_alone(program);
  const CommandResult run = under(program, [&](GdbClient& gdb) {
    EXPECT_EQ(gdb.ask(fmt::format("Z0,{:x},1", exit->address)), "OK");
    EXPECT_EQ(gdb.ask("vCont;c"), "T05thread:1;swbreak:;");
    std::optional<std::string> stop;
    do {
      stop = gdb.ask("vCont;s:1;c");
    } while (stop && stop->starts_with("T05"));
    EXPECT_EQ(stop, "W00");
  });
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(stats(), alone);
}

// Also where the process ends at once in which the run goes on, a copy of others that end, too.
TEST_F(GdbServer, TheRunEndsWithItsOwnStatus) {
  for (int i = 0; i < 40; ++i) {
    const CommandResult run = under(kHypercube, [](GdbClient& gdb) {
      for (int step = 0; step < 3; ++step) gdb.ask("vCont;s:1;c");
      gdb.ask("bs");
      gdb.ask("vCont;c");
    });
    ASSERT_EQ(run.exit_code, 0) << i << run.error;
  }
}

// --max-time ends a run that a debugger has left as one that never had one; under a debugger the
// machine stands at that time.
TEST_F(GdbServer, TheLimitOfTimeHolds) {
  for (const std::string& endless : {kHello, kHypercube}) {
    const std::string program = "--max-time 0.00005 " + endless;
    const CommandResult alone = run_command(command(program));
    EXPECT_TRUE(has(alone.error, "not finished after 5e-05 s of simulated time")) << alone.error;
    for (const char* last : {"?", "vCont;c", "D", "vCont;s:1;c"}) {
      const CommandResult run = under(program, [&](GdbClient& gdb) {
        const auto answer = gdb.ask(last);
        if (last != std::string("vCont;c")) return;
        EXPECT_EQ(answer, "T06thread:1;");
        EXPECT_EQ(gdb.ask("vCont;s:1;c"), "T06thread:1;");
        const auto time = gdb.ask("qRcmd," + to_hex("time"));
        ASSERT_TRUE(time);
        EXPECT_TRUE(time->starts_with(to_hex("50000000 ps"))) << *time;
      });
      EXPECT_EQ(run.exit_code, alone.exit_code) << last;
      EXPECT_TRUE(has(run.error, alone.error)) << last << ": " << run.error;
    }
  }
}

// GDB does not say which thread is chosen before it hands on a monitor command.
TEST_F(GdbServer, AMonitorCommandMayNameItsUe) {
  under(kHello, [](GdbClient& gdb) {
    const auto monitor = [&gdb](const std::string& command) {
      return gdb.ask("qRcmd," + to_hex(command)).value_or("");
    };
    gdb.ask("Hg2");
    EXPECT_EQ(monitor("lut 128 1"), monitor("ue 1 lut 128 1"));
    for (const unsigned ue : {0, 1}) {
      const std::string number = std::to_string(ue);
      EXPECT_TRUE(has(monitor("ue " + number + " lut 128 1"), to_hex("UE " + number)));
      EXPECT_TRUE(has(monitor("ue " + number + " time"), to_hex("UE " + number)));
    }
    const std::string refused =
        to_hex("error: ue: expected 0 to 1 and a command, as in ue 0 time\n");
    for (const char* wrong : {"ue", "ue 1", "ue 3 time", "ue x time"})
      EXPECT_EQ(monitor(wrong), refused);
    EXPECT_TRUE(gdb.ask("D"));
  });
}

}  // namespace
