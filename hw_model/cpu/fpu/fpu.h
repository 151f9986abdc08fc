// SPDX-License-Identifier: Apache-2.0
// The x87 unit of a Pentium: eight 80-bit registers on a stack, control, status and tag words, and
// every instruction of the opcode bytes D8..DF up to the i586 (no FCOMI, FCMOVcc, FISTTP). A plain
// object without time or memory: the executor decodes, moves the memory operand, counts the cycles
// (timing.h) and raises #MF. #NM (CR0.TS and CR0.EM) is the executor's too, and comes first.
//
// One instruction takes these steps of the executor:
//
//   operand = fpu_operand(opcode, modrm)               how many bytes to load, and to store at most
//   saved = fpu.state()                                only if it stores: the store may be retried
//   result = fpu.execute(instruction, buffer, ax)      `buffer` holds the loaded bytes, and then
//                                                      those to store
//   fpu.set_state(saved)                               only if the store did not complete
//
// Exceptions: masked ones get the manual's masked response. An unmasked one sets ES. The next
// waiting instruction (or FWAIT, see pending()) then answers pending_exception, and the executor
// raises #MF. Results are exact to all 80 bits, also for denormals, pseudo-denormals, unnormals and
// the choice among NaNs.
//
// Source: Intel Architecture Software Developer's Manual, vol. 1 ch. 8 and vol. 2; Pentium
// Processor Family Developer's Manual vol. 3.
//
// Method: add, subtract, multiply, divide, root, compare, conversions and rounding run on the x87
// of the host with the guest's control word, because the architecture fixes their results; so the
// model needs an x86-64 host. Transcendentals and partial remainders differ between CPUs and are
// computed here: transcendentals in 113-bit arithmetic, rounded once in the guest's rounding mode
// (transcendental.h).
//
// Inaccuracies: registers and flags that the manual calls undefined keep their value. FCS and FDS
// read as the selectors that the executor passes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/kernel/state_image.h"

namespace rc::cpu {

// An 80-bit number as in memory: explicit integer bit 63 of `mantissa`, sign in bit 15.
struct FpuRegister {
  std::uint64_t mantissa = 0;
  std::uint16_t sign_exponent = 0;

  bool operator==(const FpuRegister&) const = default;
  template <class Archive>
  void archive(Archive& archive) {
    archive(mantissa, sign_exponent);
  }
};

struct FpuState {
  std::array<FpuRegister, 8> registers{};  // physical, not relative to `top`
  std::uint16_t control = 0x0040;
  std::uint16_t status = 0;  // without the TOP field
  std::uint8_t top = 0;
  std::uint8_t used = 0xff;  // bit i: physical register i is not empty
  // Of the last instruction that was no control instruction: 11 opcode bits, address, operand.
  std::uint16_t opcode = 0;
  std::uint32_t eip = 0;
  std::uint32_t operand_address = 0;
  std::uint16_t code_selector = 0;
  std::uint16_t operand_selector = 0;

  bool operator==(const FpuState&) const = default;
  template <class Archive>
  void archive(Archive& archive) {
    archive(registers, control, status, top, used, opcode, eip, operand_address, code_selector,
            operand_selector);
  }
};

struct FpuOperand {
  std::uint8_t load_bytes = 0;
  std::uint8_t store_bytes = 0;
};

// The memory operand of an instruction; none (0, 0) if the ModRM names registers. `operand16` (66
// prefix) matters to FLDENV, FNSTENV, FNSAVE and FRSTOR only.
FpuOperand fpu_operand(std::uint8_t opcode, std::uint8_t modrm, bool operand16 = false);

// Whether the encoding is an instruction of the Pentium. If not, execute() answers
// undefined_opcode.
bool fpu_defined(std::uint8_t opcode, std::uint8_t modrm);

struct FpuInstruction {
  std::uint8_t opcode = 0;  // D8..DF
  std::uint8_t modrm = 0;
  bool operand16 = false;
  std::uint32_t eip = 0;              // of the first byte, prefixes included
  std::uint32_t operand_address = 0;  // offset of the memory operand, if there is one
  std::uint16_t code_selector = 0;
  std::uint16_t operand_selector = 0;
};

enum class FpuStatus : std::uint8_t { ok, undefined_opcode, pending_exception };

struct FpuResult {
  FpuStatus status = FpuStatus::ok;
  // Write fpu_operand().store_bytes from the buffer. False after an unmasked exception of a store.
  bool store = false;
};

class Fpu {
 public:
  Fpu() = default;
  Fpu(const Fpu&) = default;
  Fpu& operator=(const Fpu&) = default;
  ~Fpu() {
    if (resident == this) leave_host();
  }

  // Holds every memory operand (FNSAVE: 108 bytes); bytes beyond the operand may change.
  using Buffer = std::array<std::uint8_t, 112>;

  // State after RESET: as after FNINIT, but control word 0040h and all registers +0, tagged used.
  void reset();

  FpuResult execute(const FpuInstruction& instruction, Buffer& buffer, std::uint16_t& ax);

  // An unmasked exception is pending: FWAIT and waiting instructions must raise #MF.
  bool pending() const { return (state_.status & 0x80) != 0; }

  // Whether the instruction waits for what is pending: it raises #MF, before it accesses memory.
  bool refuses(std::uint8_t opcode, std::uint8_t modrm) const;

  const FpuState& state() const {
    unpack();
    return state_;
  }
  FpuState& state() {
    unpack();
    return state_;
  }
  void set_state(const FpuState& state) {
    state_ = state;
    packed_ = false;
  }
  // For the core's fingerprint.
  void append_state(kernel::StateImage& image) const;

  // --- the state in the host's own x87 (resident.cpp)
  // From enter_host() to leave_host() an x87 instruction of the guest is the same instruction of
  // the host, which keeps registers, stack, tags and status word, and rounds by the guest's control
  // word. state() then holds the pointers and the control word only. Meanwhile no other code may
  // use the host's x87: on x86-64 only long double would. The FpuNative tests compare the host's
  // instructions with execute(), form by form.
  //
  // It also ends when another unit enters, or by free_host() in the same thread. The state is then
  // packed, as FXSAVE stores it: a unit that comes back soon needs no more than FXRSTOR.
  bool may_enter_host() const { return (state_.control & 0x3f) == 0x3f && !pending(); }
  bool in_host() const { return in_host_; }
  void enter_host();
  void leave_host() {
    free_host();
    unpack();
  }
  // Whatever unit's state is in this thread's x87 comes home.
  static void free_host();

 private:
  // What FXSAVE stores. Registers are in the order of the stack, from the top; `used` is not.
  struct alignas(16) HostImage {
    std::uint16_t control = 0, status = 0;
    std::uint8_t used = 0, reserved = 0;
    std::uint16_t opcode = 0;
    std::uint64_t instruction = 0, operand = 0;
    std::uint32_t mxcsr = 0, mxcsr_mask = 0;
    std::array<FpuRegister, 8> stack{};
    std::array<std::uint8_t, 352> vector_registers{};
  };
  static_assert(sizeof(HostImage) == 512);

  void pack();
  void unpack() const {
    if (packed_) unpack_now();
  }
  void unpack_now() const;
  void save_host();

  // While packed_, registers, tags, top and status are in image_. Exceptions are masked then, so
  // pending() is right all the same.
  mutable FpuState state_;
  mutable bool packed_ = false;
  HostImage image_;
  static constinit thread_local Fpu* resident;  // whose state the thread's x87 holds
  bool in_host_ = false;
  std::uint16_t host_control_ = 0;  // the host's own control word
};

}  // namespace rc::cpu
