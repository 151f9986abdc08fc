// SPDX-License-Identifier: Apache-2.0
// One case of a soak: something random, computed in two ways that must agree. What it is follows
// from its seed and size alone, so that these repeat it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rc::soak {

// What was simulated in both ways, or read by a parser, each counted once; and what that took,
// which a case does not say of itself.
struct SoakTotals {
  std::uint64_t cases = 0, router_cycles = 0, instructions = 0, messages = 0, inputs = 0;
  std::uint64_t snapshots = 0;
  std::uint64_t cpu_milliseconds = 0;

  template <class F>
  static void each(F&& f) {
    f("cases", &SoakTotals::cases);
    f("router_cycles", &SoakTotals::router_cycles);
    f("instructions", &SoakTotals::instructions);
    f("messages", &SoakTotals::messages);
    f("inputs", &SoakTotals::inputs);
    f("snapshots", &SoakTotals::snapshots);
    f("cpu_milliseconds", &SoakTotals::cpu_milliseconds);
  }
};

struct SoakResult {
  SoakTotals totals;
  std::string mismatch;  // empty: both ways agree
};

inline constexpr unsigned kWholeCase = 100;

struct SoakCase {
  std::uint64_t seed = 0;
  unsigned size = kWholeCase;  // percent of what a case does at most, from 1

  // How much of `whole` this case does: one at least.
  unsigned of(unsigned whole) const { return std::max(1u, whole * size / kWholeCase); }
};

struct SoakPart {
  std::string name;
  std::string summary;
  unsigned share;  // of the CPU time, from 1
  std::function<SoakResult(const SoakCase&)> run;
};

// A whole case takes a second or a few, the smallest some hundredths of that. Each runs in a
// process of its own.
const std::vector<SoakPart>& soak_parts();
// kernel::InputError for an unknown name.
const SoakPart& soak_part(const std::string& name);

SoakResult soak_network(const SoakCase& which);   // event-driven against stepped networks
SoakResult soak_graph(const SoakCase& which);     // networks on graphs in both orders
SoakResult soak_rtl(const SoakCase& which);       // RTL routers against models
SoakResult soak_shapes(const SoakCase& which);    // RTL routers of any shape against models
SoakResult soak_core(const SoakCase& which);      // the core against the host's own CPU
SoakResult soak_firmware(const SoakCase& which);  // shortcuts on against off
SoakResult soak_snapshot(const SoakCase& which);  // saved runs against plain ones
SoakResult soak_ipsc(const SoakCase& which);      // the iPSC/860 in several ways
SoakResult soak_replay(const SoakCase& which);    // recorded traffic, replayed
SoakResult soak_explore(const SoakCase& which);   // explorations that are killed
SoakResult soak_inputs(const SoakCase& which);    // spoiled input for every reader
SoakResult soak_library(const SoakCase& which);   // networks of users that misbehave
SoakResult soak_debug(const SoakCase& which);     // under a debugger against alone
SoakResult soak_python(const SoakCase& which);    // calls of the Python module

}  // namespace rc::soak
