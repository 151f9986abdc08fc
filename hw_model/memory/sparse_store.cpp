#include "hw_model/memory/sparse_store.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "hw_model/kernel/archive.h"

namespace rc::memory {

namespace {

// each(page number, offset in it, bytes) for the parts in order.
template <class Each>
void for_parts(std::uint64_t address, std::uint32_t bytes, Each each) {
  while (bytes != 0) {
    const auto at = static_cast<std::uint32_t>(address % SparseStore::kPage);
    const std::uint32_t count = std::min(bytes, SparseStore::kPage - at);
    each(address / SparseStore::kPage, at, count);
    address += count;
    bytes -= count;
  }
}

// memcpy() of a line: as a rule that is what is asked for, and it is two moves then.
void copy(void* to, const void* from, std::uint32_t bytes) {
  constexpr std::uint32_t kLine = 32;
  bytes == kLine ? std::memcpy(to, from, kLine) : std::memcpy(to, from, bytes);
}

}  // namespace

void SparseStore::read(std::uint64_t address, void* data, std::uint32_t bytes) const {
  auto* out = static_cast<std::uint8_t*>(data);
  for_parts(address, bytes, [&](std::uint64_t number, std::uint32_t at, std::uint32_t count) {
    if (const auto page = pages_.find(number); page != pages_.end()) {
      copy(out, page->second->data() + at, count);
    } else {
      std::memset(out, 0, count);
    }
    out += count;
  });
}

void SparseStore::write(std::uint64_t address, const void* data, std::uint32_t bytes) {
  const auto* in = static_cast<const std::uint8_t*>(data);
  for_parts(address, bytes, [&](std::uint64_t number, std::uint32_t at, std::uint32_t count) {
    auto& page = pages_[number];
    if (!page) page = std::make_unique<Page>();
    copy(page->data() + at, in, count);
    in += count;
  });
}

void SparseStore::clear(std::uint64_t address, std::uint32_t bytes) {
  if (pages_.empty()) return;
  for_parts(address, bytes, [&](std::uint64_t number, std::uint32_t at, std::uint32_t count) {
    if (const auto page = pages_.find(number); page != pages_.end()) {
      std::memset(page->second->data() + at, 0, count);
    }
  });
}

void SparseStore::archive(kernel::Archive& archive) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> numbered;  // page, content
  std::vector<Page> contents;
  if (!archive.loading()) {
    std::vector<std::uint64_t> numbers;
    for (const auto& [number, page] : pages_) {
      if (std::ranges::any_of(*page, [](std::uint8_t byte) { return byte != 0; }))
        numbers.push_back(number);
    }
    std::ranges::sort(numbers);
    std::unordered_map<std::string_view, std::uint32_t> known;
    for (const std::uint64_t number : numbers) {
      const Page& page = *pages_.at(number);
      const std::string_view text(reinterpret_cast<const char*>(page.data()), page.size());
      const auto [at, added] = known.emplace(text, static_cast<std::uint32_t>(contents.size()));
      if (added) contents.push_back(page);
      numbered.emplace_back(number, at->second);
    }
  }
  archive(numbered, contents);
  if (!archive.loading()) return;
  pages_.clear();
  for (const auto& [number, content] : numbered) {
    if (content >= contents.size()) throw kernel::InputError("a page of memory has no content");
    pages_[number] = std::make_unique<Page>(contents[content]);
  }
}

}  // namespace rc::memory
