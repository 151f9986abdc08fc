#include "hw_model/cpu/memory/memory_path.h"

#include <algorithm>
#include <bit>

namespace rc::cpu {
namespace {

// The largest naturally aligned bus word at `paddr` of at most `bytes`.
std::uint32_t word_bytes(std::uint32_t paddr, std::uint32_t bytes) {
  const std::uint32_t lowest_bits = paddr | 8;
  return std::min(lowest_bits & -lowest_bits, std::bit_floor(bytes));
}

}  // namespace

MemoryPath::MemoryPath(const CoreParams& params, CoreClock& clock, CoreCounters& counters)
    : clock_(clock),
      counters_(counters),
      params_(params),
      l1i_("core.l1i", params.l1i),
      l1d_("core.l1d", params.l1d),
      l2_("core.l2", params.l2),
      itlb_("core.itlb_entries", params.itlb_entries),
      dtlb_("core.dtlb_entries", params.dtlb_entries),
      mpbt_lines_((l1d_.lines() + 63) / 64),
      data_l0_(l1d_.lines()),
      code_l0_(l1i_.lines()) {
  select_l0_tables();
}

void MemoryPath::reset() {
  flat_ = nullptr;
  flat_bytes_ = 0;
  l1i_.reset();
  l1d_.reset();
  l2_.reset();
  l1i_version_ = l2_version_ = 0;
  itlb_.flush();
  dtlb_.flush();
  wcb_.clear();
  bus_.reset();
  fetch_buffers_ = {};
  next_fetch_buffer_ = 0;
  std::fill(mpbt_lines_.begin(), mpbt_lines_.end(), 0);
  cr0_ = cr3_ = cr4_ = 0;
  user_ = locked_ = false;
  l2_on_ = true;
  miss_ = {};
  log_.forget();
  fetch_log_.forget();
  retried_ = fetch_retried_ = false;
  bus_error_ = false;
  data_l0_.drop_all();
  code_l0_.drop_all();
  code_.clear();
  watch_.stop();
  select_l0_tables();
}

void MemoryPath::attach_flat(std::uint8_t* memory, std::uint32_t bytes) {
  flat_ = memory;
  flat_bytes_ = bytes;
  data_l0_.drop_all();
  code_l0_.drop_all();
}

void MemoryPath::set_l2_enabled(bool on) { l2_on_ = on; }

void MemoryPath::set_l0_tables(bool on) {
  l0_on_ = on;
  select_l0_tables();
}

// A hit that costs time, and any access of an instruction that is retried, must not use the tables.
void MemoryPath::select_l0_tables() {
  const auto* const none = &L0LookupTable::no_entries();
  data_table_ = l0_on_ && params_.l1d.hit_cycles == 0 ? &data_l0_.entries() : none;
  code_table_ = l0_on_ && params_.l1i.hit_cycles == 0 ? &code_l0_.entries() : none;
  data_entries_ = retried_ ? none : data_table_;
  code_entries_ = fetch_retried_ ? none : code_table_;
}

void MemoryPath::charge_misaligned(std::uint32_t vaddr, std::uint32_t bytes) {
  if (aligned(vaddr, bytes) || (bytes == 2 && vaddr % 4 == 1)) return;
  const Key key{Kind::misaligned, bytes, vaddr};
  if (log_.done(key)) return;
  clock_.base += params_.misaligned_cycles;
  log_.add(key);
}

// The steps of an aligned access are short: calls between them would cost as much as they do, and
// so would a size that is known only at run time.
template <std::uint32_t kBytes>
[[gnu::flatten]] Access MemoryPath::slow_load(std::uint32_t vaddr, std::uint32_t offset,
                                              void* value, bool for_store) {
  clock_.attention = true;
  if (plain(vaddr, kBytes)) return load_part(vaddr, offset, value, kBytes, for_store);
  return load_watched(vaddr, offset, value, kBytes, for_store);
}

template <std::uint32_t kBytes>
[[gnu::flatten]] Access MemoryPath::slow_store(std::uint32_t vaddr, std::uint32_t offset,
                                               const void* value) {
  clock_.attention = true;
  if (plain(vaddr, kBytes)) return store_part(vaddr, offset, value, kBytes);
  return store_watched(vaddr, offset, value, kBytes);
}

#define RC_INSTANTIATE(bytes)                                                              \
  template Access MemoryPath::slow_load<bytes>(std::uint32_t, std::uint32_t, void*, bool); \
  template Access MemoryPath::slow_store<bytes>(std::uint32_t, std::uint32_t, const void*)
RC_INSTANTIATE(1);
RC_INSTANTIATE(2);
RC_INSTANTIATE(4);
RC_INSTANTIATE(8);
#undef RC_INSTANTIATE

[[gnu::noinline]] Access MemoryPath::load_watched(std::uint32_t vaddr, std::uint32_t offset,
                                                  void* value, std::uint32_t bytes,
                                                  bool for_store) {
  const Access access = load_parts(vaddr, offset, value, bytes, for_store);
  if (access == Access::ok) {
    access_watch_.accessed(vaddr, bytes, false, clock_.base + offset);
  }
  return access;
}

[[gnu::noinline]] Access MemoryPath::store_watched(std::uint32_t vaddr, std::uint32_t offset,
                                                   const void* value, std::uint32_t bytes) {
  const Access access = store_parts(vaddr, offset, value, bytes);
  if (access == Access::ok) access_watch_.accessed(vaddr, bytes, true, clock_.base + offset);
  return access;
}

Access MemoryPath::load_parts(std::uint32_t vaddr, std::uint32_t offset, void* value,
                              std::uint32_t bytes, bool for_store) {
  if (flat_ != nullptr) return page_fault(log_, vaddr, for_store, false);
  charge_misaligned(vaddr, bytes);
  auto* to = static_cast<std::uint8_t*>(value);
  const std::uint32_t first = std::min(bytes, kLineBytes - vaddr % kLineBytes);
  const Access access = load_part(vaddr, offset, to, first, for_store);
  if (access != Access::ok || first == bytes) return access;
  return load_part(vaddr + first, offset, to + first, bytes - first, for_store);
}

Access MemoryPath::store_parts(std::uint32_t vaddr, std::uint32_t offset, const void* value,
                               std::uint32_t bytes) {
  if (flat_ != nullptr) {
    if (vaddr > flat_bytes_ - bytes) return page_fault(log_, vaddr, true, false);
    std::memcpy(flat_ + vaddr, value, bytes);
    overwritten(vaddr, bytes);
    return Access::ok;
  }
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
  const Access access = store_part(vaddr, offset, from, first);
  if (access != Access::ok || first == bytes) return access;
  return store_part(vaddr + first, offset, from + first, bytes - first);
}

Access MemoryPath::load_part(std::uint32_t vaddr, std::uint32_t offset, void* value,
                             std::uint32_t bytes, bool for_store) {
  const Key key{Kind::load, bytes, vaddr};
  log_.begin_part(key);
  if (log_.done(key, value)) return Access::ok;
  if (log_.replaying()) {
    if (const std::uint8_t* line = data_l0_.recall(vaddr)) {
      copy_bytes<8>(value, line + vaddr % kLineBytes, bytes);
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

Access MemoryPath::store_part(std::uint32_t vaddr, std::uint32_t offset, const void* value,
                              std::uint32_t bytes) {
  const Key key{Kind::store, bytes, vaddr};
  log_.begin_part(key);
  if (log_.done(key) || log_.replaying()) return Access::ok;
  std::uint32_t paddr;
  PageType type;
  if (!translate_at_once(dtlb_, vaddr, true, paddr, type)) {
    const Access access = translate(log_, vaddr, true, false, offset, paddr, type);
    if (access != Access::ok) return access;
  }
  return write_memory(log_, key, paddr, type, offset, static_cast<const std::uint8_t*>(value));
}

Access MemoryPath::read_memory(Log& log, Key key, std::uint32_t paddr, PageType type,
                               std::uint32_t offset, std::uint8_t* value) {
  if (type == PageType::uncached) return read_words(log, key, paddr, type, offset, value);

  const std::uint32_t at = paddr % kLineBytes;
  const std::uint32_t hit = l1d_.find(paddr);
  if (hit != Cache::kNone) {
    l1d_.touch(hit);
    ++counters_.l1d_hits;
    clock_.base += params_.l1d.hit_cycles;
    copy_bytes<8>(value, l1d_.data(hit) + at, key.bytes);
    log.add(key, value);
    if (observed(paddr)) note(paddr, key.bytes, clock_.base + offset, false, true);
    if (key.kind == Kind::load && may_load_inline(key.address, paddr)) {
      data_l0_.grant_load(key.address, l1d_, hit);
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
      l2_version_ += l2_.touch(l2_hit);
      copy_bytes<8>(value, l2_.data(l2_hit) + at, key.bytes);
      log.add(key, value);
      if (observed(paddr)) note(paddr, key.bytes, clock_.base + offset, false, true);
      if (fills()) {
        std::array<std::uint8_t, kLineBytes> line;  // the victim may change L2
        std::memcpy(line.data(), l2_.data(l2_hit), kLineBytes);
        install_l1d(paddr, line.data(), type, clock_.base + offset);
        if (key.kind == Kind::load && may_load_inline(key.address, paddr)) {
          data_l0_.grant_load(key.address, l1d_, l1d_.find(paddr));
        }
      }
      return Access::ok;
    }
  }
  if (!fills()) return read_words(log, key, paddr, type, offset, value);

  ++counters_.l1d_misses;
  if (through_l2) ++counters_.l2_misses;
  BusRequest request;
  request.op = BusOp::read_line;
  request.type = type;
  request.bytes = kLineBytes;
  request.paddr = line_of(paddr);
  raise_read(request, Miss{Miss::Target::l1d, key, paddr, type, &log}, offset);
  return retry(log);
}

Access MemoryPath::read_words(Log& log, Key key, std::uint32_t paddr, PageType type,
                              std::uint32_t offset, std::uint8_t* value) {
  for (std::uint32_t done = 0; done < key.bytes;) {
    const std::uint32_t bytes = word_bytes(paddr + done, key.bytes - done);
    const Key word{Kind::bus_read, bytes, key.address + done};
    if (!log.done(word, value + done)) {
      if (!wcb_.empty() && type == PageType::uncached && !flush_write_combine(offset)) {
        return retry(log);
      }
      if (!bus_ready(offset)) return retry(log);
      ++counters_.uncached_reads;
      BusRequest request;
      request.op = BusOp::read;
      request.type = type;
      request.locked = locked_;
      request.bytes = static_cast<std::uint8_t>(bytes);
      request.paddr = paddr + done;
      raise_read(request, Miss{Miss::Target::word, word, paddr + done, type, &log}, offset);
      return retry(log);
    }
    done += bytes;
  }
  log.add_whole(Kind::bus_read, key, value);
  return Access::ok;
}

Access MemoryPath::write_memory(Log& log, Key key, std::uint32_t paddr, PageType type,
                                std::uint32_t offset, const std::uint8_t* value) {
  if (type == PageType::mpbt) return write_combine(log, key, paddr, offset, value);

  const std::uint32_t at = paddr % kLineBytes;
  std::uint32_t hit = type == PageType::uncached ? Cache::kNone : l1d_.find(paddr);
  if (type == PageType::write_back) {
    if (params_.write_allocate && fills()) {
      const Key line{Kind::allocate, key.bytes, key.address};
      std::array<std::uint8_t, 8> before;
      if (!log.done(line) && hit == Cache::kNone) {
        const Access access = read_memory(log, line, paddr, type, offset, before.data());
        if (access != Access::ok) return access;
      }
      hit = l1d_.find(paddr);
    }
    if (hit != Cache::kNone) {
      watch_.before_store(paddr, key.bytes, l1d_.data(hit));
      copy_bytes<8>(l1d_.data(hit) + at, value, key.bytes);
      l1d_.set_dirty(hit);
      l1d_.touch(hit);
      ++counters_.l1d_hits;
      clock_.base += params_.l1d.hit_cycles;
      stored(key, paddr, offset);
      if (key.kind == Kind::store && may_store_inline(key.address, paddr)) {
        data_l0_.grant_store(key.address, l1d_, hit);
      }
      log.add_whole(Kind::allocate, key);
      return Access::ok;
    }
    if (!bus_ready(offset)) return retry(log);
    const std::uint32_t l2_hit = l2_on_ ? l2_.find(paddr) : Cache::kNone;
    if (l2_hit != Cache::kNone) {
      ++counters_.l1d_misses;
      ++counters_.l2_hits;
      bus_.occupy(clock_.base + offset + params_.l2.hit_cycles);
      watch_.before_store(paddr, key.bytes, l2_.data(l2_hit));
      write_l2(l2_hit, at, value, key.bytes);
      if (!l2_.dirty(l2_hit)) ++l2_version_;
      l2_.set_dirty(l2_hit);
      stored(key, paddr, offset);
      log.add(key);
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
      copy_bytes<8>(l1d_.data(hit) + at, value, key.bytes);
    } else {
      ++counters_.l1d_misses;
      if (l2_on_) ++(l2_hit != Cache::kNone ? counters_.l2_hits : counters_.l2_misses);
    }
    if (l2_hit != Cache::kNone) write_l2(l2_hit, at, value, key.bytes);
  }
  stored(key, paddr, offset);
  log.add_whole(Kind::bus_write, key);
  return Access::ok;
}

Access MemoryPath::write_words(Log& log, Key key, std::uint32_t paddr, PageType type,
                               std::uint32_t offset, const std::uint8_t* value) {
  for (std::uint32_t done = 0; done < key.bytes;) {
    const std::uint32_t bytes = word_bytes(paddr + done, key.bytes - done);
    const Key word{Kind::bus_write, bytes, key.address + done};
    if (!log.done(word)) {
      if (!wcb_.empty() && type == PageType::uncached && !flush_write_combine(offset)) {
        return retry(log);
      }
      if (!bus_ready(offset)) return retry(log);
      if (type == PageType::uncached) ++counters_.uncached_writes;
      watch_.give_up();
      BusRequest request;
      request.op = BusOp::write;
      request.type = type;
      request.posted = true;
      request.locked = locked_;
      request.bytes = static_cast<std::uint8_t>(bytes);
      request.paddr = paddr + done;
      copy_bytes<8>(request.data.data(), value + done, bytes);
      bus_.raise(request, clock_.base + offset);
      if (bytes != key.bytes) log.add(word);  // a single one is the whole access
    }
    done += bytes;
  }
  return Access::ok;
}

Access MemoryPath::write_combine(Log& log, Key key, std::uint32_t paddr, std::uint32_t offset,
                                 const std::uint8_t* value) {
  if (!wcb_.empty() && !wcb_.holds(paddr) && !flush_write_combine(offset)) return retry(log);
  if (wcb_.would_fill(paddr, key.bytes) && !bus_ready(offset)) return retry(log);
  watch_.give_up();
  wcb_.merge(paddr, value, key.bytes);
  ++counters_.wcb_merges;
  if (wcb_.full()) flush_write_combine(offset);
  const std::uint32_t hit = l1d_.find(paddr);
  if (hit != Cache::kNone) {
    copy_bytes<8>(l1d_.data(hit) + paddr % kLineBytes, value, key.bytes);
    l1d_.touch(hit);
  }
  stored(key, paddr, offset);
  log.add(key);
  return Access::ok;
}

// After every store that did not go through the L0 lookup table.
void MemoryPath::stored(Key key, std::uint32_t paddr, std::uint32_t offset) {
  if (observed(paddr)) note(paddr, key.bytes, clock_.base + offset, true, false);
  overwritten(paddr, key.bytes);
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
