// SPDX-License-Identifier: Apache-2.0
// What one core counts while it runs: events, and stall cycles by cause. No counter decides what
// the core does. Units: events, or core cycles where it says so.
#pragma once

#include <cstdint>

namespace rc::cpu {

struct CoreCounters {
  std::uint64_t instructions = 0;
  std::uint64_t branches = 0, mispredicts = 0;
  std::uint64_t l1i_hits = 0, l1i_misses = 0, l1d_hits = 0, l1d_misses = 0;
  std::uint64_t l2_hits = 0, l2_misses = 0, write_backs = 0;
  std::uint64_t uncached_reads = 0, uncached_writes = 0, wcb_flushes = 0, wcb_merges = 0;
  std::uint64_t tlb_misses = 0, interrupts = 0, exceptions = 0, cl1invmb = 0;
  // Cycles by cause; what is left of now() is issue. A page walk's own time counts as fetch or L2.
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

  // What was counted since `before`.
  CoreCounters operator-(const CoreCounters& before) const {
    CoreCounters counted;
    each([&](const char*, auto member) { counted.*member = this->*member - before.*member; });
    return counted;
  }

  template <class Archive>
  void archive(Archive& archive) {
    each([&](const char*, auto member) { archive(this->*member); });
  }
};

}  // namespace rc::cpu
