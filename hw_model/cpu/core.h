// SPDX-License-Identifier: Apache-2.0
// One P54C-class core ("GaussLake") with L1I, L1D, L2 and write-combine buffer: everything on the
// core's side of the tile's MIU. A plain object without SystemC: the tile steps it.
//
// Time is counted in core cycles since the core's clock started. The tile maps cycles to Picos, so
// the time of a core that ran ahead stays correct when its frequency changes.
//
// Cycles: static issue in timing/timing.h, branches in timing/btb.h, memory in
// memory/memory_path.h. These headers name their sources and inaccuracies.
//
// The protocol with the owner:
//   stop = core.run(limit)      execute while now() < limit
//     limit     now() >= limit (an instruction boundary)
//     request   a bus transaction was raised: read request() and request_cycle(), then run() again
//               if it is posted, else call complete() first
//     wait_bus  the core needs the bus but its earlier posted transaction is not complete yet
//     halted    HLT: interrupt() wakes the core
//     stopped   held in reset
//     broken    it stands where a debugger wants it (breaks.h); set_breaks() lets it go on
//   core.complete(cycle, reply)   the outstanding transaction was acknowledged at `cycle`
//
// Any sequence of limits gives the same cycle counts (tested). With interrupts enabled, the limit
// must not lie beyond the cycle up to which the owner knows that no interrupt arrives;
// interrupt(cycle) is then recognised at the first instruction boundary with now() >= cycle. A
// run() during which the interrupt flag goes from 0 to 1 (STI, POPF, IRET) returns Stop::limit as
// soon as interrupts can be recognised, so that the owner can bound the next call. Both LINT pins
// are maskable inputs of the local APIC, as the SCC's operating systems program it. What an
// InterruptController asks for needs no such bound: the core knows of it.
//
// Errors: kernel::MachineError naming core, EIP and bytes for an unsupported instruction, a triple
// fault, or a bus error.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/cpu/access_observer.h"
#include "hw_model/cpu/backdoor.h"
#include "hw_model/cpu/breaks.h"
#include "hw_model/cpu/bus.h"
#include "hw_model/cpu/counters.h"
#include "hw_model/cpu/interrupt_controller.h"
#include "hw_model/cpu/observer.h"
#include "hw_model/cpu/params.h"
#include "hw_model/cpu/prompt_target.h"
#include "hw_model/cpu/segment.h"
#include "hw_model/kernel/state_image.h"
#include "hw_model/kernel/time.h"

namespace rc::kernel {
class Archive;
}

namespace rc::cpu {

class Fpu;

enum class Stop : std::uint8_t { limit, request, wait_bus, halted, stopped, broken };

// Architectural state as tests and debuggers see it.
struct ArchState {
  std::uint32_t gpr[8] = {};  // eax ecx edx ebx esp ebp esi edi
  std::uint32_t eip = 0;      // linear: with the base of CS
  std::uint32_t eflags = 2;
  std::uint32_t cr0 = 0, cr2 = 0, cr3 = 0, cr4 = 0;
  SegmentRegister segment[6] = {};  // by Segment
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

  // ... or as a P54C does: real mode, caches off (CR0 0x60000010), at linear address 0xFFFFFFF0 with
  // CS F000 (base 0xFFFF0000), the signature of CPUID in EDX. set_arch_state() makes other states of
  // it. Source: Intel, Pentium Processor Family Developer's Manual, vol. 3, table 9-1.
  void release_from_reset(kernel::Cycle cycle);

  // `ask`: the prompt target may answer meanwhile.
  Stop run(kernel::Cycle limit, bool ask = true);
  // On: run() may leave this core's x87 state in the x87 of the host's thread, where the next run()
  // finds it. Then nothing but cores may use that x87 (on x86-64 only long double would), and no
  // other thread may run the core, until the thread calls free_x87(). Changes no result.
  void keep_x87(bool on);
  static void free_x87();
  kernel::Cycle now() const;
  // A transaction was raised that run() has not returned yet: complete() raises a waiting victim at
  // its cycle, which may lie in the core's past.
  bool requesting() const;
  const BusRequest& request() const;
  // It is between two instructions, and a posted write is under way.
  bool behind_write() const;
  kernel::Cycle request_cycle() const;
  void complete(kernel::Cycle cycle, const BusReply& reply);

  // From now on `target` is asked first, for what is raised before run()'s limit; nullptr: none.
  // Not while an observer or a debugger looks on. The core keeps the pointer.
  void attach(PromptTarget* target);

  // Rising edge at an interrupt pin at `cycle`: `vector` is pending, once, until it is taken. A
  // halted core with interrupts enabled wakes.
  void interrupt(kernel::Cycle cycle, std::uint8_t vector);
  bool interrupts_enabled() const;
  // From now on the core also takes what `controller` asks for, while interrupts are enabled and
  // nothing that interrupt() made pending is due; nullptr: nothing. The core keeps the pointer.
  void attach(InterruptController* controller);
  // NMI, vector 2, pending once from `cycle` on. It is taken whether interrupts are enabled or not,
  // wakes a halted core, and holds off others until the next IRET.
  void non_maskable_interrupt(kernel::Cycle cycle);

  // The tile's L2CFG.WAYDISABLE: whether L2 takes part.
  void set_l2_enabled(bool on);
  // With CoreParams.caches off: the core's memory, `bytes` bytes from address 0; accesses take no
  // time. The core keeps the pointer.
  void attach_flat(std::uint8_t* memory, std::uint32_t bytes);

  // --- instruments: no time, no side effects ---------------------------------------------------
  int id() const;
  // From now on `observer`, nullptr for none, receives all loads and stores from physical address
  // `from` on, as made by `unit`. Call between instructions.
  void observe_accesses(CoreAccessObserver* observer, unsigned unit, std::uint32_t from);
  ArchState arch_state() const;
  void set_arch_state(const ArchState& state);
  const CoreCounters& counters() const;
  // When its last exception was raised, its last interrupt taken, or its last INT n done.
  kernel::Cycle raised_at() const;
  // From now on; the caller owns it. Before the first run(), and with CoreParams.caches on.
  void observe(CoreObserver* observer);
  bool observed() const;
  Fpu& fpu();
  // Memory as this core would see it, through WCB, L1D and L2. Virtual addresses go through the
  // page tables; false where one is not mapped.
  bool peek(std::uint32_t vaddr, void* data, std::uint32_t bytes,
            const BackdoorMemory& backdoor) const;
  bool poke(std::uint32_t vaddr, const void* data, std::uint32_t bytes,
            const BackdoorMemory& backdoor);
  // The physical address; false where none is mapped.
  bool translate(std::uint32_t vaddr, std::uint32_t& paddr, const BackdoorMemory& backdoor) const;

  // Where run() returns Stop::broken from now on. A core that stands goes on, unless it stops at
  // the same boundary again.
  void set_breaks(const BreakConditions& conditions);
  bool stands() const;
  // Of the boundary at which it stands.
  const BreakReport& break_report() const;

  // --- fast-forward support --------------------------------------------------------------------
  // Appends all state that decides what the core does next, with times relative to `origin`: two
  // equal images mean equal behaviour, if stores were neutral in between. Counters are not part
  // of it. Two images are never equal if the program has looked at the time in between.
  void fingerprint(kernel::Cycle origin, kernel::StateImage& image) const;
  // How often the program has read or set the time stamp counter: one that does may do something
  // else some day, although all else repeats itself.
  std::uint64_t time_uses() const;
  // While on, remembers the first old value of every byte stored to and of every line of L1D that
  // is filled. stores_neutral(): whether all of them hold their old value again.
  void watch_stores(bool on);
  bool stores_neutral() const;
  // Moves all times in the core forward by `cycles`, and the counters by `periods` times
  // `each_period`, as if that much execution had been repeated.
  void skip(kernel::Cycle cycles, std::uint64_t periods, const CoreCounters& each_period);

  // --- snapshots -------------------------------------------------------------------------------
  // Between two calls of run(), of a core that no debugger holds and that watches no stores.
  void archive(kernel::Archive& archive);

  // --- test and ablation switches: none may change a cycle --------------------------------------
  void set_block_cache(bool on);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rc::cpu
