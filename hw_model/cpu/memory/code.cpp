// SPDX-License-Identifier: Apache-2.0
// Instruction fetch: L1I, fetch buffers, what the decoder sees.
#include <algorithm>

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

Access MemoryPath::slow_fetch(std::uint32_t vaddr, std::uint32_t offset) {
  clock_.attention = true;
  if (flat_ != nullptr) return page_fault(fetch_log_, vaddr, false, false);
  const Key key{Kind::fetch, 0, line_of(vaddr)};
  fetch_log_.begin_part(key);
  Access access = Access::ok;
  if (!fetch_log_.done(key)) {
    std::uint32_t paddr;
    PageType type;
    access = translate(fetch_log_, vaddr, false, true, offset, paddr, type);
    if (access == Access::ok) access = fetch_line(key, paddr, type, vaddr, offset);
  }
  if (access == Access::ok) end_fetch();
  return access;
}

void MemoryPath::end_fetch() {
  fetch_log_.forget();
  code_l0_.forget_copies();
  if (!log_.open()) data_l0_.forget_copies();
  fetch_retried_ = false;
  code_entries_ = code_table_;
}

Access MemoryPath::fetch_line(Key key, std::uint32_t paddr, PageType type, std::uint32_t vaddr,
                              std::uint32_t offset) {
  const bool cacheable = type == PageType::write_back || type == PageType::write_through;
  const std::uint32_t hit = cacheable ? l1i_.find(paddr) : Cache::kNone;
  if (hit != Cache::kNone) {
    l1i_.touch(hit);
    ++counters_.l1i_hits;
    clock_.base += params_.l1i.hit_cycles;
    code_l0_.grant_load(vaddr, l1i_, hit);
    return Access::ok;
  }
  const bool fill = cacheable && fills();
  if (!fill && buffered_code(paddr) != nullptr) return Access::ok;

  if (wcb_.holds(paddr) && !flush_write_combine(offset)) return retry(fetch_log_);
  if (!bus_ready(offset)) return retry(fetch_log_);
  ++counters_.l1i_misses;
  if (cacheable) {
    const std::uint32_t own = l1d_.find(paddr);
    const std::uint32_t l2_hit = l2_on_ ? l2_.find(paddr) : Cache::kNone;
    const std::uint8_t* line = nullptr;
    if (own != Cache::kNone && l1d_.dirty(own)) {
      line = l1d_.data(own);
    } else if (l2_hit != Cache::kNone) {
      ++counters_.l2_hits;
      l2_touches_ += l2_.touch(l2_hit);
      line = l2_.data(l2_hit);
    }
    if (line != nullptr) {
      stall(params_.l2.hit_cycles, counters_.stall_l1i);
      install_code(paddr, line, type);
      return Access::ok;
    }
    if (l2_on_ && fill) ++counters_.l2_misses;
  }
  if (!l2_on_ && prompt(offset) && fetch_at_once(paddr, type, offset)) return Access::ok;
  const auto target = fill ? Miss::Target::l1i : Miss::Target::fetch_buffer;
  raise_read(target, fetch_log_, key, paddr, type, offset);
  return retry(fetch_log_);
}

// Into L1I or a fetch buffer, by page type and CR0.CD.
void MemoryPath::install_code(std::uint32_t paddr, const std::uint8_t* data, PageType type) {
  const bool cacheable = type == PageType::write_back || type == PageType::write_through;
  ++l1i_version_;
  code_.fetched(paddr);
  data_l0_.deny_below();
  if (cacheable && fills()) {
    const std::uint32_t line = l1i_.victim(paddr);
    code_l0_.drop_line(line);
    l1i_.install(line, paddr, 0);
    std::memcpy(l1i_.data(line), data, kLineBytes);
  } else {
    FetchBuffer& buffer = fetch_buffers_[next_fetch_buffer_];
    next_fetch_buffer_ = (next_fetch_buffer_ + 1) % fetch_buffers_.size();
    buffer.valid = true;
    buffer.paddr = line_of(paddr);
    std::memcpy(buffer.data.data(), data, kLineBytes);
  }
  // From now on stores to this line must call drop_code().
  const std::uint32_t as_data = l1d_.find(paddr);
  if (as_data != Cache::kNone) data_l0_.drop_line_stores(as_data);
  code_.compare(paddr, data, [&](std::uint32_t first, std::uint32_t bytes) {
    if (code_hook_ != nullptr) code_hook_(code_hook_context_, first, bytes);
  });
}

void MemoryPath::drop_code(std::uint32_t paddr) {
  const std::uint32_t line = l1i_.find(paddr);
  if (line != Cache::kNone) {
    l1i_.invalidate(line);
    ++l1i_version_;
    code_l0_.drop_line(line);
  }
  for (FetchBuffer& buffer : fetch_buffers_) {
    if (buffer.paddr == line_of(paddr)) buffer.valid = false;
  }
}

const std::uint8_t* MemoryPath::buffered_code(std::uint32_t paddr) const {
  for (const FetchBuffer& buffer : fetch_buffers_) {
    if (buffer.valid && buffer.paddr == line_of(paddr)) return buffer.data.data();
  }
  return nullptr;
}

// The line that a fetch would get without the bus, in the order of fetch_line().
const std::uint8_t* MemoryPath::visible_code(std::uint32_t paddr, PageType type) const {
  const bool cacheable = type == PageType::write_back || type == PageType::write_through;
  if (cacheable) {
    const std::uint32_t line = l1i_.find(paddr);
    if (line != Cache::kNone) return l1i_.data(line);
  }
  if (!cacheable || !fills()) {
    if (const std::uint8_t* buffer = buffered_code(paddr)) return buffer;
  }
  if (!cacheable) return nullptr;
  const std::uint32_t own = l1d_.find(paddr);
  if (own != Cache::kNone && l1d_.dirty(own)) return l1d_.data(own);
  const std::uint32_t below = l2_on_ ? l2_.find(paddr) : Cache::kNone;
  return below != Cache::kNone ? l2_.data(below) : nullptr;
}

bool MemoryPath::read_code(std::uint32_t vaddr, std::uint8_t* bytes, std::uint32_t count) {
  if (flat_ != nullptr) {
    if (vaddr >= flat_bytes_ || count > flat_bytes_ - vaddr) return false;
    std::memcpy(bytes, flat_ + vaddr, count);
    return true;
  }
  while (count != 0) {
    std::uint32_t paddr = vaddr;
    PageType type = PageType::write_back;
    if (paging()) {
      const Tlb::Entry* known = itlb_.find(vaddr);
      if (known == nullptr || !permitted(known->user, known->writable, false)) return false;
      paddr = known->ppage | vaddr % kPageBytes;
      type = known->type;
    }
    const std::uint8_t* line = visible_code(paddr, type);
    if (line == nullptr) return false;
    code_.remember(paddr, line);
    const std::uint32_t at = vaddr % kLineBytes;
    const std::uint32_t part = std::min(count, kLineBytes - at);
    std::memcpy(bytes, line + at, part);
    vaddr += part;
    bytes += part;
    count -= part;
  }
  return true;
}

void MemoryPath::mark_code_page(std::uint32_t paddr, bool holds_code) {
  // Stores into a marked page never go straight to their line.
  if (holds_code && code_.marked(paddr)) return;
  code_.mark(paddr, holds_code);
  data_l0_.deny_combining();
  data_l0_.deny_below();
  if (!holds_code || flat_ != nullptr) return;
  for (std::uint32_t at = page_of(paddr); at - page_of(paddr) < kPageBytes; at += kLineBytes) {
    const std::uint32_t line = l1d_.find(at);
    if (line != Cache::kNone) data_l0_.drop_line_stores(line);
  }
}

void MemoryPath::on_code_write(CodeWriteHook hook, void* context) {
  code_hook_ = hook;
  code_hook_context_ = context;
}

}  // namespace rc::cpu
