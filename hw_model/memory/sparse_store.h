// The bytes of a memory controller: a 34-bit space of which only written pages exist on the host.
// Untouched memory reads as zero. No timing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
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
  std::size_t pages() const { return pages_; }  // that exist on the host
  // Pages that are not zero; of equal ones, as cores with the same program have them, one.
  void archive(kernel::Archive& archive);

 private:
  using Page = std::array<std::uint8_t, kPage>;
  static constexpr std::uint64_t kPages = std::uint64_t{1} << 34 >> 12, kGroup = 512;
  using Group = std::array<std::unique_ptr<Page>, kGroup>;

  const Page* find(std::uint64_t number) const {
    const std::uint64_t group = number / kGroup;
    if (group >= groups_.size() || groups_[group] == nullptr) return nullptr;
    return (*groups_[group])[number % kGroup].get();
  }
  Page& at(std::uint64_t number);

  std::vector<std::unique_ptr<Group>> groups_;  // those of 2 MB in which a page exists
  std::size_t pages_ = 0;
};

}  // namespace rc::memory
