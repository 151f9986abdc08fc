// The core's memory path: TLBs and page walk, L1I and L1D, unified L2, write-combine buffer, bus
// unit. Function and timing in one structure, as in silicon: cache lines hold their data (the cores
// are not coherent, so a stale line must stay stale), and what misses goes out as a BusRequest.
//
// Every access can end in one of three ways:
//   Access::ok     done; stalls are already added to clock.base
//   Access::retry  the bus is needed and busy, or a request was just raised (see pending()):
//                  the instruction must have had no architectural effect yet, and is executed
//                  again, from the start, when the bus has answered. Accesses of this attempt that
//                  were already completed are replayed from a log (reads give the same value,
//                  writes are not repeated), so an instruction may make any number of accesses in
//                  any order as long as it repeats them in the same order. The executor calls
//                  instruction_done() after an instruction that took the slow path.
//   Access::fault  page fault: fault() tells CR2 and the error code; no effect took place.
//
// Time: the executor keeps `clock.base`, and an access happens at clock.base + offset, where offset
// is the static cycle of the micro-op inside its block. A stall moves clock.base.
//
// Behaviour modelled (sources: SCC facts 2.2, 2.8; Barrelfish TN-005):
//  - L1D write-back, 32-byte lines, no allocation on a write miss; L2 unified, write-back, no
//    allocation on a write miss; tree pseudo-LRU. A read miss fills L1 (and L2, except MPBT lines).
//    A dirty L1 victim is written to L2 if it hits there, else to the bus as write_back.
//  - one outstanding bus transaction. A write that misses both levels is posted as BusOp::write: the
//    core goes on, and the next access that needs L2 or the bus waits for the acknowledgement.
//  - MPBT pages: L1 only, write-through, the line marked MPBT; CL1INVMB drops all marked lines in
//    one cycle. Stores go to the write-combine buffer (and update a matching valid L1 line).
//  - write-combine buffer: one line. A store to another line, an uncached access, a full line when
//    the next store arrives, or a serialising instruction flushes it as write_combined (posted).
//    A flush needs the bus: the store that triggers it waits until the bus is free, then fills the
//    empty buffer and the core goes on. MPBT reads of the very line in the buffer flush it first.
//  - uncached pages: read waits, write is posted.
//  - paging: 4 KB pages, two-level walk through L1D/L2 with accessed/dirty bits set by locked
//    update; PTE bit 7 with CR4 bit 4 (MPE) set = MPBT; PCD = uncached; PWT = write-through.
//    Without CR0.PG every page is write_back.
//  - L1 enabled while CR0.CD = 0; WAYDISABLE in L2CFG bypasses L2.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/cpu/bus.h"
#include "hw_model/cpu/core.h"
#include "hw_model/cpu/params.h"
#include "hw_model/kernel/time.h"

namespace rc::cpu {

enum class Access : std::uint8_t { ok, retry, fault };

struct CoreClock {
  kernel::Cycle base = 0;
  // Set by every access (data, code, special) that left the inline fast path, whatever its result;
  // cleared by the executor. While it is false after an access, base has not moved, pending() is
  // false and instruction_done() is not needed: one test instead of three per access.
  bool attention = false;
};

struct PageFault {
  std::uint32_t cr2 = 0;
  std::uint32_t error_code = 0;
};

class MemoryPath {
 public:
  MemoryPath(const CoreParams& params, CoreClock& clock, CoreCounters& counters);
  ~MemoryPath();
  void reset();

  // Control registers that matter here; a change flushes the TLBs as the manual says.
  void set_paging(std::uint32_t cr0, std::uint32_t cr3, std::uint32_t cr4);
  void invalidate_page(std::uint32_t vaddr);  // INVLPG
  void set_user_mode(bool user);

  // --- data: T is uint8_t, uint16_t, uint32_t or uint64_t; misaligned and line- or page-crossing
  // accesses are handled (and cost params.misaligned_cycles). Inline L0 fast path, then *_slow.
  template <class T>
  Access load(std::uint32_t vaddr, std::uint32_t offset, T& value);
  template <class T>
  Access store(std::uint32_t vaddr, std::uint32_t offset, T value);
  // For read-modify-write: checks write permission as the load happens, so that the store of the
  // same instruction cannot fault.
  template <class T>
  Access load_for_store(std::uint32_t vaddr, std::uint32_t offset, T& value);
  void set_locked(bool locked);  // the accesses of a LOCKed instruction go to the bus where uncached
  void instruction_done();       // forget the replay log

  // --- code: called by the block executor for each 32-byte line a block spans.
  struct CodeLine;  // opaque handle of one L1I line, kept in a block
  Access fetch(std::uint32_t vaddr, std::uint32_t offset);
  // Side-effect-free read of instruction bytes for the decoder, as this core sees memory. False:
  // the bytes are not in the caches and must come over the bus; call fetch() for the line first
  // (after fetch() == ok the line is readable here).
  bool read_code(std::uint32_t vaddr, std::uint8_t* bytes, std::uint32_t count);
  // Called by the path when a store hits a page marked as holding decoded code.
  void mark_code_page(std::uint32_t paddr, bool holds_code);
  using CodeWriteHook = void (*)(void* context, std::uint32_t paddr, std::uint32_t bytes);
  void on_code_write(CodeWriteHook hook, void* context);
  Access translate(std::uint32_t vaddr, bool write, bool code, std::uint32_t offset,
                   std::uint32_t& paddr, PageType& type);

  // --- special instructions
  Access cl1invmb(std::uint32_t offset);
  Access serialise(std::uint32_t offset);  // flush the write-combine buffer, wait for the bus
  Access wbinvd(std::uint32_t offset);
  void invd();

  const PageFault& fault() const;

  // --- bus unit
  bool pending() const;                 // a request was raised and not yet taken by take_request()
  const BusRequest& request() const;
  kernel::Cycle request_cycle() const;
  bool outstanding() const;             // raised and not yet complete
  void complete(kernel::Cycle cycle, const BusReply& reply);

  // --- instruments and fast-forward, as in core.h
  bool peek(std::uint32_t vaddr, void* data, std::uint32_t bytes, const Core::Backing& backing) const;
  bool poke(std::uint32_t vaddr, const void* data, std::uint32_t bytes, const Core::Backing& backing);
  void fingerprint(kernel::Cycle origin, std::vector<std::uint8_t>& image) const;
  void watch_stores(bool on);
  bool stores_neutral() const;
  void shift_time(kernel::Cycle cycles);
};

}  // namespace rc::cpu
