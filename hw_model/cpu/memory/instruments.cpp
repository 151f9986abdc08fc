// SPDX-License-Identifier: Apache-2.0
// peek, poke and fast-forward: no time and, poke() aside, no effect on what the core does next.
#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {
namespace {

// Puts the data of a posted request that has not reached memory yet over `data`.
void overlay(const BusRequest& request, std::uint32_t paddr, std::uint8_t* data,
             std::uint32_t bytes) {
  if (!request.posted) return;
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const std::uint32_t at = paddr + i - request.paddr;
    if (at >= request.bytes) continue;
    if (request.op == BusOp::write_combined && !((request.byte_mask >> at) & 1)) continue;
    data[i] = request.data[at];
  }
}

void append(kernel::StateImage& image, const BusRequest& request) {
  image.append(request.op);
  image.append(request.type);
  image.append(std::uint8_t{request.posted});
  image.append(std::uint8_t{request.locked});
  image.append(request.bytes);
  image.append(request.paddr);
  image.append(request.byte_mask);
  image.append(request.data);
}

}  // namespace

bool MemoryPath::translate_quietly(std::uint32_t vaddr, const BackdoorMemory& backdoor,
                                   std::uint32_t& paddr, PageType& type) const {
  paddr = vaddr;
  type = PageType::write_back;
  if (!paging()) return true;
  std::uint32_t entry = 0;
  auto* bytes = reinterpret_cast<std::uint8_t*>(&entry);
  peek_line_part(page_of(cr3_) + (vaddr >> 22) * 4, PageType::write_back, bytes, 4, backdoor);
  if (!(entry & 1)) return false;
  if (large_page(entry)) {
    paddr = part_of_large_page(entry, vaddr) | vaddr % kPageBytes;
    type = page_type(entry);
    return true;
  }
  peek_line_part(page_of(entry) + ((vaddr >> 12) & 1023) * 4, PageType::write_back, bytes, 4,
                 backdoor);
  if (!(entry & 1)) return false;
  paddr = page_of(entry) | vaddr % kPageBytes;
  type = page_type(entry);
  return true;
}

void MemoryPath::peek_line_part(std::uint32_t paddr, PageType type, std::uint8_t* data,
                                std::uint32_t bytes, const BackdoorMemory& backdoor) const {
  backdoor(paddr, data, bytes, false);
  if (bus_.outstanding()) overlay(bus_.request(), paddr, data, bytes);
  for (const BusRequest& victim : bus_.waiting()) overlay(victim, paddr, data, bytes);
  if (type == PageType::uncached) return;
  const std::uint32_t at = paddr % kLineBytes;
  if (type != PageType::mpbt && l2_on_) {
    const std::uint32_t line = l2_.find(paddr);
    if (line != Cache::kNone) std::memcpy(data, l2_.data(line) + at, bytes);
  }
  const std::uint32_t line = l1d_.find(paddr);
  if (line != Cache::kNone) std::memcpy(data, l1d_.data(line) + at, bytes);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    if (const std::uint8_t* buffered = wcb_.find(paddr + i)) data[i] = *buffered;
  }
}

bool MemoryPath::peek(std::uint32_t vaddr, void* data, std::uint32_t bytes,
                      const BackdoorMemory& backdoor) const {
  auto* to = static_cast<std::uint8_t*>(data);
  if (flat_ != nullptr) {
    if (bytes > flat_bytes_ || vaddr > flat_bytes_ - bytes) return false;
    std::memcpy(to, flat_ + vaddr, bytes);
    return true;
  }
  while (bytes != 0) {
    std::uint32_t paddr;
    PageType type;
    if (!translate_quietly(vaddr, backdoor, paddr, type)) return false;
    const std::uint32_t part = std::min(bytes, kLineBytes - vaddr % kLineBytes);
    peek_line_part(paddr, type, to, part, backdoor);
    vaddr += part;
    to += part;
    bytes -= part;
  }
  return true;
}

// Writes memory and every copy of it on the way, so that the core sees it whatever it does next.
void MemoryPath::poke_line_part(std::uint32_t paddr, const std::uint8_t* data, std::uint32_t bytes,
                                const BackdoorMemory& backdoor) {
  backdoor(paddr, const_cast<std::uint8_t*>(data), bytes, true);
  bus_.overwrite(paddr, data, bytes);
  const std::uint32_t at = paddr % kLineBytes;
  const std::uint32_t below = l2_.find(paddr);
  if (below != Cache::kNone) {
    std::memcpy(l2_.data(below) + at, data, bytes);
    ++l2_version_;
  }
  const std::uint32_t line = l1d_.find(paddr);
  if (line != Cache::kNone) std::memcpy(l1d_.data(line) + at, data, bytes);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    if (std::uint8_t* buffered = wcb_.find(paddr + i)) *buffered = data[i];
  }
  const std::uint32_t code = l1i_.find(paddr);
  if (code != Cache::kNone) {
    std::memcpy(l1i_.data(code) + at, data, bytes);
    ++l1i_version_;
  }
  for (FetchBuffer& buffer : fetch_buffers_) {
    if (buffer.valid && buffer.paddr == line_of(paddr)) {
      std::memcpy(buffer.data.data() + at, data, bytes);
    }
  }
  if (code_hook_ != nullptr && code_.marked(paddr)) code_hook_(code_hook_context_, paddr, bytes);
}

bool MemoryPath::poke(std::uint32_t vaddr, const void* data, std::uint32_t bytes,
                      const BackdoorMemory& backdoor) {
  const auto* from = static_cast<const std::uint8_t*>(data);
  access_watch_.accessed(vaddr, bytes, true, clock_.base);
  if (flat_ != nullptr) {
    if (bytes > flat_bytes_ || vaddr > flat_bytes_ - bytes) return false;
    std::memcpy(flat_ + vaddr, from, bytes);
    // Line by line: overwritten() takes ranges inside one page.
    for (std::uint32_t at = line_of(vaddr); at < vaddr + bytes; at += kLineBytes) {
      overwritten(at, kLineBytes);
    }
    return true;
  }
  while (bytes != 0) {
    std::uint32_t paddr;
    PageType type;
    if (!translate_quietly(vaddr, backdoor, paddr, type)) return false;
    const std::uint32_t part = std::min(bytes, kLineBytes - vaddr % kLineBytes);
    poke_line_part(paddr, from, part, backdoor);
    vaddr += part;
    from += part;
    bytes -= part;
  }
  return true;
}

void MemoryPath::fingerprint(kernel::Cycle origin, kernel::StateImage& image) const {
  const auto& [one, other] = fetch_buffers_;
  image.append(std::array{cr0_, cr3_, cr4_, one.paddr, other.paddr, next_fetch_buffer_, wcb_.line(),
                          wcb_.mask()});
  image.append(std::array<std::uint8_t, 5>{user_, l2_on_, locked_, one.valid, other.valid});
  l1d_.append_tags(image);  // its data: stores_neutral()
  l1i_.append_trees(image);
  image.append(std::array{l1i_version_, l2_version_});
  l2_.append_trees(l2_touches_, image);
  itlb_.append(image);
  dtlb_.append(image);
  image.append(wcb_.data());
  image.append(std::uint8_t{bus_.outstanding()});
  image.append(std::uint8_t{bus_.pending()});
  image.append(bus_.free_at() > origin ? bus_.free_at() - origin : kernel::Cycle{0});
  if (bus_.outstanding()) {
    append(image, bus_.request());
    image.append(bus_.request_cycle() - origin);
    for (const BusRequest& victim : bus_.waiting()) append(image, victim);
  }
  image.append(miss_.target);
  image.append(miss_.paddr);
  image.append(std::uint8_t{miss_.log == &fetch_log_});
  log_.append(image);
  fetch_log_.append(image);
}

void MemoryPath::watch_accesses(std::vector<WatchedRange> ranges, AccessWatch::Hook hook,
                                void* context) {
  access_watch_.set(std::move(ranges), hook, context);
  for (const WatchedRange& range : access_watch_.ranges()) {
    const std::uint64_t end = std::uint64_t{range.first} + range.bytes;
    for (std::uint64_t page = page_of(range.first); page < end; page += kPageBytes) {
      data_l0_.drop_page(static_cast<std::uint32_t>(page));
    }
  }
}

void MemoryPath::watch_stores(bool on) {
  if (!on) return watch_.stop();
  watch_.start();
  data_l0_.drop_stores();
}

bool MemoryPath::stores_neutral() const {
  return watch_.neutral(
      [this](std::uint32_t paddr) -> const std::uint8_t* {
        const std::uint32_t line = l1d_.find(paddr);
        if (line != Cache::kNone) return l1d_.data(line);
        const std::uint32_t below = l2_on_ ? l2_.find(paddr) : Cache::kNone;
        return below != Cache::kNone ? l2_.data(below) : nullptr;
      },
      [this](std::uint32_t line) { return l1d_.data(line); });
}

void MemoryPath::observe(CoreAccessObserver* observer, unsigned unit, std::uint32_t from) {
  observer_ = observer;
  observed_unit_ = unit;
  observed_from_ = observer == nullptr ? ~0u : from;
  data_l0_.drop_all();
}

void MemoryPath::note(std::uint32_t paddr, std::uint32_t bytes, kernel::Cycle cycle, bool store,
                      bool cached) {
  if (observer_ == nullptr) return;  // the last byte of the address space
  noted_.push_back({cycle, paddr, 0, static_cast<std::uint8_t>(bytes), store, cached});
}

void MemoryPath::report(std::uint32_t eip) {
  for (CoreAccess& access : noted_) {
    access.eip = eip;
    observer_->accessed(observed_unit_, access);
  }
  noted_.clear();
}

}  // namespace rc::cpu
