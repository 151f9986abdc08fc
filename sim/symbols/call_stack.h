// SPDX-License-Identifier: Apache-2.0
// Who called whom on a core that has stopped, with lines and arguments. Registers and memory are
// the core's; the rest is in the program's debug information, which our libraries always have.
// Frames end where it does: the caller of a function without any is not known.
//
// Inexact: an argument is what its place on the stack holds, which a function may have reused.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/cpu/core.h"
#include "sim/machine/elf_image.h"
#include "sim/symbols/call_frames.h"
#include "sim/symbols/debug_info.h"

namespace rc::sim::symbols {

inline constexpr std::size_t kMostFrames = 64;  // of a stack

struct Argument {
  std::string name;
  std::uint32_t word = 0;
};

struct Frame {
  std::uint32_t eip = 0;  // of the innermost frame the core's; else behind the call
  std::string function;   // demangled, without parameters; empty: no symbol holds the address
  std::string file;       // empty: unknown
  unsigned line = 0;
  bool library = false;      // of a library of ours
  bool interrupted = false;  // by the frames before it: those of a handler of the program's
  // The library's function that it has called: where that ended in a jump, it has no frame of its own.
  std::string called;
  std::vector<Argument> arguments;  // empty: not known
  Registers registers;              // those of the core while this frame was the innermost

  std::optional<std::uint32_t> argument(std::string_view name) const;
  // "sum (null.c:2)"; without a line "sum+0x4".
  std::string text() const;
  // "null.c:2"; without a line "sum+0x4".
  std::string place() const;

  std::uint32_t offset = 0;  // of `eip` in the function
  std::uint32_t cfa = 0;     // where its arguments are, and the base of its variables; 0: not known
};

inline Registers registers_of(const cpu::ArchState& state) {
  Registers registers;
  std::ranges::copy(state.gpr, registers.general.begin());
  registers.eip = state.eip;
  return registers;
}

// Whether the EIP that an exception saved is behind the instruction that raised it: a trap's, or INT n.
// Source: Pentium Processor Family Developer's Manual, volume 3, 14.9.
bool is_behind_trap(std::uint32_t eip, std::uint32_t vector, const ReadWord& memory);

// Of a symbol, demangled: without parameters, what GCC adds to the names of a function's parts, as in
// main.cold, and the prefix of a second name.
std::string function_name(const std::string& symbol);

// Puts `frame`, which has its function alone, behind those that it has called. The compiler may have
// put functions into it: they have frames of their own, and it goes on where the outermost of them was
// called. Of a library only what it is called by counts.
void add_frame(std::vector<Frame>& frames, Frame frame, const Place& place);

// The innermost function that the instruction at `address` belongs to, of which nothing but the place
// is known.
Frame frame_at(const machine::ElfImage& elf, const DebugInfo& info, std::uint32_t address);

// "mean (null.c:5), from main (null.c:9)": five at most, then "...". Where one was interrupted, "on_pin
// (door.c:7), a handler that interrupted RCCE_barrier in main (door.c:20)".
std::string callers(std::span<const Frame> frames);
// "in sum (null.c:2), called from mean (null.c:5), from main (null.c:9)"; empty without frames.
std::string place_and_callers(std::span<const Frame> frames);

// Innermost first, kMostFrames at most. Where the core is in a handler of the program's, also those of
// what it interrupted, but none of a library; in another handler, those alone. `behind`: the place is
// that of the instruction before.
std::vector<Frame> call_stack(const machine::ElfImage& elf, const DebugInfo& info,
                              const Registers& registers, const ReadWord& memory,
                              bool behind = false);

}  // namespace rc::sim::symbols
