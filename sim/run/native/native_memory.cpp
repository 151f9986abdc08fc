// SPDX-License-Identifier: Apache-2.0
#include "sim/run/native/native_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "firmware/native/native_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/scc/layout.h"
#include "hw_model/scc/tile/registers.h"

namespace rc::sim::run {
namespace {

using Clock = std::chrono::steady_clock;

void write_words(int file, std::uint64_t offset, const std::uint32_t* words, std::size_t count) {
  const auto bytes = static_cast<ssize_t>(count * sizeof *words);
  if (::pwrite(file, words, static_cast<std::size_t>(bytes), static_cast<off_t>(offset)) != bytes)
    refuse_native_run("shared memory");
}

void write_boot_words(int file, const std::vector<int>& cores) {
  std::array<std::uint32_t, NATIVE_WORDS> words{};
  const auto start =
      static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now().time_since_epoch()).count());
  words[SCC_BOOT_WORD_MAGIC] = NATIVE_MAGIC;
  words[SCC_BOOT_WORD_UES] = static_cast<std::uint32_t>(cores.size());
  words[SCC_BOOT_WORD_CLOCK_KHZ] = NATIVE_CLOCK_KHZ;
  words[NATIVE_WORD_START] = static_cast<std::uint32_t>(start);
  words[NATIVE_WORD_START + 1] = static_cast<std::uint32_t>(start >> 32);
  std::ranges::copy(cores, words.begin() + SCC_BOOT_WORD_COREIDS);
  write_words(file, NATIVE_BOOT, words.data(), words.size());
}

void write_lut(int file, unsigned core, std::uint64_t table_at) {
  const auto lut = scc::default_lut(core, SCC_PRIVATE_SLOTS);
  std::array<std::uint32_t, 2 * SCC_LUT_ENTRIES> table{};  // 8-byte stride
  for (unsigned slot = 0; slot < SCC_LUT_ENTRIES; ++slot) table[2 * slot] = lut[slot];
  write_words(file, table_at, table.data(), table.size());
}

// As after the boot of the default machine; nothing depends on them.
void write_registers(int file) {
  constexpr unsigned kTileDivider = 3, kMeshDivider = 2;
  constexpr std::uint32_t kHeld = SCC_GCBCFG_RESET_CORE0 | SCC_GCBCFG_RESET_CORE1 |
                                  SCC_GCBCFG_RESET_L2_0 | SCC_GCBCFG_RESET_L2_1;
  const std::pair<std::uint32_t, std::uint32_t> values[] = {
      {SCC_CRB_GLCFG0, SCC_GLCFG_RESET_VALUE},
      {SCC_CRB_GLCFG1, SCC_GLCFG_RESET_VALUE},
      {SCC_CRB_L2CFG0, SCC_L2CFG_RESET_VALUE},
      {SCC_CRB_L2CFG1, SCC_L2CFG_RESET_VALUE},
      {SCC_CRB_GCBCFG, scc::gcbcfg_word(kTileDivider, kMeshDivider) & ~kHeld}};
  for (unsigned t = 0; t < SCC_TILES; ++t) {
    const std::uint64_t begin = NATIVE_CRB + t * SCC_CRB_SIZE;
    for (const auto& [offset, value] : values) write_words(file, begin + offset, &value, 1);
    write_lut(file, SCC_CORES_PER_TILE * t, begin + SCC_CRB_LUT0);
    write_lut(file, SCC_CORES_PER_TILE * t + 1, begin + SCC_CRB_LUT1);
  }
}

}  // namespace

base::Descriptor make_native_memory(const std::vector<int>& cores) {
  base::Descriptor file(::memfd_create("rockcreek", 0));
  if (file.number() < 0 || ::ftruncate(file.number(), NATIVE_BYTES) != 0)
    refuse_native_run("shared memory");
  write_boot_words(file.number(), cores);
  write_registers(file.number());
  return file;
}

void refuse_native_run(const std::string& what) {
  throw kernel::InputError(fmt::format("native run: {}: {}", what, std::strerror(errno)));
}

}  // namespace rc::sim::run
