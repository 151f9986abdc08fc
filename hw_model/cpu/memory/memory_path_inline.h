// What MemoryPath does without a call: hits in the L0 lookup tables, flat memory, hits in a TLB,
// retries. For memory_path.h only.
#pragma once

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

template <bool kForStore, class T>
inline Access MemoryPath::load_inline(std::uint32_t vaddr, std::uint32_t offset, T& value) {
  const L0LookupTable::Entry& entry = L0LookupTable::entry(*data_entries_, vaddr);
  const std::uint32_t tag = kForStore ? entry.store_tag : entry.load_tag;
  if (tag == L0LookupTable::tag_of(vaddr, sizeof(T))) [[likely]] {
    std::memcpy(&value, entry.data + vaddr % kLineBytes, sizeof(T));
    entry.touch();
    ++counters_.l1d_hits;
    return Access::ok;
  }
  if (flat_ != nullptr && vaddr <= flat_bytes_ - sizeof(T)) {
    std::memcpy(&value, flat_ + vaddr, sizeof(T));
    return Access::ok;
  }
  return slow_load<sizeof(T)>(vaddr, offset, &value, kForStore);
}

template <class T>
inline Access MemoryPath::load(std::uint32_t vaddr, std::uint32_t offset, T& value) {
  return load_inline<false>(vaddr, offset, value);
}

template <class T>
inline Access MemoryPath::load_for_store(std::uint32_t vaddr, std::uint32_t offset, T& value) {
  return load_inline<true>(vaddr, offset, value);
}

template <class T>
inline Access MemoryPath::store(std::uint32_t vaddr, std::uint32_t offset, T value) {
  const L0LookupTable::Entry& entry = L0LookupTable::entry(*data_entries_, vaddr);
  if (entry.store_tag == L0LookupTable::tag_of(vaddr, sizeof(T))) [[likely]] {
    std::memcpy(entry.data + vaddr % kLineBytes, &value, sizeof(T));
    entry.touch();
    ++counters_.l1d_hits;
    return Access::ok;
  }
  if (flat_ != nullptr && vaddr <= flat_bytes_ - sizeof(T) && !code_.marked(vaddr) &&
      !code_.marked(vaddr + sizeof(T) - 1)) {
    std::memcpy(flat_ + vaddr, &value, sizeof(T));
    return Access::ok;
  }
  return slow_store<sizeof(T)>(vaddr, offset, &value);
}

inline Access MemoryPath::retry(Log& log) {
  log.restart();
  if (&log == &log_) {
    retried_ = true;
    data_entries_ = &L0LookupTable::no_entries();
  } else {
    fetch_retried_ = true;
    code_entries_ = &L0LookupTable::no_entries();
  }
  return Access::retry;
}

inline bool MemoryPath::translate_at_once(const Tlb& tlb, std::uint32_t vaddr, bool write,
                                          std::uint32_t& paddr, PageType& type) const {
  if (!paging()) {
    paddr = vaddr;
    type = PageType::write_back;
    return true;
  }
  const Tlb::Entry* const known = tlb.find(vaddr);
  if (known == nullptr || !permitted(known->user, known->writable, write) ||
      (write && !known->dirty)) {
    return false;
  }
  paddr = known->ppage | vaddr % kPageBytes;
  type = known->type;
  return true;
}

inline Access MemoryPath::fetch(std::uint32_t vaddr, std::uint32_t offset) {
  const L0LookupTable::Entry& entry = L0LookupTable::entry(*code_entries_, vaddr);
  if (entry.load_tag == line_of(vaddr)) [[likely]] {
    entry.touch();
    ++counters_.l1i_hits;
    return Access::ok;
  }
  if (flat_ != nullptr && vaddr < flat_bytes_) return Access::ok;
  return slow_fetch(vaddr, offset);
}

}  // namespace rc::cpu
