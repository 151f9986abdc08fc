// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "firmware/boot/memory_layout.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::machine {
namespace {

constexpr std::uint32_t kEntryBytes = 4;

// _start: cli, cld, movl $__stack_top, %esp
constexpr std::array<std::uint8_t, 3> kLoadsStackPointer{0xFA, 0xFC, 0xBC};

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  throw kernel::InputError(
      fmt::format("{}: --stack: {}", kernel::shown(file, kernel::kMaxPathShown), what));
}

void put_word(std::uint8_t* at, std::uint32_t word) { std::memcpy(at, &word, sizeof word); }

// `bytes` of what the file has at `address`; nullptr if it has less.
std::uint8_t* contents(ElfImage& elf, std::uint32_t address, std::uint32_t bytes) {
  for (ElfSegment& segment : elf.segments) {
    const std::uint64_t offset = std::uint64_t{address} - segment.address;
    if (address >= segment.address && offset + bytes <= segment.bytes.size())
      return &segment.bytes[offset];
  }
  return nullptr;
}

std::uint32_t rounded_up(std::uint32_t value, std::uint32_t unit) {
  return (value + unit - 1) / unit * unit;
}

// The pages from `bottom` to `top`, in whole tables.
ElfSegment page_tables(std::uint32_t bottom, std::uint32_t top) {
  const std::uint32_t first = bottom / FW_TABLE_COVERS, end = rounded_up(top, FW_TABLE_COVERS);
  ElfSegment tables;
  tables.address = FW_EXTRA_TABLES + (first - FW_MAPPED_END / FW_TABLE_COVERS) * FW_PAGE;
  tables.bytes.resize((end / FW_TABLE_COVERS - first) * FW_PAGE);
  tables.memory_bytes = static_cast<std::uint32_t>(tables.bytes.size());
  for (std::uint32_t page = bottom; page < top; page += FW_PAGE)
    put_word(&tables.bytes[(page / FW_PAGE - first * (FW_PAGE / kEntryBytes)) * kEntryBytes],
             page | FW_PTE_DATA);
  return tables;
}

}  // namespace

void place_stack(ElfImage& elf, std::uint32_t bytes, std::uint64_t memory_bytes,
                 const std::string& file) {
  constexpr auto kDirectoryBytes = static_cast<std::uint32_t>(FW_PAGE);
  std::uint8_t* const start = contents(elf, elf.entry, kLoadsStackPointer.size() + kEntryBytes);
  std::uint8_t* const directory = contents(elf, elf.page_tables, kDirectoryBytes);
  if (elf.stack_bytes == 0 || elf.page_tables == 0 || directory == nullptr || start == nullptr ||
      !std::equal(kLoadsStackPointer.begin(), kLoadsStackPointer.end(), start))
    fail(file, "this program was not linked by rockcreek cc");

  std::uint32_t used = FW_MAPPED_END;
  for (const ElfSegment& segment : elf.segments)
    used = std::max(used, segment.address + segment.memory_bytes);
  const auto top = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(memory_bytes, std::uint32_t{FW_PRIVATE_MOST}));
  const std::uint32_t size = rounded_up(bytes, FW_PAGE);
  if (top < used || top - used < size + FW_PAGE)
    fail(file,
         fmt::format("above the program and the first 64 MB a core has {} MB of private memory: "
                     "a smaller stack, or more of machine.private_slots",
                     (std::max(top, used) - used) >> 20));

  const std::uint32_t bottom = top - size;
  put_word(start + kLoadsStackPointer.size(), top);
  ElfSegment tables = page_tables(bottom, top);
  for (std::uint32_t i = 0; i < tables.bytes.size() / FW_PAGE; ++i)
    put_word(directory + (bottom / FW_TABLE_COVERS + i) * kEntryBytes,
             (tables.address + i * FW_PAGE) | FW_PTE_TABLE);
  elf.segments.insert(elf.segments.begin(), std::move(tables));
  elf.stack = bottom;
  elf.stack_bytes = size;
  elf.memory_end = bottom - FW_PAGE;  // the program may not use the guard page
}

}  // namespace rc::sim::machine
