// SPDX-License-Identifier: Apache-2.0
// Paging: two levels, 4 KB pages, 4 MB pages by the page size bit (bit 7) of a directory's entry while
// CR4.PSE is set, with the SCC's MPBT type in the same bit of a table's
// entry while CR4.MPE is set and CR4.PSE is not (sccsys.h of the SCC's Linux, which refuses to start
// with PSE).
#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {
namespace {

// Page table entry bits; the directory uses the first three and `accessed` alike.
constexpr std::uint32_t kPresent = 1u << 0, kWritable = 1u << 1, kUser = 1u << 2,
                        kWriteThrough = 1u << 3, kUncached = 1u << 4, kAccessed = 1u << 5,
                        kDirty = 1u << 6, kMpbt = 1u << 7;

}  // namespace

PageType MemoryPath::page_type(std::uint32_t entry) const {
  if ((entry & kMpbt) && (cr4_ & (kMpe | kPageSize)) == kMpe) return PageType::mpbt;
  if (entry & kUncached) return PageType::uncached;
  return entry & kWriteThrough ? PageType::write_through : PageType::write_back;
}

void MemoryPath::set_paging(std::uint32_t cr0, std::uint32_t cr3, std::uint32_t cr4) {
  const bool remapped =
      ((cr0 ^ cr0_) & kPaging) || cr3 != cr3_ || ((cr4 ^ cr4_) & (kMpe | kPageSize));
  const bool reprotected = (cr0 ^ cr0_) & kWriteProtect;
  cr0_ = cr0;
  cr3_ = cr3;
  cr4_ = cr4;
  if (remapped) flush_tlbs();
  if (reprotected) data_l0_.drop_all();
}

void MemoryPath::flush_tlbs() {
  itlb_.flush();
  dtlb_.flush();
  data_l0_.drop_all();
  code_l0_.drop_all();
}

void MemoryPath::invalidate_page(std::uint32_t vaddr) {
  itlb_.invalidate(vaddr);
  dtlb_.invalidate(vaddr);
  data_l0_.drop_page(page_of(vaddr));
  code_l0_.drop_page(page_of(vaddr));
  data_l0_.forget_copies();
  code_l0_.forget_copies();
}

void MemoryPath::set_user_mode(bool user) {
  if (user == user_) return;
  user_ = user;
  data_l0_.drop_all();
  code_l0_.drop_all();
}

Access MemoryPath::page_fault(Log& log, std::uint32_t vaddr, bool write, bool present) {
  fault_ = {vaddr, (present ? 1u : 0u) | (write ? 2u : 0u) | (user_ ? 4u : 0u)};
  if (&log == &log_) {
    end_instruction();
  } else {
    end_fetch();
  }
  return Access::fault;
}

Access MemoryPath::translate(std::uint32_t vaddr, bool write, bool code, std::uint32_t offset,
                             std::uint32_t& paddr, PageType& type) {
  clock_.attention = true;
  struct {
    std::uint32_t paddr;
    PageType type;
  } result{};
  const Key key{Kind::translate, sizeof result, vaddr};
  Log& log = code ? fetch_log_ : log_;
  log.begin_part(key);
  if (!log.done(key, &result)) {
    const Access access = translate(log, vaddr, write, code, offset, result.paddr, result.type);
    if (access != Access::ok) return access;
    log.add(key, &result);
  }
  if (code) end_fetch();
  paddr = result.paddr;
  type = result.type;
  return Access::ok;
}

Access MemoryPath::translate(Log& log, std::uint32_t vaddr, bool write, bool code,
                             std::uint32_t offset, std::uint32_t& paddr, PageType& type) {
  Tlb& tlb = code ? itlb_ : dtlb_;
  if (translate_at_once(tlb, vaddr, write, paddr, type)) return Access::ok;
  const Tlb::Entry* known = tlb.find(vaddr);
  if (known != nullptr && !permitted(known->user, known->writable, write)) {
    return page_fault(log, vaddr, write, true);
  }

  const std::uint32_t directory_entry_at = page_of(cr3_) + (vaddr >> 22) * 4;
  std::uint32_t directory_entry = 0;
  Access access = walk_read(log, directory_entry_at, offset, directory_entry);
  if (access != Access::ok) return access;
  if (!(directory_entry & kPresent)) return page_fault(log, vaddr, write, false);

  // A page of 4 MB: its entry stands for that of each of its parts.
  const bool large = large_page(directory_entry);
  const std::uint32_t table_entry_at =
      large ? directory_entry_at : page_of(directory_entry) + ((vaddr >> 12) & 1023) * 4;
  std::uint32_t table_entry = directory_entry;
  if (!large) {
    access = walk_read(log, table_entry_at, offset, table_entry);
    if (access != Access::ok) return access;
  }
  if (!(table_entry & kPresent)) return page_fault(log, vaddr, write, false);
  const std::uint32_t both = directory_entry & table_entry;
  if (!permitted(both & kUser, both & kWritable, write)) {
    return page_fault(log, vaddr, write, true);
  }

  if (!large && !(directory_entry & kAccessed)) {
    access = walk_write(log, directory_entry_at, offset, directory_entry | kAccessed);
    if (access != Access::ok) return access;
  }
  const std::uint32_t marks = kAccessed | (write ? kDirty : 0);
  if ((table_entry & marks) != marks) {
    access = walk_write(log, table_entry_at, offset, table_entry | marks);
    if (access != Access::ok) return access;
  }
  // Behind a write that is under way, as an access to L2.
  if (params_.page_walk_cycles != 0) {
    if (!bus_ready(offset)) return retry(log);
    stall(params_.page_walk_cycles, code ? counters_.stall_l1i : counters_.stall_l2);
  }
  log.retract_walk();

  if (known == nullptr) ++counters_.tlb_misses;
  Tlb::Entry& place = tlb.place(vaddr);
  // Drop the old page from the L0 lookup table, too: it must walk again at its next access.
  if (place.valid() && place.vpage != page_of(vaddr)) {
    (code ? code_l0_ : data_l0_).drop_page(place.vpage);
  }
  data_l0_.deny_below();
  place.vpage = page_of(vaddr);
  place.ppage = large ? part_of_large_page(table_entry, vaddr) : page_of(table_entry);
  place.type = page_type(table_entry);
  place.user = both & kUser;
  place.writable = both & kWritable;
  place.dirty = (table_entry | marks) & kDirty;
  paddr = place.ppage | vaddr % kPageBytes;
  type = place.type;
  return Access::ok;
}

// Entries are moved in words of the longest access, as the steps that copy them expect.
Access MemoryPath::walk_read(Log& log, std::uint32_t paddr, std::uint32_t offset,
                             std::uint32_t& entry) {
  const Key key{Kind::walk_read, 4, paddr};
  std::uint64_t word = 0;
  if (!log.done(key, &word)) {
    const Access access = read_memory(log, key, paddr, PageType::write_back, offset,
                                      reinterpret_cast<std::uint8_t*>(&word));
    if (access != Access::ok) return access;
  }
  entry = static_cast<std::uint32_t>(word);
  return Access::ok;
}

Access MemoryPath::walk_write(Log& log, std::uint32_t paddr, std::uint32_t offset,
                              std::uint32_t entry) {
  const Key key{Kind::walk_write, 4, paddr};
  if (log.done(key)) return Access::ok;
  const std::uint64_t word = entry;
  return write_memory(log, key, paddr, PageType::write_back, offset,
                      reinterpret_cast<const std::uint8_t*>(&word));
}

}  // namespace rc::cpu
