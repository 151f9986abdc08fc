// SPDX-License-Identifier: Apache-2.0
// The bytes of a memory controller: a 34-bit space of which only written pages exist on the host.
// Untouched memory reads as zero. Pages that were written whole with the same bytes from the same
// place, as a program is loaded for many cores, are one until a write reaches one. No timing.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace rc::kernel {
class Archive;
}

namespace rc::memory {

class SparseStore {
 public:
  static constexpr std::uint32_t kPage = 4096;

  void read(std::uint64_t address, void* data, std::uint32_t bytes) const;
  void write(std::uint64_t address, const void* data, std::uint32_t bytes);
  void clear(std::uint64_t address, std::uint32_t bytes);
  std::size_t pages() const { return pages_.size(); }  // that exist on the host
  // Pages that are not zero; of equal ones, as cores with the same program have them, one.
  void archive(kernel::Archive& archive);

 private:
  using Page = std::array<std::uint8_t, kPage>;
  static constexpr std::uint64_t kPages = std::uint64_t{1} << 34 >> 12, kGroup = 512;
  struct Group {
    std::array<Page*, kGroup> pages{};
    std::bitset<kGroup> shared;  // in originals_: not to be written to
  };

  const Page* find(std::uint64_t number) const {
    const std::uint64_t group = number / kGroup;
    if (group >= groups_.size() || groups_[group] == nullptr) return nullptr;
    return groups_[group]->pages[number % kGroup];
  }
  Group& group_of(std::uint64_t number);
  Page& at(std::uint64_t number);
  void write_whole(std::uint64_t number, const std::uint8_t* bytes);

  std::vector<std::unique_ptr<Group>> groups_;  // those of 2 MB in which a page exists
  std::vector<std::unique_ptr<Page>> pages_;
  std::unordered_map<const void*, Page*> originals_;  // by where their bytes came from
};

}  // namespace rc::memory
