#include "hw_model/memory/sparse_store.h"

#include <algorithm>
#include <cstring>

namespace rc::memory {

void SparseStore::read(std::uint64_t address, void* data, std::uint32_t bytes) const {
  auto* out = static_cast<std::uint8_t*>(data);
  while (bytes != 0) {
    const std::uint64_t offset = address % kPage;
    const auto part = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, kPage - offset));
    if (const auto page = pages_.find(address / kPage); page != pages_.end()) {
      std::memcpy(out, page->second->data() + offset, part);
    } else {
      std::memset(out, 0, part);
    }
    out += part;
    address += part;
    bytes -= part;
  }
}

void SparseStore::write(std::uint64_t address, const void* data, std::uint32_t bytes) {
  const auto* in = static_cast<const std::uint8_t*>(data);
  while (bytes != 0) {
    const std::uint64_t offset = address % kPage;
    const auto part = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, kPage - offset));
    auto& page = pages_[address / kPage];
    if (!page) page = std::make_unique<Page>();
    std::memcpy(page->data() + offset, in, part);
    in += part;
    address += part;
    bytes -= part;
  }
}

}  // namespace rc::memory
