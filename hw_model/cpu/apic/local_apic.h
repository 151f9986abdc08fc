// SPDX-License-Identifier: Apache-2.0
// The local APIC that a P54C has on its die: task priority, request and service registers, two
// interrupt pins, a timer. A state machine without a bus; its owner steps it.
//
//   LINT0, LINT1 --> LVT --+                        +--> waits_from(), acknowledge()
//   timer ---------> LVT --+--> IRR --> priority ---+
//   errors --------> LVT --+            TPR, ISR
//
// Pins: pin() for the two interrupt pins; read() and write() for accesses to its page; an
// InterruptController towards the core. There is no bus to other APICs, as on the SCC.
// Cycles: core clock, which clocks the timer, too. Calls come in order of time, except that an edge
// of a pin may be announced ahead. A timer of count n and divider d expires n * d cycles after the
// write of its initial count.
// Registers: hw_model/arch/apic_map.h.
//
// Sources: Intel, Pentium Processor Family Developer's Manual volume 3, chapter on the local APIC;
// Intel SDM volume 3, chapter "Advanced programmable interrupt controller", for layouts; what SCC
// software writes: Barrelfish, BareMichael, SCC Linux.
// Inaccuracies: no arbitration and no lowest priority (nobody else is there): an interrupt command
// to others sets "send accept error". LINT pins in ExtINT mode take edges, not levels. The ESR shows
// errors at once and any write clears it, which suits both ways in which software reads it. Reads
// of registers that the P54C lacks give 0 without an error at 0x330 and 0x340 (later LVTs). A change
// of the divider starts the present count anew at the new pace.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "hw_model/arch/apic_map.h"
#include "hw_model/cpu/interrupt_controller.h"
#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/state_image.h"
#include "hw_model/kernel/time.h"

namespace rc::cpu {

class LocalApic final : public InterruptController {
 public:
  static constexpr std::uint32_t kBase = RC_APIC_BASE, kBytes = RC_APIC_BYTES;
  static constexpr kernel::Cycle kNever = kNone;
  static constexpr bool holds(std::uint32_t paddr) { return paddr - kBase < kBytes; }

  // As after the RESET pin: software-disabled (SVR 0xFF), every LVT masked. The interrupt pins keep
  // their levels.
  void reset();
  // As our loader leaves it for a program that starts at its ELF entry: enabled, both pins in
  // ExtINT mode, so that LINT0 gives vector 0x20 and LINT1 0x21 without an EOI.
  void set_up_for_programs();

  // `offset` below kBytes, `bytes` 1, 2 or 4. Narrow reads give a part of the register; narrow
  // writes set ESR's "illegal register".
  std::uint32_t read(std::uint32_t offset, kernel::Cycle now);
  void write(std::uint32_t offset, std::uint32_t value, std::uint32_t bytes, kernel::Cycle now);
  // Pin LINT0 or LINT1 is high or low from cycle `at` on, not before the last call's time. True if
  // that is an NMI, which the caller hands to the core.
  bool pin(unsigned lint, bool high, kernel::Cycle at);
  // A pin is programmed such that it may give an NMI.
  bool may_give_nmi() const { return gives_nmi(kLint0) || gives_nmi(kLint1); }

  // The core's side: ExtINT comes before vectors.
  kernel::Cycle waits_from() const override;
  std::uint8_t acknowledge(kernel::Cycle now) override;

  // What decides the future, with times relative to `now`.
  void fingerprint(kernel::Cycle now, kernel::StateImage& image) const;
  // All times move forward.
  void skip(kernel::Cycle cycles);
  template <class Archive>
  void archive(Archive& archive) {
    archive(id_, tpr_, ldr_, dfr_, svr_, esr_, icr_high_, icr_low_, divider_, initial_, lvt_, isr_,
            irr_, tmr_, external_, high_, announced_, edges_, expires_);
  }

 private:
  static constexpr std::uint32_t kModeMask = 7u << 8, kNmi = 4u << 8;  // of an entry or command

  enum Source : unsigned { kTimer, kLint0, kLint1, kError, kSources };
  using Vectors = std::array<std::uint32_t, 8>;
  struct Edge {
    kernel::Cycle at = 0;
    std::uint8_t lint = 0;
    bool high = false;

    template <class Archive>
    void archive(Archive& archive) {
      archive(at, lint, high);
    }
  };

  static constexpr unsigned kNone = 0;  // no vector: those below 16 cannot be requested
  static unsigned highest(const Vectors& vectors);
  static void set(Vectors& vectors, unsigned vector, bool on);
  static bool has(const Vectors& vectors, unsigned vector);

  void run_to(kernel::Cycle now);
  void take(const Edge& edge);
  void fire(Source source);
  void request(unsigned vector, bool level);
  void error(std::uint32_t bits);
  void write_lvt(Source source, std::uint32_t value);
  void command(std::uint32_t value);
  void end_of_interrupt();
  std::uint32_t whole(std::uint32_t offset) const;
  std::uint32_t current_count(kernel::Cycle now) const;
  unsigned divisor() const;
  kernel::Cycle period() const { return kernel::Cycle{initial_} * divisor(); }
  bool enabled() const;
  bool asserted(unsigned lint, std::uint8_t levels) const;
  bool gives_nmi(Source source) const {
    return (lvt_[source] & (RC_APIC_LVT_MASKED | kModeMask)) == kNmi;
  }
  bool would_interrupt(Source source) const;
  unsigned priority() const;  // class that a vector must exceed
  bool deliverable(unsigned vector) const { return vector >> 4 > priority(); }

  std::uint32_t id_ = 0, tpr_ = 0, ldr_ = 0, dfr_ = 0, svr_ = 0, esr_ = 0;
  std::uint32_t icr_high_ = 0, icr_low_ = 0, divider_ = 0, initial_ = 0;
  std::array<std::uint32_t, kSources> lvt_{};
  Vectors isr_{}, irr_{}, tmr_{};
  std::uint8_t external_ = 0;  // ExtINT by pin, as bits
  // Levels of the pins as bits: by now, and after the announced edges.
  std::uint8_t high_ = 0, announced_ = 0;
  std::deque<Edge> edges_;          // announced, in order of time
  kernel::Cycle expires_ = kNever;  // the timer's next zero
};

}  // namespace rc::cpu
