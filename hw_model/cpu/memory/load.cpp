// SPDX-License-Identifier: Apache-2.0
// Loads that leave the L0 lookup table.
#include <algorithm>
#include <array>
#include <cstring>

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

// The steps of an aligned access are short: calls between them would cost as much as they do, and
// so would a size that is known only at run time.
template <std::uint32_t kBytes>
Access MemoryPath::slow_load(std::uint32_t vaddr, std::uint32_t offset, void* value,
                             bool for_store) {
  clock_.attention = true;
  if (!plain(vaddr, kBytes)) return load_watched(vaddr, offset, value, kBytes, for_store);
  if (load_done(Key{Kind::load, kBytes, vaddr}, value)) return Access::ok;
  return load_first<kBytes>(vaddr, offset, value, for_store);
}

template <std::uint32_t kBytes>
[[gnu::noinline, gnu::flatten]] Access MemoryPath::load_first(std::uint32_t vaddr,
                                                              std::uint32_t offset, void* value,
                                                              bool for_store) {
  return load_part(Key{Kind::load, kBytes, vaddr}, offset, value, for_store);
}

template Access MemoryPath::slow_load<1>(std::uint32_t, std::uint32_t, void*, bool);
template Access MemoryPath::slow_load<2>(std::uint32_t, std::uint32_t, void*, bool);
template Access MemoryPath::slow_load<4>(std::uint32_t, std::uint32_t, void*, bool);
template Access MemoryPath::slow_load<8>(std::uint32_t, std::uint32_t, void*, bool);

[[gnu::noinline]] Access MemoryPath::load_watched(std::uint32_t vaddr, std::uint32_t offset,
                                                  void* value, std::uint32_t bytes,
                                                  bool for_store) {
  const Access access = load_parts(vaddr, offset, value, bytes, for_store);
  if (access == Access::ok) {
    access_watch_.accessed(vaddr, bytes, false, clock_.base + offset);
  }
  return access;
}

Access MemoryPath::load_parts(std::uint32_t vaddr, std::uint32_t offset, void* value,
                              std::uint32_t bytes, bool for_store) {
  if (flat_ != nullptr) return page_fault(log_, vaddr, for_store, false);
  if (forbidden(vaddr, bytes)) return Access::fault;
  charge_misaligned(vaddr, bytes);
  auto* to = static_cast<std::uint8_t*>(value);
  const std::uint32_t first = std::min(bytes, kLineBytes - vaddr % kLineBytes);
  const auto part = [&](Key key, std::uint8_t* place) {
    return load_done(key, place) ? Access::ok : load_part(key, offset, place, for_store);
  };
  const Access access = part(Key{Kind::load, first, vaddr}, to);
  if (access != Access::ok || first == bytes) return access;
  return part(Key{Kind::load, bytes - first, vaddr + first}, to + first);
}

inline bool MemoryPath::load_done(Key key, void* value) {
  log_.begin_part(key);
  return log_.done(key, value);
}

Access MemoryPath::load_part(Key key, std::uint32_t offset, void* value, bool for_store) {
  const std::uint32_t vaddr = key.address();
  if (log_.replaying()) {
    if (const std::uint8_t* line = data_l0_.recall(vaddr)) {
      kernel::copy_bytes<8>(value, line + vaddr % kLineBytes, key.bytes());
      return Access::ok;
    }
  }
  std::uint32_t paddr;
  PageType type;
  if (!translate_at_once(dtlb_, vaddr, for_store, paddr, type)) {
    const Access access = translate(log_, vaddr, for_store, false, offset, paddr, type);
    if (access != Access::ok) return access;
  }
  return read_memory(log_, key, paddr, type, offset, static_cast<std::uint8_t*>(value));
}

Access MemoryPath::read_memory(Log& log, Key key, std::uint32_t paddr, PageType type,
                               std::uint32_t offset, std::uint8_t* value) {
  if (type == PageType::uncached) return read_words(log, key, paddr, type, offset, value);
  if (locked_ && key.kind() == Kind::load) [[unlikely]] {
    return read_locked(key, paddr, type, offset, value);
  }

  const std::uint32_t at = paddr % kLineBytes;
  const std::uint32_t hit = l1d_.find(paddr);
  if (hit != Cache::kNone) {
    l1d_.touch(hit);
    ++counters_.l1d_hits;
    clock_.base += params_.l1d.hit_cycles;
    kernel::copy_bytes<8>(value, l1d_.data(hit) + at, key.bytes());
    log.add(key, value);
    if (observed(paddr)) note(paddr, key.bytes(), clock_.base + offset, false, true);
    if (key.kind() == Kind::load && may_load_inline(key.address(), paddr)) {
      data_l0_.grant_load(key.address(), l1d_, hit);
    }
    return Access::ok;
  }

  if (wcb_.holds(paddr) && !flush_write_combine(offset)) return retry(log);
  if (!bus_ready(offset)) return retry(log);
  const bool through_l2 = l2_on_ && type != PageType::mpbt;
  if (through_l2) {
    const std::uint32_t l2_hit = l2_.find(paddr);
    if (l2_hit != Cache::kNone) {
      ++counters_.l1d_misses;
      ++counters_.l2_hits;
      stall(params_.l2.hit_cycles, counters_.stall_l2);
      l2_touches_ += l2_.touch(l2_hit);
      kernel::copy_bytes<8>(value, l2_.data(l2_hit) + at, key.bytes());
      log.add(key, value);
      if (observed(paddr)) note(paddr, key.bytes(), clock_.base + offset, false, true);
      if (fills()) {
        std::array<std::uint8_t, kLineBytes> line;  // the victim may change L2
        std::memcpy(line.data(), l2_.data(l2_hit), kLineBytes);
        const std::uint32_t filled = install_l1d(paddr, line.data(), type, clock_.base + offset);
        if (key.kind() == Kind::load && may_load_inline(key.address(), paddr)) {
          data_l0_.grant_load(key.address(), l1d_, filled);
        }
      }
      return Access::ok;
    }
  }
  if (!fills()) return read_words(log, key, paddr, type, offset, value);

  ++counters_.l1d_misses;
  if (through_l2) ++counters_.l2_misses;
  if (prompt(offset) && fill_at_once(log, key, paddr, type, offset, value)) return Access::ok;
  raise_read(Miss::Target::l1d, log, key, paddr, type, offset);
  return retry(log);
}

Access MemoryPath::read_locked(Key key, std::uint32_t paddr, PageType type, std::uint32_t offset,
                               std::uint8_t* value) {
  if (wcb_.holds(paddr) && !flush_write_combine(offset)) return retry(log_);
  if (!bus_ready(offset)) return retry(log_);
  const std::uint32_t hit = l1d_.find(paddr);
  if (hit != Cache::kNone) {
    watch_.give_up();
    evict_l1d(hit, clock_.base + offset);
    l1d_.invalidate(hit);
    if (!bus_ready(offset)) return retry(log_);  // behind what L1 has written back
  }
  const std::uint32_t l2_hit = l2_on_ && type != PageType::mpbt ? l2_.find(paddr) : Cache::kNone;
  if (l2_hit == Cache::kNone) return read_words(log_, key, paddr, type, offset, value);
  ++counters_.l1d_misses;
  ++counters_.l2_hits;
  stall(params_.l2.hit_cycles, counters_.stall_l2);
  l2_touches_ += l2_.touch(l2_hit);
  kernel::copy_bytes<8>(value, l2_.data(l2_hit) + paddr % kLineBytes, key.bytes());
  log_.add(key, value);
  if (observed(paddr)) note(paddr, key.bytes(), clock_.base + offset, false, true);
  return Access::ok;
}

Access MemoryPath::read_words(Log& log, Key key, std::uint32_t paddr, PageType type,
                              std::uint32_t offset, std::uint8_t* value) {
  for (std::uint32_t done = 0; done < key.bytes();) {
    const std::uint32_t bytes = kernel::word_bytes(paddr + done, key.bytes() - done);
    const Key word{Kind::bus_read, bytes, key.address() + done};
    if (!log.done(word, value + done)) {
      if (!wcb_.empty() && type == PageType::uncached && !flush_write_combine(offset)) {
        return retry(log);
      }
      if (!bus_ready(offset)) return retry(log);
      ++counters_.uncached_reads;
      if (prompt(offset) && load_word_at_once(log, word, paddr + done, offset, value + done)) {
        done += bytes;
        continue;
      }
      raise_read(Miss::Target::word, log, word, paddr + done, type, offset).locked = locked_;
      return retry(log);
    }
    done += bytes;
  }
  log.add_whole(Kind::bus_read, key, value);
  return Access::ok;
}

}  // namespace rc::cpu
