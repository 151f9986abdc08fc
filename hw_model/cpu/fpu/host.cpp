// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/fpu/host.h"

#include <cstddef>

#include "hw_model/cpu/fpu/number.h"

#if !defined(__x86_64__)
#error "the x87 model computes on the host's x87: build it for x86-64"
#endif

namespace rc::cpu::fpu {

HostControl::HostControl(std::uint16_t guest_control, std::uint16_t guest_status)
    : guest(guest_control) {
  asm volatile("fnstcw %0" : "=m"(host));
  as_is = guest == host && (guest & kAllExceptions) == kAllExceptions;
  if (!as_is) return;
  std::uint16_t status;
  asm volatile("fnstsw %0" : "=a"(status));
  if ((status & ~guest_status & (kAllExceptions | kStackFault)) != 0) asm volatile("fnclex");
}

namespace {

template <std::size_t N>
struct Bytes {
  std::uint8_t bytes[N];
};
// Clang takes no output operand of a class that nothing has instantiated before.
template struct Bytes<2>;
template struct Bytes<10>;

template <std::size_t N>
const Bytes<N>& bytes_at(const std::uint8_t* memory) {
  return *reinterpret_cast<const Bytes<N>*>(memory);
}
template <std::size_t N>
Bytes<N>& bytes_at(std::uint8_t* memory) {
  return *reinterpret_cast<Bytes<N>*>(memory);
}

}  // namespace

// Operands are pushed while everything is masked (80-bit loads raise nothing), then one instruction
// runs under the guest's control word. FNSTSW and FNCLEX do not wait, so an unmasked exception
// never traps on the host. `leave` fetches the result and empties the host's stack.
#define RC_X87(enter, instruction, leave, leave_unmasked, output, ...)                      \
  std::uint16_t status;                                                                     \
  if (control.as_is) {                                                                      \
    asm volatile(enter instruction "\n\tfnstsw %[status]\n\t" leave                         \
                 : output, [status] "=m"(status)                                            \
                 : __VA_ARGS__                                                              \
                 : "st", "st(1)");                                                          \
  } else {                                                                                  \
    asm volatile(enter "fnclex\n\tfldcw %[guest]\n\t" instruction                           \
                       "\n\tfnstsw %[status]\n\tfnclex\n\tfldcw %[host]\n\t" leave_unmasked \
                 : output, [status] "=m"(status)                                            \
                 : [guest] "m"(control.guest), [host] "m"(control.host), __VA_ARGS__        \
                 : "st", "st(1)");                                                          \
  }                                                                                         \
  return status

#define RC_X87_BINARY(instruction)                                                     \
  RC_X87("fldt %[b]\n\tfldt %[a]\n\t", instruction, "fstpt %[result]\n\tfstp %%st(0)", \
         "fstpt %[result]\n\tfstp %%st(0)", [result] "=m"(result), [a] "m"(a), [b] "m"(b))

#define RC_X87_MEMORY(instruction)                                \
  RC_X87("fldt %[a]\n\t", instruction " %[b]", "fstpt %[result]", \
         "fstpt %[result]", [result] "=m"(result), [a] "m"(a), [b] "m"(b))

#define RC_X87_UNARY(instruction)                         \
  RC_X87("fldt %[a]\n\t", instruction, "fstpt %[result]", \
         "fstpt %[result]", [result] "=m"(result), [a] "m"(a))

std::uint16_t arithmetic(Arithmetic op, const FpuRegister& a, const FpuRegister& b,
                         FpuRegister& result, HostControl control) {
  switch (op) {
    case Arithmetic::add: {
      RC_X87_BINARY("fadd %%st(1), %%st");
    }
    case Arithmetic::multiply: {
      RC_X87_BINARY("fmul %%st(1), %%st");
    }
    case Arithmetic::compare:
    case Arithmetic::compare_pop: {
      RC_X87_BINARY("fcom %%st(1)");
    }
    case Arithmetic::subtract: {
      RC_X87_BINARY("fsub %%st(1), %%st");
    }
    case Arithmetic::subtract_reversed: {
      RC_X87_BINARY("fsubr %%st(1), %%st");
    }
    case Arithmetic::divide: {
      RC_X87_BINARY("fdiv %%st(1), %%st");
    }
    case Arithmetic::divide_reversed: {
      RC_X87_BINARY("fdivr %%st(1), %%st");
    }
  }
  __builtin_unreachable();
}

#define RC_X87_ARITHMETIC_MEMORY(name, size, suffix)                                  \
  std::uint16_t name(Arithmetic op, const FpuRegister& a, const std::uint8_t* memory, \
                     FpuRegister& result, HostControl control) {                      \
    const auto& b = bytes_at<size>(memory);                                           \
    switch (op) {                                                                     \
      case Arithmetic::add: {                                                         \
        RC_X87_MEMORY("fadd" suffix);                                                 \
      }                                                                               \
      case Arithmetic::multiply: {                                                    \
        RC_X87_MEMORY("fmul" suffix);                                                 \
      }                                                                               \
      case Arithmetic::compare:                                                       \
      case Arithmetic::compare_pop: {                                                 \
        RC_X87_MEMORY("fcom" suffix);                                                 \
      }                                                                               \
      case Arithmetic::subtract: {                                                    \
        RC_X87_MEMORY("fsub" suffix);                                                 \
      }                                                                               \
      case Arithmetic::subtract_reversed: {                                           \
        RC_X87_MEMORY("fsubr" suffix);                                                \
      }                                                                               \
      case Arithmetic::divide: {                                                      \
        RC_X87_MEMORY("fdiv" suffix);                                                 \
      }                                                                               \
      case Arithmetic::divide_reversed: {                                             \
        RC_X87_MEMORY("fdivr" suffix);                                                \
      }                                                                               \
    }                                                                                 \
    __builtin_unreachable();                                                          \
  }

RC_X87_ARITHMETIC_MEMORY(arithmetic_m32, 4, "s")
RC_X87_ARITHMETIC_MEMORY(arithmetic_m64, 8, "l")

std::uint16_t compare_unordered(const FpuRegister& a, const FpuRegister& b, HostControl control) {
  FpuRegister result;
  RC_X87_BINARY("fucom %%st(1)");
}

std::uint16_t square_root(const FpuRegister& a, FpuRegister& result, HostControl control) {
  RC_X87_UNARY("fsqrt");
}

std::uint16_t round_to_integer(const FpuRegister& a, FpuRegister& result, HostControl control) {
  RC_X87_UNARY("frndint");
}

std::uint16_t scale(const FpuRegister& a, const FpuRegister& b, FpuRegister& result,
                    HostControl control) {
  RC_X87_BINARY("fscale");
}

std::uint16_t remainder_truncating(const FpuRegister& a, const FpuRegister& b, FpuRegister& result,
                                   HostControl control) {
  RC_X87_BINARY("fprem");
}

std::uint16_t remainder_nearest(const FpuRegister& a, const FpuRegister& b, FpuRegister& result,
                                HostControl control) {
  RC_X87_BINARY("fprem1");
}

#define RC_X87_STORE(size, instruction)                        \
  RC_X87("fldt %[a]\n\t", instruction " %[b]", "fstp %%st(0)", \
         "fstp %%st(0)", [b] "=m"(bytes_at<size>(memory)), [a] "m"(a))

// If an unmasked exception stops a store-and-pop, nothing is popped. FNINIT empties the host's
// stack in both cases.
#define RC_X87_STORE_POP(size, instruction)        \
  RC_X87("fldt %[a]\n\t", instruction " %[b]", "", \
         "fninit\n\tfldcw %[host]", [b] "=m"(bytes_at<size>(memory)), [a] "m"(a))

std::uint16_t store_m32(const FpuRegister& a, std::uint8_t* memory, HostControl control) {
  RC_X87_STORE(4, "fsts");
}

std::uint16_t store_m64(const FpuRegister& a, std::uint8_t* memory, HostControl control) {
  RC_X87_STORE(8, "fstl");
}

std::uint16_t store_int16(const FpuRegister& a, std::uint8_t* memory, HostControl control) {
  RC_X87_STORE(2, "fists");
}

std::uint16_t store_int32(const FpuRegister& a, std::uint8_t* memory, HostControl control) {
  RC_X87_STORE(4, "fistl");
}

std::uint16_t store_int64(const FpuRegister& a, std::uint8_t* memory, HostControl control) {
  RC_X87_STORE_POP(8, "fistpll");
}

std::uint16_t store_bcd(const FpuRegister& a, std::uint8_t* memory, HostControl control) {
  RC_X87_STORE_POP(10, "fbstp");
}

}  // namespace rc::cpu::fpu
