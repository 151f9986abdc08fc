// One P54C-class core ("GaussLake") with L1I, L1D, L2 and write-combine buffer: the whole of what
// sits left of the tile's MIU. A plain object that knows no SystemC: the tile steps it.
//
// Time is counted in core cycles since the core's clock started; the tile maps cycles to Picos, so
// a core that ran ahead privately stays right when its frequency changes.
//
// The protocol with the owner:
//   stop = core.run(limit)      execute while now() < limit
//     limit     now() >= limit (an instruction boundary)
//     request   a bus transaction was raised: read request() / request_cycle(), then run() again if
//               it is posted, else deliver complete() first
//     wait_bus  the core needs the bus but its earlier posted transaction is not complete yet
//     halted    HLT: wakes on interrupt()
//     stopped   held in reset
//   core.complete(cycle, reply) the transaction outstanding was acknowledged at `cycle`
//
// run() may be called with any sequence of limits: the cycle counts are the same (tested). With
// interrupts enabled the owner must not pass a limit beyond the cycle up to which it knows that no
// interrupt arrives; interrupt(cycle) is then recognised at the first instruction boundary with
// now() >= cycle. A run() during which the interrupt flag goes from 0 to 1 (STI, POPF, IRET)
// returns Stop::limit as soon as interrupts can be recognised, so that the owner can bound the next
// call. Both LINT pins are maskable inputs of the local APIC, as the SCC's operating systems set it
// up (LINT0 and LINT1 are ordinary interrupts there).
//
// Errors: kernel::MachineError naming core, EIP and bytes for an unsupported instruction, a triple
// fault, or a bus error.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/cpu/bus.h"
#include "hw_model/cpu/params.h"
#include "hw_model/kernel/time.h"

namespace rc::cpu {

class Fpu;

enum class Stop : std::uint8_t { limit, request, wait_bus, halted, stopped };

// Architectural state as tests and debuggers see it.
struct ArchState {
  std::uint32_t gpr[8] = {};  // eax ecx edx ebx esp ebp esi edi
  std::uint32_t eip = 0;
  std::uint32_t eflags = 2;
  std::uint32_t cr0 = 0, cr2 = 0, cr3 = 0, cr4 = 0;
};

struct CoreCounters {
  std::uint64_t instructions = 0;
  std::uint64_t branches = 0, mispredicts = 0;
  std::uint64_t l1i_hits = 0, l1i_misses = 0, l1d_hits = 0, l1d_misses = 0;
  std::uint64_t l2_hits = 0, l2_misses = 0, write_backs = 0;
  std::uint64_t uncached_reads = 0, uncached_writes = 0, wcb_flushes = 0, wcb_merges = 0;
  std::uint64_t tlb_misses = 0, interrupts = 0, exceptions = 0, cl1invmb = 0;
  // Cycles by cause; what is left of now() is issue.
  std::uint64_t stall_l1i = 0, stall_l2 = 0, stall_bus_read = 0, stall_bus_write = 0, halted = 0;

  // f(name, pointer to member), in declaration order.
  template <class F>
  static void each(F&& f) {
    f("instructions", &CoreCounters::instructions);
    f("branches", &CoreCounters::branches);
    f("mispredicts", &CoreCounters::mispredicts);
    f("l1i_hits", &CoreCounters::l1i_hits);
    f("l1i_misses", &CoreCounters::l1i_misses);
    f("l1d_hits", &CoreCounters::l1d_hits);
    f("l1d_misses", &CoreCounters::l1d_misses);
    f("l2_hits", &CoreCounters::l2_hits);
    f("l2_misses", &CoreCounters::l2_misses);
    f("write_backs", &CoreCounters::write_backs);
    f("uncached_reads", &CoreCounters::uncached_reads);
    f("uncached_writes", &CoreCounters::uncached_writes);
    f("wcb_flushes", &CoreCounters::wcb_flushes);
    f("wcb_merges", &CoreCounters::wcb_merges);
    f("tlb_misses", &CoreCounters::tlb_misses);
    f("interrupts", &CoreCounters::interrupts);
    f("exceptions", &CoreCounters::exceptions);
    f("cl1invmb", &CoreCounters::cl1invmb);
    f("stall_l1i", &CoreCounters::stall_l1i);
    f("stall_l2", &CoreCounters::stall_l2);
    f("stall_bus_read", &CoreCounters::stall_bus_read);
    f("stall_bus_write", &CoreCounters::stall_bus_write);
    f("halted", &CoreCounters::halted);
  }
};

class Core {
 public:
  Core(const CoreParams& params, int core_id);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  // Cold state: caches and TLBs invalid, flat 32-bit protected mode without paging, held in reset.
  void reset();
  // Leaves reset at `cycle`, executing at `entry` with ESP = 0 and interrupts masked.
  void release(kernel::Cycle cycle, std::uint32_t entry);

  Stop run(kernel::Cycle limit);
  kernel::Cycle now() const;
  // A transaction was raised that run() has not handed out yet: complete() lets a victim out at the
  // cycle it names, which the core may have passed long ago.
  bool requesting() const;
  const BusRequest& request() const;
  kernel::Cycle request_cycle() const;
  void complete(kernel::Cycle cycle, const BusReply& reply);

  // Rising edge at an interrupt pin at `cycle`: `vector` becomes pending (it stays pending, once,
  // until it is taken). A halted core with interrupts enabled wakes.
  void interrupt(kernel::Cycle cycle, std::uint8_t vector);
  bool interrupts_enabled() const;

  // The tile's L2CFG.WAYDISABLE: whether L2 takes part.
  void set_l2_enabled(bool on);
  // With CoreParams.caches off: the core's memory, `bytes` from address 0, without time. The core
  // keeps the pointer.
  void attach_flat(std::uint8_t* memory, std::uint32_t bytes);

  // --- instruments: no time, no side effects ---------------------------------------------------
  int id() const;
  ArchState arch_state() const;
  void set_arch_state(const ArchState& state);
  const CoreCounters& counters() const;
  Fpu& fpu();
  // Memory as this core would see it, through WCB, L1D and L2. `backing` reads or writes what is
  // below the caches, by core physical address. Virtual addresses go through the page tables;
  // false where one is not mapped.
  using Backing =
      std::function<void(std::uint32_t paddr, void* data, std::uint32_t bytes, bool write)>;
  bool peek(std::uint32_t vaddr, void* data, std::uint32_t bytes, const Backing& backing) const;
  bool poke(std::uint32_t vaddr, const void* data, std::uint32_t bytes, const Backing& backing);

  // --- fast-forward support --------------------------------------------------------------------
  // Appends everything that decides the core's future, with times relative to `origin`, so that
  // two equal images mean two equal futures. Counters are not part of it.
  void fingerprint(kernel::Cycle origin, std::vector<std::uint8_t>& image) const;
  // While on, remembers the first old value of every byte stored to; stores_neutral() tells whether
  // all of them hold their old value again.
  void watch_stores(bool on);
  bool stores_neutral() const;
  // Moves every time in the core forward, as if `periods` repetitions of what changed the counters
  // from `before` to their present value had happened.
  void skip(kernel::Cycle cycles, std::uint64_t periods, const CoreCounters& before);

  // --- test and ablation switches: none may change a cycle --------------------------------------
  void set_block_cache(bool on);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rc::cpu
