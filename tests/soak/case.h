// SPDX-License-Identifier: Apache-2.0
// One case of a soak: something random, computed in two ways that must agree. What it is follows
// from its seed alone, so that a seed repeats it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rc::soak {

// What was simulated in both ways, or read by a parser, each counted once; and what that took,
// which a case does not say of itself.
struct SoakTotals {
  std::uint64_t cases = 0, router_cycles = 0, instructions = 0, messages = 0, inputs = 0;
  std::uint64_t cpu_milliseconds = 0;

  template <class F>
  static void each(F&& f) {
    f("cases", &SoakTotals::cases);
    f("router_cycles", &SoakTotals::router_cycles);
    f("instructions", &SoakTotals::instructions);
    f("messages", &SoakTotals::messages);
    f("inputs", &SoakTotals::inputs);
    f("cpu_milliseconds", &SoakTotals::cpu_milliseconds);
  }
};

struct SoakResult {
  SoakTotals totals;
  std::string mismatch;  // empty: both ways agree
};

struct SoakPart {
  std::string name;
  std::string summary;
  unsigned share;  // of the cases
  std::function<SoakResult(std::uint64_t seed)> run;
};

// A case takes a second or a few. Each runs in a process of its own.
const std::vector<SoakPart>& soak_parts();
// kernel::InputError for an unknown name.
const SoakPart& soak_part(const std::string& name);

SoakResult soak_network(std::uint64_t seed);   // event-driven against stepped networks
SoakResult soak_graph(std::uint64_t seed);     // networks on graphs in both orders
SoakResult soak_rtl(std::uint64_t seed);       // RTL routers against models
SoakResult soak_core(std::uint64_t seed);      // the core against the host's own CPU
SoakResult soak_firmware(std::uint64_t seed);  // shortcuts on against off
SoakResult soak_snapshot(std::uint64_t seed);  // saved runs against plain ones
SoakResult soak_parsers(std::uint64_t seed);   // spoiled input

}  // namespace rc::soak
