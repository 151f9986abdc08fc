// SPDX-License-Identifier: Apache-2.0
// A tile alone: the polling fast-forward and decoupling change nothing at random times, the
// deadlock watch.
#include "hw_model/scc/tile/tile.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "hw_model/kernel/error.h"
#include "tests/unit/scc/tile/bench.h"

namespace rc::scc {
namespace {

using namespace test;

TEST(Tile, PollingParks) {
  for (const bool both : {false, true}) {
    bool parked = false;
    poll_run({true, true}, Picos{10'000'000}, both, 60'000'000, 70'000'000, &parked);
    EXPECT_TRUE(parked) << "both cores: " << both;
    poll_run({false, true}, Picos{10'000'000}, both, 60'000'000, 70'000'000, &parked);
    EXPECT_FALSE(parked);
  }
}

// Whatever is in the loop, parked or not: with fast-forward as without.
TEST(Tile, OnlyWhatRepeatsItselfParks) {
  struct Loop {
    const char* what;
    std::vector<std::uint8_t> extra;
    bool parks;
  };
  const std::vector<Loop> loops = {
      {"counts in edx", {0x42}, false},
      {"counts in memory", {0xFF, 0x05, 0x00, 0x80, 0x00, 0x00}, false},
      {"turns the x87's stack", {0xD9, 0xF7}, true},
      {"every second poll is alike", {0x83, 0xF2, 0x01}, true},
      {"flips a word in memory", {0x83, 0x35, 0x00, 0x80, 0x00, 0x00, 0x01}, true},
  };
  for (const Loop& loop : loops) {
    for (const bool both : {false, true}) {
      bool parked = false;
      const auto outcome = [&](TileOptions options) {
        return poll_run(options, Picos{10'000'000}, both, 60'000'000, 70'000'000, &parked, {},
                        loop.extra);
      };
      const Outcome plain = outcome({false, true});
      EXPECT_EQ(plain, outcome({true, true})) << loop.what;
      EXPECT_EQ(parked, loop.parks) << loop.what << ", both cores: " << both;
    }
  }
}

TEST(Tile, FastForwardStepsAndQuantumChangeNoCycle) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 40; ++round) {
    const bool both = round % 2 == 1;
    const std::uint64_t first = 20'000'000 + random() % 40'000'000;
    const std::uint64_t second = first + random() % 20'000'000;
    const Outcome plain = poll_run({false, false}, Picos{3'000}, both, first, second);
    EXPECT_EQ(plain, poll_run({true, true}, Picos{50'000'000}, both, first, second)) << round;
    EXPECT_EQ(plain, poll_run({true, false}, Picos{7'777}, both, first, second)) << round;
    const Picos step{1 + random() % 100'000};
    EXPECT_EQ(plain, poll_run({false, true}, step, both, first, second)) << round;
    EXPECT_EQ(plain, poll_run({false, true, kEarly}, step, both, first, second)) << round;
    EXPECT_EQ(plain, poll_run({true, true, kEarly}, step, both, first, second)) << round;
  }
}

// Whether the deadlock watch takes the program for waiting.
bool idles(const std::vector<std::uint8_t>& program, TileOptions options = {false, true}) {
  Bench bench(options);
  bench.program(0, program);
  const Picos end{500'000'000};
  bench.run(end, Picos{100'000});
  const Picos since = bench.tile().idle_since(0);
  return since != Picos::never() && since + Picos{400'000'000} < end;
}

TEST(Tile, PollingIsNoProgress) {
  EXPECT_TRUE(idles(poll(0)));
  EXPECT_TRUE(idles(poll(0), {true, true}));
}

// By which the program may give up.
TEST(Tile, LookingAtTheTimeIsProgress) {
  for (const bool fast_forward : {false, true}) {
    EXPECT_FALSE(idles({0xBB, 0x00, 0x00, 0x00, 0xC0,  // mov ebx, own MPB
                        0x0F, 0x31,                    // rdtsc
                        0x31, 0xC0,                    // xor eax, eax
                        0x0F, 0x0A,                    // cl1invmb
                        0x80, 0x3B, 0x01,              // cmp byte [ebx], 1
                        0x75, 0xF5},                   // jne to rdtsc
                       {fast_forward, true}));
  }
}

TEST(Tile, ComputingBetweenReadsIsProgress) {
  // 61 us, and longer than the run, before the same read.
  for (const std::uint32_t turns : {16'384u, 500'000u}) {
    const auto byte = [&](int i) { return static_cast<std::uint8_t>(turns >> 8 * i); };
    EXPECT_FALSE(idles({0xBB, 0x00,    0x00,    0x00,    0xC0,     // mov ebx, own MPB
                        0xB9, byte(0), byte(1), byte(2), byte(3),  // mov ecx, turns
                        0x49,                                      // dec ecx
                        0x75, 0xFD,                                // jne back
                        0x0F, 0x0A,                                // cl1invmb
                        0x80, 0x3B,    0x01,                       // cmp byte [ebx], 1
                        0x75, 0xF1}))                              // jne to mov ecx
        << turns;
  }
}

TEST(Tile, MissesOnTheSameLinesAreProgress) {
  // A sum over five lines of one set in a 4-way L2 of 256 KB: every read leaves the core.
  EXPECT_FALSE(idles({0xBB, 0x00, 0x00, 0x10, 0x00,        // mov ebx, 1 MB
                      0xB9, 0x05, 0x00, 0x00, 0x00,        // mov ecx, 5
                      0x03, 0x13,                          // add edx, [ebx]
                      0x81, 0xC3, 0x00, 0x00, 0x01, 0x00,  // add ebx, 64 KB
                      0x49,                                // dec ecx
                      0x75, 0xF5,                          // jne to add edx
                      0xEB, 0xE9}));                       // jmp to mov ebx
}

// The tile's cycles from the first answer to each, for `requests` that reach the tile at one time.
std::vector<std::uint64_t> answers(const TileParams& params, std::uint8_t subdestination,
                                   unsigned requests) {
  TileConfig config;
  const kernel::ChangingClock mesh_clock{Picos{kGlobal.value * 2}};
  config.global_period = kGlobal;
  config.tile_divider = 3;
  config.mesh_clock = &mesh_clock;
  config.idle_mesh = IdleMesh(4);
  config.tile = params;
  Tile tile(config);
  Message message;
  message.command = Command::read;
  message.source = {3, 0, noc::kLocal};
  message.destination = {0, 0, noc::kLocal};
  message.subdestination = subdestination;
  message.address = subdestination == SCC_SUBDEST_CRB ? SCC_CRB_TILEID : 0;
  message.bytes = 4;
  for (unsigned i = 0; i < requests; ++i) tile.deliver(message, Picos{100'000});
  for (Picos at{0}; at < Picos{1'000'000}; at = at + kGlobal) tile.advance(at);
  std::vector<std::uint64_t> cycles;
  for (const Outbound& out : tile.outbound())
    cycles.push_back((out.ready - tile.outbound().front().ready).value / (kGlobal.value * 3));
  EXPECT_EQ(tile.counters().received, requests);
  return cycles;
}

TEST(Tile, RegistersAndMpbHaveTheirOwnPorts) {
  TileParams params;
  params.mpb_port_cycles = 2;
  params.register_port_cycles = 11;
  using Cycles = std::vector<std::uint64_t>;
  EXPECT_EQ(answers(params, SCC_SUBDEST_MPB, 2), (Cycles{0, 2}));
  EXPECT_EQ(answers(params, SCC_SUBDEST_CRB, 2), (Cycles{0, 11}));
}

// Served, two that wait, refused: the refusal ends in cycle 16. It takes 8 cycles out of the tile, 6
// in and 8 out of its source and 6 in again, and 16 of the mesh each way: 21 and a third of the tile,
// and less than one on each of two edges.
TEST(Tile, ARequestThatFindsAllPlacesTakenComesAgain) {
  TileParams params;
  params.interface_queue = 2;
  for (const std::uint8_t target : {SCC_SUBDEST_MPB, SCC_SUBDEST_CRB}) {
    const std::vector<std::uint64_t> cycles = answers(params, target, 4);
    ASSERT_EQ(cycles.size(), 4u);
    EXPECT_EQ((std::vector<std::uint64_t>(cycles.begin(), cycles.begin() + 3)),
              (std::vector<std::uint64_t>{0, 4, 8}));
    EXPECT_GE(cycles[3], 16u + 28 + 22);
    EXPECT_LE(cycles[3], 16u + 28 + 23);
    EXPECT_EQ(answers(params, target, 3).size(), 3u);
  }
}

// As a snapshot with other bytes brings it.
TEST(Tile, AnAnswerThatNobodyAskedForIsRefused) {
  const kernel::ChangingClock mesh_clock{Picos{1250}};
  TileConfig config;
  config.global_period = kGlobal;
  config.tile_divider = 3;
  config.mesh_clock = &mesh_clock;
  Tile tile(config);
  Message answer;
  answer.command = Command::data;
  for (const unsigned unit : {0, 1, 7}) {
    answer.unit = static_cast<std::uint8_t>(unit);
    EXPECT_THROW(tile.deliver(answer, Picos{1000}), kernel::MachineError);
  }
}

TEST(Tile, ARequestThatWasRefusedOftenIsLetIn) {
  const kernel::ChangingClock mesh_clock{Picos{1250}};
  TileParams params;
  params.interface_queue = 1;
  const IdleMesh mesh(4);
  RequestQueue queue(mesh_clock, mesh, params);
  EXPECT_FALSE(queue.refuses(10, 0));
  queue.enter(10, 20);
  EXPECT_TRUE(queue.refuses(19, 0));
  EXPECT_TRUE(queue.refuses(19, 254));
  EXPECT_FALSE(queue.refuses(19, 255));
  EXPECT_FALSE(queue.refuses(20, 0));
}

// An address behind an unmapped slot, in each core's own table.
TEST(Tile, NothingAnswersAtAnUnmappedSlot) {
  Bench bench({true, true});
  // mov ebx, 0x00300000; mov eax, [ebx] with the page table's entry at an unmapped slot.
  bench.map(0x300, 0xA8000000);
  bench.program(0, {0xBB, 0x00, 0x00, 0x30, 0x00, 0x8B, 0x03, 0xF4});
  try {
    bench.run(Picos{10'000'000}, Picos{10'000});
    FAIL() << "no error";
  } catch (const kernel::MachineError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("core 0: read from address 0xa8000000 where nothing answers"), text.npos)
        << text;
    EXPECT_NE(text.find("LUT slot 0xa8"), text.npos) << text;
  }
}

// mov dx, 0x3f8; mov al, 'A'; out dx, al; in ax, dx; hlt
const std::vector<std::uint8_t> kUsesPorts = {0x66, 0xBA, 0xF8, 0x03, 0xB0,
                                              0x41, 0xEE, 0x66, 0xED, 0xF4};

TEST(Tile, PortsGoToTheSystemInterfacePastTheLookupTable) {
  Bench bench({true, true});
  bench.program(0, kUsesPorts);
  bench.run(Picos{20'000'000}, Picos{10'000});
  ASSERT_EQ(bench.ports().size(), 2u);
  const Message &out = bench.ports()[0], &in = bench.ports()[1];
  EXPECT_EQ(out.command, Command::write_port);
  EXPECT_EQ(out.data[0], 'A');
  EXPECT_EQ(out.bytes, 1u);
  EXPECT_EQ(flit_count(out), 2u);
  EXPECT_EQ(in.command, Command::read_port);
  EXPECT_EQ(in.bytes, 2u);
  EXPECT_EQ(flit_count(in), 1u);
  for (const Message* each : {&out, &in}) {
    EXPECT_EQ(each->destination, (noc::EndPoint{3, 0, noc::kSouth}));
    EXPECT_EQ(each->address, 0x3F8u);
    EXPECT_EQ(each->subdestination, SCC_SUBDEST_SOUTH);
  }
  EXPECT_EQ(bench.tile().waiting_on(0, bench.now()), "halted with interrupts masked");

  Bench polling({true, true});
  polling.program(0, {0x66, 0xBA, 0xFD, 0x03, 0xEC, 0xEB, 0xFD});  // in al, dx; jmp back
  polling.run(Picos{20'000'000}, Picos{10'000});
  EXPECT_EQ(polling.tile().waiting_on(0, polling.now()), "last bus access at port 0x3fd");
}

// Only what reads the same again polls, and what needs the bus no more computes.
TEST(Tile, AReportTellsPollingFromComputing) {
  for (const TileOptions& options : {TileOptions{true, true}, TileOptions{false, false}}) {
    Bench bench(options);
    bench.map(5, SCC_MPB_BASE);
    bench.program(0, {0xB9, 0xC8, 0x00, 0x00, 0x00,  // mov ecx, 200
                      0xA1, 0x20, 0x50, 0x00, 0x00,  // mov eax, [0x5020]
                      0x49, 0x75, 0xF8,              // dec ecx; jnz back
                      0xEB, 0xFE});                  // jmp $
    Picos at{0};
    const auto told = [&] { return bench.tile().waiting_on(0, at); };
    const auto run_to = [&](std::uint64_t us) {
      at = Picos{us * 1'000'000};
      bench.tile().hold_at(at);
      bench.run(at, Picos{10'000});
      bench.tile().wake(at);
    };
    run_to(8);
    EXPECT_EQ(told(), "polls the MPB of core 0 at offset 0x20");
    EXPECT_EQ(bench.tile().polled_core(0, at), 0u);
    run_to(60);
    EXPECT_EQ(told(), "computes; its last bus access ended 37 us ago");
    EXPECT_EQ(bench.tile().polled_core(0, at), std::nullopt);
    run_to(100);
    EXPECT_EQ(told(), "computes; its last bus access ended 77 us ago");
  }
}

// Another tile writes GCBCFG: core 1 starts, is reset while it polls, and starts again.
TEST(Tile, GcbcfgReleasesAndResetsCores) {
  for (const TileOptions& options : {TileOptions{true, true}, TileOptions{false, false}}) {
    Bench bench(options);
    bench.program(0, poll(0));
    bench.program(1, poll(1));
    bench.tile().reset_core(1);
    EXPECT_FALSE(bench.tile().started(1));
    const std::uint32_t word = bench.tile().registers().gcbcfg();
    EXPECT_EQ(word & 0xFF, 0xFAu);
    std::vector<std::pair<unsigned, bool>> heard;
    bench.tile().on_reset([&](unsigned z, bool held) { heard.emplace_back(z, held); });
    bench.write_register_from_outside(Picos{1'000'000}, SCC_CRB_GCBCFG, word & ~0xAu);
    bench.write_register_from_outside(Picos{20'000'000}, SCC_CRB_GCBCFG, word);
    bench.write_register_from_outside(Picos{30'000'000}, SCC_CRB_GCBCFG, word & ~0xAu);
    bench.run(Picos{19'000'000}, Picos{100'000});
    EXPECT_TRUE(bench.tile().started(1));
    bench.run(Picos{29'000'000}, Picos{100'000});
    EXPECT_FALSE(bench.tile().started(1));
    EXPECT_EQ(bench.tile().waiting_on(1, bench.now()), "held in reset");
    bench.run(Picos{40'000'000}, Picos{100'000});
    bench.write_mpb_from_outside(Picos{41'000'000}, 0x2000, 1);
    bench.run(Picos{44'000'000}, Picos{100'000});
    EXPECT_EQ(bench.tile().waiting_on(1, bench.now()), "halted with interrupts masked");
    EXPECT_TRUE(bench.tile().started(0));
    EXPECT_EQ(heard, (std::vector<std::pair<unsigned, bool>>{{1, false}, {1, true}, {1, false}}));
  }
}

TEST(Tile, AReleasedCoreMustTakePart) {
  TileConfig config;
  const kernel::ChangingClock mesh(Picos{1250});
  config.global_period = kGlobal;
  config.tile_divider = 3;
  config.mesh_clock = &mesh;
  config.cores = 1;
  Tile tile(config);
  try {
    tile.write_register(SCC_CRB_GCBCFG, tile.registers().gcbcfg() & ~0xAu, Picos{0});
    FAIL() << "no error";
  } catch (const kernel::MachineError& error) {
    EXPECT_STREQ(error.what(), "core 1 was released by GCBCFG, but is none of the run's cores");
  }
}

// The system interface sets a bit of GLCFG, whatever else is there; a tile writes the whole word.
TEST(Tile, TheSystemInterfaceRaisesPins) {
  Bench bench({true, true});
  const noc::EndPoint interface { 3, 0, noc::kSouth };
  bench.write_register_from_outside(Picos{1'000'000}, SCC_CRB_GLCFG1, SCC_GLCFG_INTR, interface);
  bench.run(Picos{2'000'000}, Picos{10'000});
  EXPECT_EQ(bench.tile().registers().glcfg_at(SCC_CRB_GLCFG1), 0x00348DFAu);
  bench.write_register_from_outside(Picos{3'000'000}, SCC_CRB_GLCFG1, SCC_GLCFG_NMI);
  bench.run(Picos{4'000'000}, Picos{10'000});
  EXPECT_EQ(bench.tile().registers().glcfg_at(SCC_CRB_GLCFG1), 0x00340001u);
}

}  // namespace
}  // namespace rc::scc
