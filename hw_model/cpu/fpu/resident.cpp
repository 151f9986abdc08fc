// SPDX-License-Identifier: Apache-2.0
// Moves the state into the host's x87 and back, and holds the register forms as host code.
#include <cstddef>
#include <cstdint>

#include "hw_model/cpu/fpu/fpu.h"
#include "hw_model/cpu/fpu/number.h"
#include "hw_model/cpu/fpu/register_forms.h"

// D8 C0 RET, D8 C1 RET, ... DF FF RET, each in 4 bytes.
asm(".pushsection .text\n"
    ".balign 64\n"
    ".globl rc_x87_register_forms\n"
    ".hidden rc_x87_register_forms\n"
    ".type rc_x87_register_forms, @object\n"
    "rc_x87_register_forms:\n"
    ".irp opcode, 0xd8, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf\n"
    ".set modrm, 0xc0\n"
    ".rept 64\n"
    ".byte \\opcode, modrm, 0xc3, 0x90\n"
    ".set modrm, modrm + 1\n"
    ".endr\n"
    ".endr\n"
    ".size rc_x87_register_forms, . - rc_x87_register_forms\n"
    ".popsection\n");

namespace rc::cpu {

#define RC_VECTOR_REGISTERS                                                                \
  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", \
      "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"

constinit thread_local Fpu* Fpu::resident = nullptr;

void Fpu::enter_host() {
  in_host_ = true;
  if (resident == this) return;
  if (resident != nullptr) {
    host_control_ = resident->host_control_;
    resident->save_host();
  } else {
    asm volatile("fnstcw %0" : "=m"(host_control_));
  }
  resident = this;
  if (!packed_) pack();
  packed_ = false;
  // The vector registers get what happens to be there; the clobbers say so to the compiler.
  asm volatile("stmxcsr %0" : "=m"(image_.mxcsr));
  asm volatile("fxrstor64 %0" : : "m"(image_) : RC_VECTOR_REGISTERS);
}

void Fpu::save_host() {
  asm volatile("fxsave64 %0" : "=m"(image_));
  packed_ = true;
  in_host_ = false;
}

void Fpu::free_host() {
  if (resident == nullptr) return;
  resident->save_host();
  // EMMS empties the stack. Sticky flags may stay: fpu/host.h expects that.
  asm volatile("emms" : : : "memory");
  const std::uint16_t control = resident->host_control_;
  if (control != resident->state_.control) asm volatile("fldcw %0" : : "m"(control));
  resident = nullptr;
}

void Fpu::pack() {
  image_.control = state_.control;
  image_.status = fpu::status_word(state_);
  image_.used = state_.used;
  for (unsigned i = 0; i < 8; ++i) image_.stack[i] = state_.registers[(state_.top + i) & 7];
}

void Fpu::unpack_now() const {
  packed_ = false;
  state_.status = fpu::without_top(image_.status);
  state_.top = static_cast<std::uint8_t>(image_.status >> 11 & 7);
  state_.used = image_.used;
  for (unsigned i = 0; i < 8; ++i) {
    FpuRegister& to = state_.registers[(state_.top + i) & 7];
    to.mantissa = image_.stack[i].mantissa;
    to.sign_exponent = image_.stack[i].sign_exponent;
  }
}

}  // namespace rc::cpu
