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
namespace {

// What FXSAVE stores. Registers are in the order of the stack, from the top; `used` is not.
struct alignas(16) HostImage {
  std::uint16_t control, status;
  std::uint8_t used, reserved;
  std::uint16_t opcode;
  std::uint64_t instruction, operand;
  std::uint32_t mxcsr, mxcsr_mask;
  std::array<FpuRegister, 8> stack;
  std::array<std::uint8_t, 352> vector_registers;
};
static_assert(sizeof(HostImage) == 512);

#define RC_VECTOR_REGISTERS                                                                \
  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", \
      "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"

}  // namespace

constinit thread_local Fpu* Fpu::resident = nullptr;

void Fpu::enter_host() {
  in_host_ = true;
  if (resident == this) return;
  free_host();
  resident = this;
  // The vector registers get what happens to be there; the compiler is told so.
  HostImage image;
  image.control = state_.control;
  image.status = fpu::status_word(state_);
  image.used = state_.used;
  image.opcode = 0;
  image.instruction = image.operand = 0;
  for (unsigned i = 0; i < 8; ++i) image.stack[i] = state_.registers[(state_.top + i) & 7];
  asm volatile("fnstcw %0" : "=m"(host_control_));
  asm volatile("stmxcsr %0" : "=m"(image.mxcsr));
  asm volatile("fxrstor64 %0" : : "m"(image) : RC_VECTOR_REGISTERS);
}

void Fpu::leave_host() {
  HostImage image;
  asm volatile("fxsave64 %0" : "=m"(image));
  // EMMS empties the stack. Sticky flags may stay: fpu/host.h expects that.
  asm volatile("emms" : : : "memory");
  if (host_control_ != state_.control) asm volatile("fldcw %0" : : "m"(host_control_));
  state_.status = fpu::without_top(image.status);
  state_.top = static_cast<std::uint8_t>(image.status >> 11 & 7);
  state_.used = image.used;
  for (unsigned i = 0; i < 8; ++i) {
    FpuRegister& to = state_.registers[(state_.top + i) & 7];
    to.mantissa = image.stack[i].mantissa;
    to.sign_exponent = image.stack[i].sign_exponent;
  }
  in_host_ = false;
  resident = nullptr;
}

}  // namespace rc::cpu
