// SPDX-License-Identifier: Apache-2.0
// Spoiled images: the loader either takes a file or refuses it with one line; it never crashes,
// reads outside the file or returns segments that do not fit. Run with the sanitizers (preset asan)
// for the full effect.
#include <gtest/gtest.h>

#include <random>

#include "hw_model/kernel/error.h"
#include "sim/machine/elf_image.h"
#include "tests/soak/mutations.h"
#include "tests/support/elf_builder.h"

namespace rc::sim::machine {
namespace {

constexpr std::uint64_t kMemory = 1u << 24;

// Returns whether the image was taken.
bool check(const std::vector<std::uint8_t>& data) {
  try {
    const ElfImage image = parse_elf(data, "app.elf", kMemory);
    std::uint64_t end = 0;
    for (const ElfSegment& segment : image.segments) {
      EXPECT_GE(segment.address, end);
      end = std::uint64_t{segment.address} + segment.memory_bytes;
      EXPECT_LE(end, kMemory);
      EXPECT_LE(segment.bytes.size(), segment.memory_bytes);
    }
    for (const ElfSymbol& symbol : image.symbols) image.locate(symbol.address + symbol.size);
    return true;
  } catch (const kernel::InputError& error) {
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << error.what();
    return false;
  }
}

TEST(ElfFuzz, RandomMutations) {
  lockstep::Random random(1);
  test::ElfBuilder elf = test::ElfBuilder::small();
  elf.segments.push_back({0x200000, {1, 2, 3}, 100, PF_R | PF_W});
  const soak::Bytes good = elf.build();
  int taken = 0;
  for (int round = 0; round < 200'000; ++round) {
    const soak::Bytes data = soak::spoiled(good, random);
    taken += check(data);
    if (::testing::Test::HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(taken, 0);
  EXPECT_LT(taken, 200'000);
}

TEST(ElfFuzz, Noise) {
  std::mt19937 random(2);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::uint8_t> data(random() % 300);
    for (auto& byte : data) byte = static_cast<std::uint8_t>(random());
    if (data.size() > 4 && round % 2) std::memcpy(data.data(), ELFMAG, SELFMAG);
    check(data);
  }
}

}  // namespace
}  // namespace rc::sim::machine
