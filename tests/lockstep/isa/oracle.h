// SPDX-License-Identifier: Apache-2.0
// A reference CPU and the model run the same 32-bit code from the same state, at the same
// addresses. Registers, flags, x87 state and memory are compared afterwards.
//
// The code lies anywhere in the code region. Operands lie in two windows of memory. All three
// regions are below 4 GB, so that the host's CPU can run the code too.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rc::lockstep {

inline constexpr std::uint32_t kMemoryBytes = 0x00400000;
inline constexpr std::uint32_t kMonitorBase = 0x00080000;  // entry, exit, GDT, IDT, x87 images
inline constexpr std::uint32_t kCodeBase = 0x00100000;
inline constexpr std::uint32_t kCodeBytes = 0x00100000;
inline constexpr std::uint32_t kWindowBytes = 1024;
inline constexpr std::uint32_t kMiddle = kWindowBytes / 2;
inline constexpr std::uint32_t kArithmeticFlags = 0x8d5;  // OF, SF, ZF, AF, PF, CF
inline constexpr std::uint32_t kDataWindow = 0x00208000;
inline constexpr std::uint32_t kLowDataWindow = 0x00008000;  // for 16-bit addresses
inline constexpr std::uint32_t kStackWindow = 0x00308000;

enum Gpr : unsigned { kEax, kEcx, kEdx, kEbx, kEsp, kEbp, kEsi, kEdi };

struct MachineState {
  std::array<std::uint32_t, 8> gpr{};
  std::uint32_t eflags = 0x202;
  std::array<std::uint8_t, 108> x87{};  // as FNSAVE writes it
  std::array<std::uint8_t, kWindowBytes> data{};
  std::array<std::uint8_t, kWindowBytes> stack{};
};

// What is not compared: the manual leaves it undefined, or it depends on the position.
struct Ignored {
  std::uint32_t flags = 0;       // undefined after the last instruction
  std::uint32_t data_begin = 0;  // bytes of the data window: x87 pointers
  std::uint32_t data_end = 0;
  bool gpr[8] = {};  // undefined register results
};

struct Case {
  std::uint32_t address = kCodeBase;  // of `code`; execution ends behind its last byte
  std::vector<std::uint8_t> code;
  bool low_data = false;  // the data window is the low one (not on the native CPU)
  MachineState before;
  Ignored ignored;

  std::uint32_t end() const { return address + static_cast<std::uint32_t>(code.size()); }
  std::uint32_t data_address() const { return low_data ? kLowDataWindow : kDataWindow; }
};

struct Outcome {
  MachineState after;
  int vector = -1;                 // exception that ended it
  std::uint64_t instructions = 0;  // executed, where the CPU counts them
  std::uint32_t eip = 0;           // where it ended
};

class Cpu {
 public:
  virtual ~Cpu() = default;
  virtual std::string name() const = 0;
  virtual bool can_run(const Case& c) const = 0;
  virtual bool has_x87() const = 0;  // with exact results
  virtual Outcome run(const Case& c) = 0;
};

// Where the two differ; empty if they agree.
std::string difference(const Case& c, const Outcome& expected, const Outcome& got, bool with_x87);

// The case in words: bytes, disassembly, state before.
std::string describe(const Case& c);

}  // namespace rc::lockstep
