// SPDX-License-Identifier: Apache-2.0
// What MemoryPath does without a call: hits in the L0 lookup tables, flat memory, hits in a TLB,
// retries, the ends of instructions, waiting for the bus. For memory_path.h only.
#pragma once

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

template <bool kForStore>
[[gnu::always_inline]] inline bool MemoryPath::hit(std::uint32_t vaddr, std::uint32_t bytes,
                                                   std::uint8_t*& place) const {
  const L0LookupTable::Entry& entry = L0LookupTable::entry(*data_entries_, vaddr);
  const std::uint32_t tag = kForStore ? entry.store_tag : entry.load_tag;
  if (tag != L0LookupTable::tag_of(vaddr, bytes)) [[unlikely]]
    return false;
  place = entry.place(vaddr);
  entry.touch();
  return true;
}

template <bool kForStore, class T>
[[gnu::always_inline]] inline bool MemoryPath::load_hit(std::uint32_t vaddr, T& value) const {
  std::uint8_t* place;
  if (!hit<kForStore>(vaddr, sizeof(T), place)) return false;
  std::memcpy(&value, place, sizeof(T));
  return true;
}

template <bool kForStore, class T>
inline Access MemoryPath::load_elsewhere(std::uint32_t vaddr, std::uint32_t offset, T& value) {
  if (flat_ != nullptr && vaddr <= flat_bytes_ - sizeof(T)) {
    std::memcpy(&value, flat_ + vaddr, sizeof(T));
    return Access::ok;
  }
  return slow_load<sizeof(T)>(vaddr, offset, &value, kForStore);
}

template <class T>
[[gnu::always_inline]] inline bool MemoryPath::store_hit(std::uint32_t vaddr, T value) const {
  std::uint8_t* place;
  if (!hit<true>(vaddr, sizeof(T), place)) return false;
  std::memcpy(place, &value, sizeof(T));
  return true;
}

template <class T>
inline Access MemoryPath::store_elsewhere(std::uint32_t vaddr, std::uint32_t offset, T value) {
  if (flat_ != nullptr && vaddr <= flat_bytes_ - sizeof(T) && !code_.marked(vaddr) &&
      !code_.marked(vaddr + sizeof(T) - 1)) {
    std::memcpy(flat_ + vaddr, &value, sizeof(T));
    return Access::ok;
  }
  return slow_store<sizeof(T)>(vaddr, offset, &value);
}

template <class T>
inline Access MemoryPath::load(std::uint32_t vaddr, std::uint32_t offset, T& value) {
  if (load_hit<false>(vaddr, value)) [[likely]] {
    ++counters_.l1d_hits;
    return Access::ok;
  }
  return load_elsewhere<false>(vaddr, offset, value);
}

template <class T>
inline Access MemoryPath::load_for_store(std::uint32_t vaddr, std::uint32_t offset, T& value) {
  if (load_hit<true>(vaddr, value)) [[likely]] {
    ++counters_.l1d_hits;
    return Access::ok;
  }
  return load_elsewhere<true>(vaddr, offset, value);
}

template <class T>
inline Access MemoryPath::store(std::uint32_t vaddr, std::uint32_t offset, T value) {
  if (store_hit(vaddr, value)) [[likely]] {
    ++counters_.l1d_hits;
    return Access::ok;
  }
  return store_elsewhere(vaddr, offset, value);
}

inline void MemoryPath::end_instruction() {
  log_.forget();
  data_l0_.forget_copies();
  serialised_ = false;
  if (!retried_) return;
  retried_ = false;
  data_entries_ = data_table_;
}

inline void MemoryPath::instruction_done(std::uint32_t eip) {
  end_instruction();
  instruction_stopped(eip);
}

inline void MemoryPath::instruction_stopped(std::uint32_t eip) {
  if (!noted_.empty()) report(eip);
}

inline void MemoryPath::answer_at_once(PromptTarget* target, kernel::Cycle before) {
  prompt_ = target;
  prompt_before_ = before;
}

// An instruction that is retried serialises anew, behind the victim of its own miss.
inline bool MemoryPath::prompt(std::uint32_t offset) const {
  return clock_.base + offset < prompt_before_ && !serialised_;
}

inline void MemoryPath::stall(kernel::Cycle cycles, std::uint64_t& counter) {
  clock_.base += cycles;
  counter += cycles;
}

inline bool MemoryPath::bus_ready(std::uint32_t offset) {
  posted_at_once_ = false;
  if (bus_.outstanding()) return false;
  const kernel::Cycle now = clock_.base + offset;
  if (bus_.free_at() > now) stall(bus_.free_at() - now, counters_.stall_bus_write);
  return true;
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

inline bool MemoryPath::permitted(bool user, bool writable, bool write) const {
  if (user_) return user && (!write || writable);
  return !write || writable || !(cr0_ & kWriteProtect);
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

[[gnu::always_inline]] inline bool MemoryPath::fetch_hit(std::uint32_t vaddr) const {
  const L0LookupTable::Entry& entry = L0LookupTable::entry(*code_entries_, vaddr);
  if (entry.load_tag != line_of(vaddr)) [[unlikely]]
    return false;
  entry.touch();
  return true;
}

inline Access MemoryPath::fetch(std::uint32_t vaddr, std::uint32_t offset) {
  if (fetch_hit(vaddr)) [[likely]] {
    ++counters_.l1i_hits;
    return Access::ok;
  }
  if (flat_ != nullptr && vaddr < flat_bytes_) return Access::ok;
  return slow_fetch(vaddr, offset);
}

}  // namespace rc::cpu
