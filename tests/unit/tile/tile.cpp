// A tile alone, with a test bench in the place of mesh and memory: the polling fast-forward and
// decoupling change nothing at random times, clock changes, the deadlock watch.
#include "hw_model/tile/tile.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <vector>

#include "hw_model/chip/layout.h"
#include "hw_model/kernel/error.h"

namespace rc::tile {
namespace {

using kernel::Picos;

constexpr Picos kGlobal{625};
constexpr Picos kAnswer{100'000};
constexpr std::uint32_t kEntry = 0x1000;

// Answers every message that leaves the tile from one flat memory, 100 ns later.
class Bench {
 public:
  explicit Bench(TileOptions options, std::uint32_t x = 0, std::uint32_t y = 0)
      : tile_(config(options, x, y)) {
    for (unsigned z = 0; z < 2; ++z) {
      const auto lut = chip::default_lut(SCC_CORE_ID(x, y, z), 41);
      for (unsigned slot = 0; slot < lut.size(); ++slot)
        tile_.registers().set_lut(z, slot, lut[slot]);
    }
    // Identity page tables for the first 4 MB; MPBs of tile 0 at their address, MPBT (bit 7).
    const std::uint32_t directory = 0x2000, low = 0x3000, mpb = 0x4000;
    word(directory + 0, low | 3);
    word(directory + 4 * (SCC_MPB_BASE >> 22), mpb | 3);
    for (std::uint32_t page = 0; page < 1024; ++page) word(low + 4 * page, page << 12 | 0x63);
    for (std::uint32_t page = 0; page < 4; ++page) {
      word(mpb + 4 * page, (SCC_MPB_BASE + (page << 12)) | 0xE3);
    }
  }

  // Page `page` of the first 4 MB to physical address `paddr`, uncached.
  void map(std::uint32_t page, std::uint32_t paddr) { word(0x3000 + 4 * page, paddr | 0x73); }

  // Paging and MPBT on, then `body`.
  void program(unsigned z, std::vector<std::uint8_t> body) {
    std::vector<std::uint8_t> code = {0xB8, 0x00, 0x20, 0x00, 0x00,  // mov eax, 0x2000
                                      0x0F, 0x22, 0xD8,              // mov cr3, eax
                                      0xB8, 0x10, 0x00, 0x00, 0x00,  // mov eax, CR4.MPE
                                      0x0F, 0x22, 0xE0,              // mov cr4, eax
                                      0x0F, 0x20, 0xC0,              // mov eax, cr0
                                      0x0D, 0x00, 0x00, 0x00, 0x80,  // or eax, PG
                                      0x0F, 0x22, 0xC0,              // mov cr0, eax
                                      0xEB, 0x00};                   // jmp $+2
    code.insert(code.end(), body.begin(), body.end());
    const std::uint32_t at = kEntry + 0x400 * z;
    for (std::size_t i = 0; i < code.size(); ++i) memory_[at + i] = code[i];
    tile_.start_core(z, at, Picos{0});
  }

  // Runs to `end` in steps of at most `step`, handing over what is due in between.
  void run(Picos end, Picos step) {
    while (now_ < end) {
      Picos until = std::min(end, now_ + step);
      if (!inbox_.empty()) until = std::min(until, inbox_.begin()->first);
      tile_.advance(until);
      for (const Outbound& out : tile_.outbound()) answer(out);
      tile_.sent();
      now_ = inbox_.empty() ? until : std::min(until, inbox_.begin()->first);
      while (!inbox_.empty() && inbox_.begin()->first <= now_) {
        tile_.deliver(inbox_.begin()->second, inbox_.begin()->first);
        inbox_.erase(inbox_.begin());
      }
    }
  }

  void write_mpb_from_outside(Picos at, std::uint32_t offset, std::uint8_t value) {
    Message message = write_from_outside(SCC_SUBDEST_MPB, offset);
    message.bytes = 1;
    message.data[0] = value;
    inbox_.emplace(at, message);
  }

  void write_gcbcfg_from_outside(Picos at, std::uint32_t value) {
    Message message = write_from_outside(SCC_SUBDEST_CRB, SCC_CRB_GCBCFG);
    message.bytes = 4;
    std::memcpy(message.data.data(), &value, 4);
    inbox_.emplace(at, message);
  }

  Tile& tile() { return tile_; }

 private:
  static TileConfig config(TileOptions options, std::uint32_t x, std::uint32_t y) {
    TileConfig config;
    config.x = static_cast<std::uint8_t>(x);
    config.y = static_cast<std::uint8_t>(y);
    config.global_period = kGlobal;
    config.tile_divider = 3;
    config.mesh_divider = 2;
    config.mesh_cycles_per_hop = 4;
    config.options = options;
    config.options.lookahead = kAnswer;
    return config;
  }

  static Message write_from_outside(unsigned subdestination, std::uint32_t offset) {
    Message message;
    message.command = Command::write;
    message.source = {3, 0, noc::kLocal};
    message.destination = {0, 0, noc::kLocal};
    message.subdestination = static_cast<std::uint8_t>(subdestination);
    message.address = offset;
    return message;
  }

  void word(std::uint32_t address, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i)
      memory_[address + i] = static_cast<std::uint8_t>(value >> 8 * i);
  }

  void answer(const Outbound& out) {
    const Message& request = tile_.message(out);
    if (is_response(request.command)) return;  // the outside write's acknowledgement
    Message response;
    if (is_write(request.command)) {
      response = response_to(request, Command::acknowledge);
      for (unsigned i = 0; i < request.bytes; ++i) {
        memory_[offset(request) + i] = request.data[i];
      }
    } else {
      response = response_to(request, Command::data_line);
      for (unsigned i = 0; i < request.bytes; ++i) {
        response.data[i] = memory_[offset(request) + i];
      }
    }
    const Picos at = out.ready + kAnswer;
    EXPECT_GE(at, now_);
    inbox_.emplace(at, response);
  }

  static std::uint32_t offset(const Message& message) {
    return static_cast<std::uint32_t>(message.address & (SCC_SLOT_SIZE - 1));
  }

  Tile tile_;
  Picos now_{0};
  std::map<std::uint32_t, std::uint8_t> memory_;
  std::multimap<Picos, Message> inbox_;
};

// Waits until the first byte of the core's own MPB is 1, with `extra` in the loop, then halts.
std::vector<std::uint8_t> poll(unsigned z, const std::vector<std::uint8_t>& extra = {}) {
  std::vector<std::uint8_t> code = {0xBB, 0x00, static_cast<std::uint8_t>(0x20 * z),
                                    0x00, 0xC0,   // mov ebx, own MPB
                                    0x0F, 0x0A};  // cl1invmb
  for (const std::uint8_t byte : extra) code.push_back(byte);
  const auto back = static_cast<std::uint8_t>(0xF9 - extra.size());
  for (const int byte : {0x80, 0x3B, 0x01,  // cmp byte [ebx], 1
                         0x75, int{back},   // jne back
                         0xF4})             // hlt
    code.push_back(static_cast<std::uint8_t>(byte));
  return code;
}

struct Outcome {
  kernel::Cycle cycles[2];
  std::uint64_t instructions[2];
  std::uint64_t mpb_reads, mpb_waits;
  bool operator==(const Outcome&) const = default;
};

using Dividers = std::map<std::uint64_t, unsigned>;  // written from outside, by instant

Outcome poll_run(TileOptions options, Picos step, bool both, std::uint64_t first,
                 std::uint64_t second, bool* parked = nullptr, const Dividers& dividers = {},
                 const std::vector<std::uint8_t>& extra = {}) {
  Bench bench(options);
  bench.program(0, poll(0, extra));
  if (both) bench.program(1, poll(1));
  bench.write_mpb_from_outside(Picos{first}, 0, 1);
  bench.write_mpb_from_outside(Picos{second}, 0x2000, 1);
  for (const auto& [at, divider] : dividers)
    bench.write_gcbcfg_from_outside(Picos{at}, gcbcfg_word(divider, 2));
  bench.run(Picos{first - 1000}, step);
  if (parked != nullptr) *parked = bench.tile().parked();
  const Picos end{std::max(first, second) + 3'000'000};
  bench.run(end, step);
  bench.tile().flush(end);
  Outcome outcome{};
  for (unsigned z = 0; z < 2; ++z) {
    outcome.cycles[z] = bench.tile().core(z).now();
    outcome.instructions[z] = bench.tile().core(z).counters().instructions;
  }
  outcome.mpb_reads = bench.tile().counters().mpb_reads;
  outcome.mpb_waits = bench.tile().counters().mpb_wait_cycles;
  return outcome;
}

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
    EXPECT_EQ(plain, poll_run({false, true}, Picos{1 + random() % 100'000}, both, first, second))
        << round;
  }
}

TEST(Tile, FastForwardStepsAndQuantumChangeNothingUnderNewClocks) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 40; ++round) {
    const bool both = round % 2 == 1;
    const std::uint64_t first = 20'000'000 + random() % 40'000'000;
    const std::uint64_t second = first + random() % 20'000'000;
    Dividers dividers;
    for (int i = 0; i < 8; ++i) dividers[1'000 + random() % second] = 2 + random() % 15;
    const auto outcome = [&](TileOptions options, Picos step) {
      return poll_run(options, step, both, first, second, nullptr, dividers);
    };
    const Outcome plain = outcome({false, false}, Picos{3'000});
    EXPECT_EQ(plain, outcome({true, true}, Picos{50'000'000})) << round;
    EXPECT_EQ(plain, outcome({true, false}, Picos{7'777})) << round;
    EXPECT_EQ(plain, outcome({false, true}, Picos{1 + random() % 100'000})) << round;
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

TEST(Tile, MeshRatioAndResetsAreNotForFirmware) {
  for (const std::uint32_t word :
       {gcbcfg_word(3, 1), gcbcfg_word(3, 2) & ~SCC_GCBCFG_RESET_CORE1}) {
    Bench bench({true, true});
    bench.write_gcbcfg_from_outside(Picos{1'000}, word);
    EXPECT_THROW(bench.run(Picos{100'000}, Picos{10'000}), kernel::MachineError);
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

}  // namespace
}  // namespace rc::tile
