// SPDX-License-Identifier: Apache-2.0
// The small types of the core's implementation (core_impl.h).
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "hw_model/cpu/memory/memory_path.h"
#include "hw_model/kernel/time.h"

namespace rc::cpu {

// Outcome of one attempt to execute an instruction.
enum class Step : std::uint8_t {
  next,     // done
  retry,    // no effect: the bus is needed; execute it again later
  fault,    // no effect: page fault, see MemoryPath::fault()
  raise,    // no effect: the exception in `event`
  again,    // a repeated string instruction stopped between two iterations
  restart,  // a part is done that must not be repeated; execute it again from the start
  end,      // done; leave the block and continue at `eip`
};

enum Vector : std::uint8_t {
  kDivideError = 0,
  kDebug = 1,
  kNonMaskable = 2,
  kOverflow = 4,
  kBoundRange = 5,
  kInvalidOpcode = 6,
  kDeviceNotAvailable = 7,
  kDoubleFault = 8,
  kInvalidTss = 10,
  kSegmentNotPresent = 11,
  kStackFault = 12,
  kGeneralProtection = 13,
  kPageFault = 14,
  kFloatingPoint = 16,
  kAlignmentCheck = 17,
};

// An exception or interrupt being delivered through the IDT. Delivery is like an instruction: its
// memory accesses may have to be retried.
struct Event {
  bool active = false;
  std::uint8_t vector = 0;
  bool has_error = false;
  bool software = false;    // INT n, INT3, INTO: the gate's DPL is checked
  bool unchecked = false;   // ... but not for INT1
  bool redirected = false;  // ... through the table of virtual-8086 mode at 0, with CR4.VME
  bool external = false;    // interrupt pin
  bool fault = false;       // the instruction is repeated: the frame has RF set
  bool loads_task = false;  // the second part of a task switch (task.cpp)
  bool task_trap = false;   // which ends in a #DB
  std::uint8_t length = 0;  // of the instruction, if software
  std::uint32_t error = 0;
  std::uint32_t cr2 = 0;
  std::uint8_t first_vector = 0;  // first exception of a double fault, for the message

  template <class Archive>
  void archive(Archive& archive) {
    archive(active, vector, has_error, software, unchecked, redirected, external, fault, loads_task,
            task_trap, length, error, cr2, first_vector);
  }
};

struct DescriptorTable {
  std::uint32_t base = 0;
  std::uint16_t limit = 0;
};

enum ControlBit : std::uint32_t {
  kCr0Pe = 1u << 0,
  kCr0Mp = 1u << 1,
  kCr0Em = 1u << 2,
  kCr0Ts = 1u << 3,
  kCr0Et = 1u << 4,
  kCr0Ne = 1u << 5,
  kCr0Wp = 1u << 16,
  kCr0Am = 1u << 18,
  kCr0Nw = 1u << 29,
  kCr0Cd = 1u << 30,
  kCr0Pg = 1u << 31,
};

// While it lives, pages are accessed with supervisor rights.
class Supervisor {
 public:
  explicit Supervisor(MemoryPath& mem) : mem_(mem), was_user_(mem.user_mode()) {
    if (was_user_) mem_.set_user_mode(false);
  }
  ~Supervisor() {
    if (was_user_) mem_.set_user_mode(true);
  }
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

 private:
  MemoryPath& mem_;
  const bool was_user_;
};

inline constexpr kernel::Cycle kNever = std::numeric_limits<kernel::Cycle>::max();

enum Cr4Bit : std::uint32_t {
  kCr4Vme = 1u << 0,
  kCr4Pvi = 1u << 1,
  kCr4Tsd = 1u << 2,
  kCr4De = 1u << 3,
  kCr4Pse = 1u << 4,
  kCr4Mce = 1u << 6,
  kCr4Mpe = 1u << 11,
};

inline constexpr std::uint32_t kBreakpointsEnabled = 0xff;  // DR7: local and global, of four

enum class TaskChange : std::uint8_t { jump, call, interrupt, back };

inline constexpr std::uint32_t kCpuSignature = 0x0520;  // family 5, model 2 (SCC facts 2.1)

std::string hex(std::uint32_t value);

// Of an access that did not succeed.
constexpr Step step_of(Access failed) {
  return failed == Access::retry ? Step::retry : Step::fault;
}

// Returns from an instruction if the access did not succeed.
#define RC_TRY(access)                                                             \
  do {                                                                             \
    if (const Access rc_access_ = (access); rc_access_ != Access::ok) [[unlikely]] \
      return step_of(rc_access_);                                                  \
  } while (false)
#define RC_TRY_STEP(step)                                                  \
  do {                                                                     \
    if (const Step rc_step_ = (step); rc_step_ != Step::next) [[unlikely]] \
      return rc_step_;                                                     \
  } while (false)

// Runs `body` with T the unsigned type of op.bytes bytes.
#define RC_BY_SIZE(op, body)      \
  do {                            \
    if ((op).bytes == 1) {        \
      using T = std::uint8_t;     \
      body;                       \
    } else if ((op).bytes == 2) { \
      using T = std::uint16_t;    \
      body;                       \
    } else {                      \
      using T = std::uint32_t;    \
      body;                       \
    }                             \
  } while (false)

}  // namespace rc::cpu
