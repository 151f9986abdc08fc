// The bytes of a memory controller: a 34-bit space of which only written pages exist on the host.
// Untouched memory reads as zero. No timing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

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
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace rc::memory
