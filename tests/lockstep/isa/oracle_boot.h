// SPDX-License-Identifier: Apache-2.0
// What the model and Unicorn boot from: descriptor tables, an IDT whose handlers halt, and the code
// that loads them. The segments are flat; the GDT also holds descriptors of other kinds.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/lockstep/isa/oracle.h"

namespace rc::lockstep {

inline constexpr std::uint32_t kGdt = kMonitorBase;
inline constexpr std::uint32_t kGdtBytes = 0x58;
inline constexpr std::uint32_t kIdt = kMonitorBase + 0x100;
inline constexpr unsigned kVectors = 32;
inline constexpr std::uint32_t kGdtOperand = kMonitorBase + 0x80;  // of LGDT
inline constexpr std::uint32_t kIdtOperand = kMonitorBase + 0x88;  // of LIDT
inline constexpr std::uint32_t kBoot = kMonitorBase + 0x400;
inline constexpr std::uint32_t kHandlers = kMonitorBase + 0x800;
inline constexpr std::uint32_t kHandlerBytes = 16;

enum Selector : std::uint16_t {
  kCodeSelector = 0x08,
  kDataSelector = 0x10,
  kOtherDataSelector = 0x18,  // DPL 3, also flat
  kReadOnlySelector = 0x20,
  kExecuteOnlySelector = 0x28,
  kConformingSelector = 0x30,
  kAbsentSelector = 0x38,
  kLdtSelector = 0x40,
  kTssSelector = 0x48,
  kSmallSelector = 0x50,  // limit in bytes
};

// Fills the monitor region of `memory`; execution starts at kBoot and ends with HLT. Returns the
// HLT's address.
std::uint32_t write_boot_image(std::vector<std::uint8_t>& memory);

}  // namespace rc::lockstep
