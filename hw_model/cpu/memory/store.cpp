// SPDX-License-Identifier: Apache-2.0
// Stores that leave the L0 lookup table. As for loads (load.cpp), the steps of an aligned access
// are one function for each size.
#include <algorithm>
#include <cstring>

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

// One more store to the line in the write-combine buffer has no other effect.
template <std::uint32_t kBytes>
Access MemoryPath::slow_store(std::uint32_t vaddr, std::uint32_t offset, const void* value) {
  if (data_l0_.may_combine(vaddr, kBytes) && !retried_ &&
      wcb_.add(vaddr % kLineBytes, value, kBytes)) {
    watch_.give_up();
    ++counters_.wcb_merges;
    return Access::ok;
  }
  clock_.attention = true;
  if (data_l0_.may_store_below(vaddr, kBytes) && store_below<kBytes>(vaddr, offset, value))
    return Access::ok;
  if (!plain(vaddr, kBytes)) return store_watched(vaddr, offset, value, kBytes);
  const Key key{Kind::store, kBytes, vaddr};
  if (store_done(key)) return Access::ok;
  if (prompt_before_ != 0 && !l2_on_ && store_at_once<kBytes>(key, offset, value))
    return Access::ok;
  return store_first<kBytes>(vaddr, offset, value);
}

// One more store to a line that L1D lacks and L2 has, as write_memory() does it.
template <std::uint32_t kBytes>
[[gnu::noinline]] bool MemoryPath::store_below(std::uint32_t vaddr, std::uint32_t offset,
                                               const void* value) {
  if (retried_ || locked_ || !bus_ready(offset)) return false;
  const std::uint32_t line = data_l0_.line_below(), at = vaddr % kLineBytes;
  ++counters_.l1d_misses;
  ++counters_.l2_hits;
  bus_.occupy(clock_.base + offset + params_.l2.hit_cycles);
  watch_.before_store(data_l0_.paddr_below() + at, kBytes, l2_.data(line));
  write_l2(line, at, value, kBytes);
  make_dirty_l2(line);
  log_.add(Key{Kind::store, kBytes, vaddr});
  return true;
}

template <std::uint32_t kBytes>
[[gnu::noinline, gnu::flatten]] Access MemoryPath::store_first(std::uint32_t vaddr,
                                                               std::uint32_t offset,
                                                               const void* value) {
  return store_part(Key{Kind::store, kBytes, vaddr}, offset, value);
}

template Access MemoryPath::slow_store<1>(std::uint32_t, std::uint32_t, const void*);
template Access MemoryPath::slow_store<2>(std::uint32_t, std::uint32_t, const void*);
template Access MemoryPath::slow_store<4>(std::uint32_t, std::uint32_t, const void*);
template Access MemoryPath::slow_store<8>(std::uint32_t, std::uint32_t, const void*);

[[gnu::noinline]] Access MemoryPath::store_watched(std::uint32_t vaddr, std::uint32_t offset,
                                                   const void* value, std::uint32_t bytes) {
  const Access access = store_parts(vaddr, offset, value, bytes);
  if (access == Access::ok) access_watch_.accessed(vaddr, bytes, true, clock_.base + offset);
  return access;
}

Access MemoryPath::store_parts(std::uint32_t vaddr, std::uint32_t offset, const void* value,
                               std::uint32_t bytes) {
  if (flat_ != nullptr) {
    if (vaddr > flat_bytes_ - bytes) return page_fault(log_, vaddr, true, false);
    std::memcpy(flat_ + vaddr, value, bytes);
    overwritten(vaddr, bytes);
    return Access::ok;
  }
  if (forbidden(vaddr, bytes)) return Access::fault;
  charge_misaligned(vaddr, bytes);
  const auto* from = static_cast<const std::uint8_t*>(value);
  const std::uint32_t first = std::min(bytes, kLineBytes - vaddr % kLineBytes);
  if (page_of(vaddr) != page_of(vaddr + bytes - 1)) {
    const Key first_part{Kind::store, first, vaddr};
    log_.begin_part(first_part);
    // Both pages must be writable before either is written.
    for (const std::uint32_t part : {vaddr, vaddr + first}) {
      if (log_.next_is(first_part)) break;
      std::uint32_t paddr;
      PageType type;
      const Access access = translate(log_, part, true, false, offset, paddr, type);
      if (access != Access::ok) return access;
    }
  }
  const Key head{Kind::store, first, vaddr};
  if (!store_done(head)) {
    if (first != bytes) {
      const Access access = keep_loaded(vaddr, offset);
      if (access != Access::ok) return access;
    }
    const Access access = store_part(head, offset, from);
    if (access != Access::ok) return access;
  }
  if (first == bytes) return Access::ok;
  const Key tail{Kind::store, bytes - first, vaddr + first};
  return store_done(tail) ? Access::ok : store_part(tail, offset, from + first);
}

// Before the first part of a store across lines: where the second one stops, the instruction is
// executed again, and must load what it has loaded from the line that the first one changes.
Access MemoryPath::keep_loaded(std::uint32_t vaddr, std::uint32_t offset) {
  std::uint32_t paddr;
  PageType type;
  if (!translate_at_once(dtlb_, vaddr, true, paddr, type)) {
    const Access access = translate(log_, vaddr, true, false, offset, paddr, type);
    if (access != Access::ok) return access;
  }
  const std::uint32_t line = l1d_.find(paddr);
  if (line != Cache::kNone) data_l0_.drop_line(line);
  return Access::ok;
}

inline bool MemoryPath::store_done(Key key) {
  log_.begin_part(key);
  return log_.done(key) || log_.replaying();
}

Access MemoryPath::store_part(Key key, std::uint32_t offset, const void* value) {
  const std::uint32_t vaddr = key.address();
  std::uint32_t paddr;
  PageType type;
  if (!translate_at_once(dtlb_, vaddr, true, paddr, type)) {
    const Access access = translate(log_, vaddr, true, false, offset, paddr, type);
    if (access != Access::ok) return access;
  }
  return write_memory(log_, key, paddr, type, offset, static_cast<const std::uint8_t*>(value));
}

Access MemoryPath::write_memory(Log& log, Key key, std::uint32_t paddr, PageType type,
                                std::uint32_t offset, const std::uint8_t* value) {
  if (type == PageType::mpbt) return write_combine(log, key, paddr, offset, value);

  const std::uint32_t at = paddr % kLineBytes;
  std::uint32_t hit = type == PageType::uncached ? Cache::kNone : l1d_.find(paddr);
  if (type == PageType::write_back) {
    if (params_.write_allocate && fills() && !locked_) {
      const Key line{Kind::allocate, key.bytes(), key.address()};
      std::array<std::uint8_t, 8> before;
      if (!log.done(line) && hit == Cache::kNone) {
        const Access access = read_memory(log, line, paddr, type, offset, before.data());
        if (access != Access::ok) return access;
      }
      hit = l1d_.find(paddr);
    }
    if (hit != Cache::kNone) {
      watch_.before_store(paddr, key.bytes(), l1d_.data(hit));
      kernel::copy_bytes<8>(l1d_.data(hit) + at, value, key.bytes());
      l1d_.set_dirty(hit);
      l1d_.touch(hit);
      ++counters_.l1d_hits;
      clock_.base += params_.l1d.hit_cycles;
      stored(key, paddr, offset);
      if (key.kind() == Kind::store && may_store_inline(key.address(), paddr)) {
        data_l0_.grant_store(key.address(), l1d_, hit);
      }
      log.add_whole(Kind::allocate, key);
      return Access::ok;
    }
    if (!bus_ready(offset)) return retry(log);
    const std::uint32_t l2_hit = l2_on_ ? l2_.find(paddr) : Cache::kNone;
    if (l2_hit != Cache::kNone) {
      ++counters_.l1d_misses;
      ++counters_.l2_hits;
      if (locked_) {
        stall(params_.l2.hit_cycles, counters_.stall_l2);
      } else {
        bus_.occupy(clock_.base + offset + params_.l2.hit_cycles);
      }
      watch_.before_store(paddr, key.bytes(), l2_.data(l2_hit));
      write_l2(l2_hit, at, value, key.bytes());
      make_dirty_l2(l2_hit);
      stored(key, paddr, offset);
      log.add(key);
      if (l0_on_ && !params_.write_allocate && key.kind() == Kind::store &&
          may_load_inline(key.address(), paddr) && !code_.may_hold_code(paddr)) {
        data_l0_.grant_below(key.address(), paddr, l2_hit);
      }
      return Access::ok;
    }
  }

  const Access access = write_words(log, key, paddr, type, offset, value);
  if (access != Access::ok) return access;
  if (type != PageType::uncached) {
    const std::uint32_t l2_hit =
        l2_on_ && type == PageType::write_through ? l2_.find(paddr) : Cache::kNone;
    if (hit != Cache::kNone) {
      l1d_.touch(hit);
      ++counters_.l1d_hits;
      kernel::copy_bytes<8>(l1d_.data(hit) + at, value, key.bytes());
    } else {
      ++counters_.l1d_misses;
      if (l2_on_) ++(l2_hit != Cache::kNone ? counters_.l2_hits : counters_.l2_misses);
    }
    if (l2_hit != Cache::kNone) write_l2(l2_hit, at, value, key.bytes());
  }
  stored(key, paddr, offset);
  log.add_whole(Kind::bus_write, key);
  return Access::ok;
}

Access MemoryPath::write_words(Log& log, Key key, std::uint32_t paddr, PageType type,
                               std::uint32_t offset, const std::uint8_t* value) {
  for (std::uint32_t done = 0; done < key.bytes();) {
    const std::uint32_t bytes = kernel::word_bytes(paddr + done, key.bytes() - done);
    const Key word{Kind::bus_write, bytes, key.address() + done};
    if (!log.done(word)) {
      if (!wcb_.empty() && type == PageType::uncached && !flush_write_combine(offset)) {
        return retry(log);
      }
      if (!bus_ready(offset)) return retry(log);
      if (type == PageType::uncached) ++counters_.uncached_writes;
      watch_.give_up();
      if (!prompt(offset) || !post_word_at_once(paddr + done, bytes, value + done, offset)) {
        BusRequest& request = bus_.raise(clock_.base + offset);
        request.set(BusOp::write, type, bytes, paddr + done);
        request.locked = locked_;
        kernel::copy_bytes<8>(request.data.data(), value + done, bytes);
      }
      if (bytes != key.bytes()) log.add(word);  // a single one is the whole access
    }
    done += bytes;
  }
  return Access::ok;
}

Access MemoryPath::write_combine(Log& log, Key key, std::uint32_t paddr, std::uint32_t offset,
                                 const std::uint8_t* value) {
  if (!wcb_.empty() && !wcb_.holds(paddr) && !flush_write_combine(offset)) return retry(log);
  if (wcb_.would_fill(paddr, key.bytes()) && !bus_ready(offset)) return retry(log);
  watch_.give_up();
  wcb_.merge(paddr, value, key.bytes());
  ++counters_.wcb_merges;
  if (wcb_.full()) flush_write_combine(offset);
  const std::uint32_t hit = l1d_.find(paddr);
  if (hit != Cache::kNone) {
    kernel::copy_bytes<8>(l1d_.data(hit) + paddr % kLineBytes, value, key.bytes());
    l1d_.touch(hit);
  }
  // A load or fetch of the line empties the buffer first, so what holds now holds while it is full.
  if (hit == Cache::kNone && l0_on_ && may_load_inline(key.address(), paddr) &&
      !code_.may_hold_code(paddr)) {
    data_l0_.grant_combining(key.address());
  } else {
    data_l0_.deny_combining();
  }
  stored(key, paddr, offset);
  log.add(key);
  return Access::ok;
}

// After every store that did not go through the L0 lookup table.
void MemoryPath::stored(Key key, std::uint32_t paddr, std::uint32_t offset) {
  if (observed(paddr)) note(paddr, key.bytes(), clock_.base + offset, true, false);
  overwritten(paddr, key.bytes());
}

// Drops cached and decoded code.
void MemoryPath::overwritten(std::uint32_t paddr, std::uint32_t bytes) {
  if (!code_.may_hold_code(paddr)) return;
  drop_code(paddr);
  if (code_hook_ != nullptr && code_.marked(paddr)) code_hook_(code_hook_context_, paddr, bytes);
}

bool MemoryPath::may_store_inline(std::uint32_t vaddr, std::uint32_t paddr) const {
  if (!may_load_inline(vaddr, paddr) || watch_.on()) return false;
  return !code_.may_hold_code(paddr) || (!code_.marked(paddr) && l1i_.find(paddr) == Cache::kNone &&
                                         buffered_code(paddr) == nullptr);
}

}  // namespace rc::cpu
