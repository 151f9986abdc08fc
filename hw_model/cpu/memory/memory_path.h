// SPDX-License-Identifier: Apache-2.0
// The core's memory path: TLBs and page walk, L1I and L1D, unified L2, write-combine buffer, bus
// unit. Function and timing in one structure, as in silicon: cache lines hold their data (the cores
// are not coherent, so a stale line must stay stale), and misses go out as BusRequests.
//
// An access ends in one of three ways:
//   Access::ok     complete; stalls are already added to clock.base
//   Access::retry  the bus is needed and busy, or a request was just raised (see pending()). The
//                  instruction must not have had any architectural effect yet, and is executed
//                  again from the start when the bus has answered. Its completed accesses are then
//                  replayed from a log: reads give the same value, writes are not repeated. So it
//                  may make any number of accesses, if it repeats them in the same order. The
//                  executor calls instruction_done() after an instruction that took the slow path.
//                  Inline hits are not logged but read again from the same place. Therefore no
//                  instruction may store to one place twice, nor load() a place, store to it and
//                  then make another access that can retry: it would read its own store.
//                  load_for_store() is safe, and so is one store across lines.
//   Access::fault  page fault: fault() has CR2 and the error code; there was no effect.
//
// Time: the executor keeps `clock.base`, and an access happens at clock.base + offset, where offset
// is the static cycle of the micro-op inside its block. A stall moves clock.base.
//
// Behaviour modelled (sources: SCC facts 2.2, 2.8; Barrelfish TN-005):
//  - L1D write-back, 32-byte lines, no allocation on a write miss; L2 unified, write-back, no
//    allocation on a write miss; tree pseudo-LRU. A read miss fills L1 (and L2, except MPBT lines).
//    CoreParams.write_allocate, for experiments: a store that misses L1 in a write-back page reads
//    the line first, as a load would, and stores into L1.
//    A dirty L1 victim is written to L2 if it hits there, else to the bus as write_back.
//  - one outstanding bus transaction. A write that misses both levels is posted as BusOp::write; a
//    store that hits L2 only, and a dirty victim that L1 passes to L2, are posted too and keep L2
//    and the bus busy for l2.hit_cycles: a Pentium's stores leave through write buffers (Pentium
//    Processor Family Developer's Manual, vol. 1). The core goes on, and the next access that needs
//    L2 or the bus waits for the acknowledgement.
//  - MPBT pages: L1 only, write-through, the line marked MPBT; CL1INVMB drops all marked lines in
//    one cycle. Stores go to the write-combine buffer (and update a matching valid L1 line).
//  - write-combine buffer: one line. A store to another line, an uncached access or a serialising
//    instruction flushes it as write_combined (posted), and so does the store that fills it: RCCE
//    1.0.x writes whole-line flags and nothing behind them (SCC facts 2.2).
//    A flush needs the bus: the store that triggers it waits until the bus is free.
//    An MPBT read of the buffered line flushes it first.
//  - a locked read-modify-write goes to L2 or the bus, also if L1 holds the line: LOCK# is asserted
//    on the Pentium's bus in any case (Intel SDM 3A, 8.1.4). L1 writes its line back if it is dirty
//    and drops it; neither the read nor the write fills L1. The core waits for a write to L2.
//  - uncached pages: read waits, write is posted.
//  - paging: 4 KB pages (with CR4.PSE also of 4 MB, which take a TLB entry for each 4 KB), two-level walk through L1D/L2 with accessed/dirty bits set by locked
//    update; PTE bit 7 with CR4 bit 4 (MPE) set = MPBT; PCD = uncached; PWT = write-through.
//    Without CR0.PG every page is write_back.
//  - while CR0.CD = 1 hits are still served, misses fill nothing and go out as single words.
//  - WAYDISABLE in L2CFG bypasses L2: it is not looked up, its lines stay as they are.
//
// Inaccuracies and assumptions, where the sources are silent:
//  - L2 is looked up only while the bus is free; a hit costs l2.hit_cycles, a miss itself nothing.
//  - L2 is not inclusive. Dirty victims of a fill go out after it, L2's first, one by one, and the
//    bus is busy meanwhile. complete() raises the next one, so check pending() after it.
//  - bus words are naturally aligned: a misaligned one goes out as two or three.
//  - an uncached access bypasses the caches. Write-through stores update L1 and L2 and are posted.
//  - a misaligned access (not naturally aligned, save for two bytes inside an aligned four) costs
//    misaligned_cycles, once.
//  - TLBs replace first in first out (tlb.h). A store to a page whose TLB entry lacks the dirty bit
//    walks again. A walk takes page_walk_cycles beyond its reads, and begins when the bus is free:
//    only so do the barriers of two laboratories fit (docs/timing.md).
//  - code: L1I lines hold their bytes. A store drops the L1I line it hits. A fetch that misses L1I
//    takes a dirty L1D line in preference to L2, at the cost of an L2 hit. Code from uncached and
//    MPBT pages, or under CR0.CD, goes through two 32-byte fetch buffers, first in first out.
//  - WBINVD writes back L1D to L2 or the bus and empties L1; it does not reach L2.
//  - MPBT stores touch the replacement tree of the L1 line they update.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "hw_model/cpu/access_observer.h"
#include "hw_model/cpu/backdoor.h"
#include "hw_model/cpu/bus.h"
#include "hw_model/cpu/counters.h"
#include "hw_model/cpu/memory/access.h"
#include "hw_model/cpu/memory/access_watch.h"
#include "hw_model/cpu/memory/bus_unit.h"
#include "hw_model/cpu/memory/cache.h"
#include "hw_model/cpu/memory/code_watch.h"
#include "hw_model/cpu/memory/l0_lookup_table.h"
#include "hw_model/cpu/memory/line_set.h"
#include "hw_model/cpu/memory/replay_log.h"
#include "hw_model/cpu/memory/store_watch.h"
#include "hw_model/cpu/memory/tlb.h"
#include "hw_model/cpu/memory/write_combine.h"
#include "hw_model/cpu/params.h"
#include "hw_model/cpu/prompt_target.h"
#include "hw_model/kernel/state_image.h"
#include "hw_model/kernel/time.h"

namespace rc::kernel {
class Archive;
}

namespace rc::cpu {

class MemoryPath {
 public:
  MemoryPath(const CoreParams& params, CoreClock& clock, CoreCounters& counters);
  MemoryPath(const MemoryPath&) = delete;
  MemoryPath& operator=(const MemoryPath&) = delete;
  // Cold: caches, TLBs and buffers invalid, paging off, supervisor, CR0.CD = 0, L2 on.
  void reset();

  // Functional mode for CoreParams.caches == false: `bytes` (at least 8) of host memory at address
  // 0, no paging, no time. An access beyond it is a page fault. Stays until reset().
  void attach_flat(std::uint8_t* memory, std::uint32_t bytes);

  // Control registers that matter here. A change of CR0.PG, CR3 or CR4.MPE flushes the TLBs;
  // rewriting CR3 with its old value must flush as well: call flush_tlbs().
  void set_paging(std::uint32_t cr0, std::uint32_t cr3, std::uint32_t cr4);
  void flush_tlbs();
  void invalidate_page(std::uint32_t vaddr);  // INVLPG
  void set_user_mode(bool user);
  bool user_mode() const { return user_; }
  // On: an access of user mode that is not naturally aligned ends in a fault.
  void check_alignment(bool on) { alignment_ = on; }
  void set_l2_enabled(bool on);  // WAYDISABLE

  // --- data: T is uint8_t, uint16_t, uint32_t or uint64_t; misaligned and line- or page-crossing
  // accesses are handled. Inline for a hit in the L0 lookup table, else out of line.
  template <class T>
  Access load(std::uint32_t vaddr, std::uint32_t offset, T& value);
  template <class T>
  Access store(std::uint32_t vaddr, std::uint32_t offset, T value);
  // For read-modify-write: checks write permission as the load happens, so that the store of the
  // same instruction cannot fault.
  template <class T>
  Access load_for_store(std::uint32_t vaddr, std::uint32_t offset, T& value);
  // The two parts of these: a hit in the L0 lookup table, which the caller counts and after which
  // CoreClock.attention is as before; and if there is none, the rest.
  template <bool kForStore, class T>
  bool load_hit(std::uint32_t vaddr, T& value) const;
  template <bool kForStore, class T>
  Access load_elsewhere(std::uint32_t vaddr, std::uint32_t offset, T& value);
  template <class T>
  bool store_hit(std::uint32_t vaddr, T value) const;
  template <class T>
  Access store_elsewhere(std::uint32_t vaddr, std::uint32_t offset, T value);
  // The hit alone: where the `bytes` of the access are.
  template <bool kForStore>
  bool hit(std::uint32_t vaddr, std::uint32_t bytes, std::uint8_t*& place) const;
  // Around a locked instruction. Its bus words carry BusRequest::locked.
  void set_locked(bool locked) {
    locked_ = locked;
    data_entries_ = locked || retried_ ? &L0LookupTable::no_entries() : data_table_;
  }
  // Clears the replay log. Due after every instruction, complete or abandoned, that set attention.
  // After Access::retry the same instruction must be retried before any other.
  void instruction_done(std::uint32_t eip);
  // Due when an instruction stops before its end.
  void instruction_stopped(std::uint32_t eip);

  // --- code: called by the executor for each 32-byte line of a block. Has a replay log of its own,
  // which instruction_done() leaves alone.
  Access fetch(std::uint32_t vaddr, std::uint32_t offset);
  bool fetch_hit(std::uint32_t vaddr) const;  // its first part, as load_hit()
  // Side-effect-free read of instruction bytes for the decoder, as a fetch at this moment would see
  // them. False: the translation is not in the ITLB or a line not in the caches; call fetch() for
  // the line first (after fetch() == ok the line is readable here).
  bool read_code(std::uint32_t vaddr, std::uint8_t* bytes, std::uint32_t count);
  // The hook is called when a store hits a page marked here, and for every range of bytes in which
  // a line entering L1I differs from what read_code() last returned. It may be called from store(),
  // fetch(), complete() and poke(), and may call nothing here but mark_code_page().
  void mark_code_page(std::uint32_t paddr, bool holds_code);
  using CodeWriteHook = void (*)(void* context, std::uint32_t paddr, std::uint32_t bytes);
  void on_code_write(CodeWriteHook hook, void* context);
  Access translate(std::uint32_t vaddr, bool write, bool code, std::uint32_t offset,
                   std::uint32_t& paddr, PageType& type);

  // --- special instructions; the executor counts their issue cycles.
  Access cl1invmb(std::uint32_t offset);
  Access serialise(std::uint32_t offset);  // flush the write-combine buffer, wait for the bus
  Access wbinvd(std::uint32_t offset);
  void invd();
  // IN and OUT of 1, 2 or 4 bytes: one transaction each, behind what is under way. Without caches
  // (attach_flat()) there are no ports: IN reads ones.
  Access read_port(std::uint32_t port, std::uint32_t bytes, std::uint32_t offset,
                   std::uint32_t& value);
  Access write_port(std::uint32_t port, std::uint32_t bytes, std::uint32_t offset,
                    std::uint32_t value);

  const PageFault& fault() const { return fault_; }

  // --- bus unit
  bool pending() const { return bus_.pending(); }  // raised and not yet taken
  const BusRequest& request() const { return bus_.request(); }
  kernel::Cycle request_cycle() const { return bus_.request_cycle(); }
  void take_request() { bus_.take(); }
  bool outstanding() const { return bus_.outstanding(); }  // raised and not yet complete
  // Until the next call `target` answers what it can of what is raised before cycle `before`; with
  // L2 on, no fetches. 0: nothing.
  void answer_at_once(PromptTarget* target, kernel::Cycle before);
  // Whether the last transaction since the last call was a write that was answered at once.
  bool take_posted_at_once() { return std::exchange(posted_at_once_, false); }
  // For a request the core waits for, moves clock.base to `cycle`. For a posted one `cycle` may lie
  // in the core's past or future: only a later need of the bus looks at it.
  void complete(kernel::Cycle cycle, const BusReply& reply);
  bool bus_error() const { return bus_error_; }  // a reply carried an error; stays until reset()
  const BusRequest& failed_request() const { return failed_request_; }

  // --- instruments and fast-forward, as in core.h
  void observe(CoreAccessObserver* observer, unsigned unit, std::uint32_t from);
  bool peek(std::uint32_t vaddr, void* data, std::uint32_t bytes,
            const BackdoorMemory& backdoor) const;
  bool poke(std::uint32_t vaddr, const void* data, std::uint32_t bytes,
            const BackdoorMemory& backdoor);
  bool translate_quietly(std::uint32_t vaddr, const BackdoorMemory& backdoor, std::uint32_t& paddr,
                         PageType& type) const;
  void fingerprint(kernel::Cycle origin, kernel::StateImage& image) const;
  void archive(kernel::Archive& archive);
  // What the decoder knows of the code in [first, end).
  void archive_code(kernel::Archive& archive, std::uint32_t first, std::uint32_t end);
  void watch_stores(bool on);
  bool stores_neutral() const;
  void shift_time(kernel::Cycle cycles) { bus_.shift_time(cycles); }

  // `hook` hears of every access to one of `ranges`, also of those of an instruction that is
  // retried and of poke().
  void watch_accesses(std::vector<WatchedRange> ranges, AccessWatch::Hook hook, void* context);

  // Test switch: without the L0 lookup tables every access takes the slow path. Changes no cycle.
  void set_l0_tables(bool on);

 private:
  using Log = ReplayLog;
  using Key = ReplayLog::Key;
  using Kind = ReplayLog::Kind;

  static constexpr std::uint32_t kPaging = 1u << 31, kCacheDisable = 1u << 30,
                                 kWriteProtect = 1u << 16, kPageSize = 1u << 4, kMpe = 1u << 11;

  // The read the core is waiting for.
  struct Miss {
    enum class Target : std::uint8_t { l1d, word, l1i, fetch_buffer, port };
    Target target = Target::l1d;
    Key key;
    std::uint32_t paddr = 0;
    PageType type = PageType::write_back;
    Log* log = nullptr;
  };
  struct FetchBuffer {
    bool valid = false;
    std::uint32_t paddr = 0;
    std::array<std::uint8_t, kLineBytes> data{};
  };

  bool paging() const { return cr0_ & kPaging; }
  bool fills() const { return !(cr0_ & kCacheDisable); }
  void select_l0_tables();
  void end_instruction();

  // load.cpp, store.cpp: data
  template <std::uint32_t kBytes>
  Access slow_load(std::uint32_t vaddr, std::uint32_t offset, void* value, bool for_store);
  template <std::uint32_t kBytes>
  Access slow_store(std::uint32_t vaddr, std::uint32_t offset, const void* value);
  template <std::uint32_t kBytes>
  Access load_first(std::uint32_t vaddr, std::uint32_t offset, void* value, bool for_store);
  template <std::uint32_t kBytes>
  Access store_first(std::uint32_t vaddr, std::uint32_t offset, const void* value);
  template <std::uint32_t kBytes>
  bool store_below(std::uint32_t vaddr, std::uint32_t offset, const void* value);
  static bool aligned(std::uint32_t vaddr, std::uint32_t bytes) {
    return (vaddr & (bytes - 1)) == 0;
  }
  // One part, without penalty, and no range is watched.
  bool plain(std::uint32_t vaddr, std::uint32_t bytes) const {
    return aligned(vaddr, bytes) && flat_ == nullptr && access_watch_.ranges().empty();
  }
  Access load_watched(std::uint32_t vaddr, std::uint32_t offset, void* value, std::uint32_t bytes,
                      bool for_store);
  Access store_watched(std::uint32_t vaddr, std::uint32_t offset, const void* value,
                       std::uint32_t bytes);
  bool forbidden(std::uint32_t vaddr, std::uint32_t bytes);
  void charge_misaligned(std::uint32_t vaddr, std::uint32_t bytes);
  // Whether an earlier attempt completed the part of an access; if not, the part itself.
  bool load_done(Key key, void* value);
  Access load_part(Key key, std::uint32_t offset, void* value, bool for_store);
  bool store_done(Key key);
  Access keep_loaded(std::uint32_t vaddr, std::uint32_t offset);
  Access store_part(Key key, std::uint32_t offset, const void* value);
  Access read_memory(Log& log, Key key, std::uint32_t paddr, PageType type, std::uint32_t offset,
                     std::uint8_t* value);
  Access read_locked(Key key, std::uint32_t paddr, PageType type, std::uint32_t offset,
                     std::uint8_t* value);
  Access read_words(Log& log, Key key, std::uint32_t paddr, PageType type, std::uint32_t offset,
                    std::uint8_t* value);
  Access write_memory(Log& log, Key key, std::uint32_t paddr, PageType type, std::uint32_t offset,
                      const std::uint8_t* value);
  Access write_words(Log& log, Key key, std::uint32_t paddr, PageType type, std::uint32_t offset,
                     const std::uint8_t* value);
  Access write_combine(Log& log, Key key, std::uint32_t paddr, std::uint32_t offset,
                       const std::uint8_t* value);
  void stored(Key key, std::uint32_t paddr, std::uint32_t offset);
  void overwritten(std::uint32_t paddr, std::uint32_t bytes);
  bool may_load_inline(std::uint32_t vaddr, std::uint32_t paddr) const {
    return !observed(paddr) && !access_watch_.covers_line(vaddr);
  }
  bool may_store_inline(std::uint32_t vaddr, std::uint32_t paddr) const;
  Access load_parts(std::uint32_t vaddr, std::uint32_t offset, void* value, std::uint32_t bytes,
                    bool for_store);
  Access store_parts(std::uint32_t vaddr, std::uint32_t offset, const void* value,
                     std::uint32_t bytes);

  // levels.cpp: fills, victims, bus
  // False: the previous transaction has no answer yet.
  bool bus_ready(std::uint32_t offset);
  bool flush_write_combine(std::uint32_t offset);
  void stall(kernel::Cycle cycles, std::uint64_t& counter);
  Access retry(Log& log);
  void answered(kernel::Cycle cycle, kernel::Cycle raised, const BusReply& reply, bool line);
  // Of a whole line, unless a word is what misses.
  BusRequest& raise_read(Miss::Target target, Log& log, Key key, std::uint32_t paddr, PageType type,
                         std::uint32_t offset);
  // Returns where it is.
  std::uint32_t install_l1d(std::uint32_t paddr, const std::uint8_t* data, PageType type,
                            kernel::Cycle cycle);
  void install_l2(std::uint32_t paddr, const std::uint8_t* data, kernel::Cycle cycle);
  void install_code(std::uint32_t paddr, const std::uint8_t* data, PageType type);
  void write_l2(std::uint32_t line, std::uint32_t first, const void* data, std::uint32_t bytes) {
    l2_touches_ += l2_.touch(line);
    l2_version_ += !kernel::same_bytes(l2_.data(line) + first, data, bytes);
    kernel::copy_bytes(l2_.data(line) + first, data, bytes);
  }
  void make_dirty_l2(std::uint32_t line) {
    l2_version_ += !l2_.dirty(line);
    l2_.set_dirty(line);
  }
  void evict_l1d(std::uint32_t line, kernel::Cycle cycle);
  void post_victim(std::uint32_t paddr, const std::uint8_t* data, kernel::Cycle cycle);
  void drop_l1();

  // port.cpp: the request, once the bus is free; else null
  BusRequest* raise_port(BusOp op, Key key, std::uint32_t offset);

  // prompt.cpp: false if the owner has to answer
  bool prompt(std::uint32_t offset) const;
  bool read_at_once(std::uint32_t paddr, std::uint32_t bytes, std::uint8_t* data,
                    std::uint32_t offset, std::uint64_t& stalled);
  bool fill_at_once(Log& log, Key key, std::uint32_t paddr, PageType type, std::uint32_t offset,
                    std::uint8_t* value);
  bool fetch_at_once(std::uint32_t paddr, PageType type, std::uint32_t offset);
  bool load_word_at_once(Log& log, Key word, std::uint32_t paddr, std::uint32_t offset,
                         std::uint8_t* value);
  bool post_word_at_once(std::uint32_t paddr, std::uint32_t bytes, const std::uint8_t* value,
                         std::uint32_t offset);
  // A store that misses L1D and goes out as one word, as store_part() does it.
  template <std::uint32_t kBytes>
  bool store_at_once(Key key, std::uint32_t offset, const void* value);

  // page_walk.cpp
  // False: it takes a walk, or is a page fault.
  bool translate_at_once(const Tlb& tlb, std::uint32_t vaddr, bool write, std::uint32_t& paddr,
                         PageType& type) const;
  Access translate(Log& log, std::uint32_t vaddr, bool write, bool code, std::uint32_t offset,
                   std::uint32_t& paddr, PageType& type);
  Access walk_read(Log& log, std::uint32_t paddr, std::uint32_t offset, std::uint32_t& entry);
  Access walk_write(Log& log, std::uint32_t paddr, std::uint32_t offset, std::uint32_t entry);
  PageType page_type(std::uint32_t entry) const;
  // Whether the entry of a directory is a page of 4 MB, and the 4 KB of it that hold `vaddr`.
  bool large_page(std::uint32_t entry) const { return (entry & 1u << 7) && (cr4_ & kPageSize); }
  static std::uint32_t part_of_large_page(std::uint32_t entry, std::uint32_t vaddr) {
    return (entry & 0xffc00000) | (vaddr & 0x3ff000);
  }
  bool permitted(bool user, bool writable, bool write) const;
  Access page_fault(Log& log, std::uint32_t vaddr, bool write, bool present);

  // code.cpp
  void end_fetch();
  Access slow_fetch(std::uint32_t vaddr, std::uint32_t offset);
  Access fetch_line(Key key, std::uint32_t paddr, PageType type, std::uint32_t vaddr,
                    std::uint32_t offset);
  const std::uint8_t* buffered_code(std::uint32_t paddr) const;
  const std::uint8_t* visible_code(std::uint32_t paddr, PageType type) const;
  void drop_code(std::uint32_t paddr);

  // instruments.cpp
  void peek_line_part(std::uint32_t paddr, PageType type, std::uint8_t* data, std::uint32_t bytes,
                      const BackdoorMemory& backdoor) const;
  void poke_line_part(std::uint32_t paddr, const std::uint8_t* data, std::uint32_t bytes,
                      const BackdoorMemory& backdoor);
  // Observed accesses never go through the L0 lookup table.
  bool observed(std::uint32_t paddr) const { return paddr >= observed_from_; }
  void note(std::uint32_t paddr, std::uint32_t bytes, kernel::Cycle cycle, bool store, bool cached);
  void report(std::uint32_t eip);

  // First the members that the inline paths use, then what a miss looks at: with many cores the
  // host has none of it in its nearest cache, so it lies together. The large tables come last.
  const L0LookupTable::Entries* data_entries_;
  const L0LookupTable::Entries* code_entries_;
  // What these are while no instruction is retried: the tables, or none.
  const L0LookupTable::Entries* data_table_;
  const L0LookupTable::Entries* code_table_;
  std::uint8_t* flat_ = nullptr;
  std::uint32_t flat_bytes_ = 0;
  std::uint32_t observed_from_ = ~0u;
  CoreClock& clock_;
  CoreCounters& counters_;
  std::uint32_t cr0_ = 0, cr3_ = 0, cr4_ = 0;
  bool user_ = false;
  bool alignment_ = false;
  bool l2_on_ = true;
  bool locked_ = false;
  bool retried_ = false, fetch_retried_ = false;
  bool bus_error_ = false;
  bool posted_at_once_ = false, serialised_ = false;
  bool l0_on_ = true;
  PromptTarget* prompt_ = nullptr;
  kernel::Cycle prompt_before_ = 0;
  BusUnit bus_;
  Miss miss_;
  Log log_;
  AccessWatch access_watch_;
  StoreWatch watch_;
  std::vector<CoreAccess> noted_;  // of the present instruction
  WriteCombineBuffer wcb_;
  const CoreParams params_;
  Cache l1d_, l2_;
  Tlb dtlb_;
  // In a fingerprint, instead of L1I's lines and those of L2: incremented by every change.
  std::uint64_t l1i_version_ = 0, l2_version_ = 0;
  std::uint64_t l2_touches_ = 0;  // that changed L2's trees, which may come back
  LineSet mpbt_lines_;            // of L1D, at least; a line may have got other contents

  Cache l1i_;
  Tlb itlb_;
  Log fetch_log_;
  std::array<FetchBuffer, 2> fetch_buffers_;
  std::uint32_t next_fetch_buffer_ = 0;
  PageFault fault_;
  BusRequest failed_request_;
  CodeWriteHook code_hook_ = nullptr;
  void* code_hook_context_ = nullptr;
  CoreAccessObserver* observer_ = nullptr;
  unsigned observed_unit_ = 0;

  L0LookupTable data_l0_, code_l0_;
  CodeWatch code_;
};

}  // namespace rc::cpu

#include "hw_model/cpu/memory/memory_path_inline.h"
