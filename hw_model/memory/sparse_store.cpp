// SPDX-License-Identifier: Apache-2.0
#include "hw_model/memory/sparse_store.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hw_model/kernel/access_bytes.h"
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

}  // namespace

void SparseStore::read(std::uint64_t address, void* data, std::uint32_t bytes) const {
  auto* out = static_cast<std::uint8_t*>(data);
  for_parts(address, bytes, [&](std::uint64_t number, std::uint32_t at, std::uint32_t count) {
    if (const Page* const page = find(number)) {
      kernel::copy_bytes<kPage>(out, page->data() + at, count);
    } else {
      std::memset(out, 0, count);
    }
    out += count;
  });
}

void SparseStore::write(std::uint64_t address, const void* data, std::uint32_t bytes) {
  const auto* in = static_cast<const std::uint8_t*>(data);
  for_parts(address, bytes, [&](std::uint64_t number, std::uint32_t at, std::uint32_t count) {
    if (count == kPage) {
      write_whole(number, in);
    } else {
      kernel::copy_bytes<kPage>(this->at(number).data() + at, in, count);
    }
    in += count;
  });
}

void SparseStore::clear(std::uint64_t address, std::uint32_t bytes) {
  for_parts(address, bytes, [&](std::uint64_t number, std::uint32_t at, std::uint32_t count) {
    if (find(number) != nullptr) std::memset(this->at(number).data() + at, 0, count);
  });
}

SparseStore::Group& SparseStore::group_of(std::uint64_t number) {
  if (number / kGroup >= groups_.size()) {
    if (number >= kPages) throw std::logic_error("a page outside a controller's memory");
    groups_.resize(number / kGroup + 1);
  }
  std::unique_ptr<Group>& group = groups_[number / kGroup];
  if (group == nullptr) group = std::make_unique<Group>();
  return *group;
}

// The page to write to, made if there is none yet.
SparseStore::Page& SparseStore::at(std::uint64_t number) {
  Group& group = group_of(number);
  const std::size_t place = number % kGroup;
  Page*& page = group.pages[place];
  if (page == nullptr || group.shared[place]) {
    pages_.push_back(page == nullptr ? std::make_unique<Page>() : std::make_unique<Page>(*page));
    page = pages_.back().get();
    group.shared[place] = false;
  }
  return *page;
}

void SparseStore::write_whole(std::uint64_t number, const std::uint8_t* bytes) {
  if (find(number) != nullptr) {
    std::memcpy(at(number).data(), bytes, kPage);
    return;
  }
  Page*& original = originals_[bytes];
  if (original == nullptr || std::memcmp(original->data(), bytes, kPage) != 0) {
    pages_.push_back(std::make_unique_for_overwrite<Page>());
    original = pages_.back().get();
    std::memcpy(original->data(), bytes, kPage);
  }
  Group& group = group_of(number);
  group.pages[number % kGroup] = original;
  group.shared[number % kGroup] = true;
}

void SparseStore::archive(kernel::Archive& archive) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> numbered;  // page, content
  std::vector<Page> contents;
  if (!archive.loading()) {
    std::unordered_map<std::string_view, std::uint32_t> known;
    for (std::uint64_t number = 0; number < groups_.size() * kGroup; ++number) {
      const Page* const page = find(number);
      if (page == nullptr || std::ranges::count(*page, 0) == kPage) continue;
      const std::string_view text(reinterpret_cast<const char*>(page->data()), kPage);
      const auto [at, added] = known.emplace(text, static_cast<std::uint32_t>(contents.size()));
      if (added) contents.push_back(*page);
      numbered.emplace_back(number, at->second);
    }
  }
  archive(numbered, contents);
  if (!archive.loading()) return;
  *this = SparseStore();
  for (const auto& [number, content] : numbered) {
    if (content >= contents.size()) throw kernel::InputError("a page of memory has no content");
    if (number >= kPages) throw kernel::InputError("a page lies outside the memory");
    write_whole(number, contents[content].data());
  }
}

}  // namespace rc::memory
