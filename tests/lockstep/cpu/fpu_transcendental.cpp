// SPDX-License-Identifier: Apache-2.0
// The transcendental x87 instructions against MPFR, correctly rounded in all four modes, with the
// precision, underflow and overflow flags and C1. The trigonometric ones take the argument reduced
// by the Pentium's 66-bit pi.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cstdio>

#include "hw_model/cpu/fpu/fpu.h"
#include "tests/lockstep/isa/oracle_bench.h"
#include "tests/lockstep/isa/x87_values.h"
#include "tests/support/oracle/oracle_unicorn.h"
#include "tests/support/random.h"

namespace rc::test {

using namespace lockstep;
namespace {

using cpu::Fpu;
using cpu::FpuRegister;
using cpu::FpuState;

constexpr std::uint64_t kIntegerBit = std::uint64_t{1} << 63;
constexpr int kBias = 16383;
constexpr mpfr_prec_t kWorking = 512;
constexpr mpfr_rnd_t kRounding[4] = {MPFR_RNDN, MPFR_RNDD, MPFR_RNDU, MPFR_RNDZ};

class Number {
 public:
  explicit Number(mpfr_prec_t precision = kWorking) { mpfr_init2(value_, precision); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  operator mpfr_ptr() { return value_; }

 private:
  mpfr_t value_;
};

void set(mpfr_ptr to, const FpuRegister& r) {
  const int biased = (r.sign_exponent & 0x7fff) == 0 ? 1 : r.sign_exponent & 0x7fff;
  mpfr_set_ui_2exp(to, r.mantissa, biased - kBias - 63, MPFR_RNDN);
  if ((r.sign_exponent & 0x8000) != 0) mpfr_neg(to, to, MPFR_RNDN);
}

// The 64-bit result in the exponent range of the format, by MPFR.
struct Expected {
  FpuRegister value;
  bool inexact = false;
  bool away = false;  // rounded away from zero
  bool underflow = false;
  bool overflow = false;
};

template <class Function>
Expected rounded(mpfr_rnd_t rounding, Function function) {
  Number storage(64);
  const mpfr_ptr result = storage;
  int ternary = function(result, rounding);
  Expected expected;
  mpfr_set_emin(-16444);
  mpfr_set_emax(16384);
  mpfr_clear_flags();
  // Tiny after rounding with an unlimited exponent.
  const bool tiny = mpfr_get_exp(result) < -16381;
  ternary = mpfr_check_range(result, ternary, rounding);
  expected.overflow = mpfr_overflow_p() != 0;
  ternary = mpfr_subnormalize(result, ternary, rounding);
  expected.inexact = ternary != 0;
  expected.underflow = tiny && expected.inexact;
  expected.away = ternary * mpfr_sgn(result) > 0;
  const bool is_negative = mpfr_signbit(result) != 0;
  const std::uint16_t sign = is_negative ? 0x8000 : 0;
  if (mpfr_inf_p(result)) {
    expected.value = {kIntegerBit, static_cast<std::uint16_t>(sign | 0x7fff)};
    expected.away = true;
  } else if (mpfr_zero_p(result)) {
    expected.value = {0, sign};
  } else {
    const long exponent = mpfr_get_exp(result) - 1 + kBias;
    const long shift = exponent < 1 ? 1 - exponent : 0;
    Number scaled_storage(64);
    const mpfr_ptr scaled = scaled_storage;
    mpfr_abs(scaled, result, MPFR_RNDN);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    mpfr_mul_2si(scaled, scaled, 64 - mpfr_get_exp(result) - shift, MPFR_RNDN);
    const std::uint64_t mantissa = mpfr_get_ui(scaled, MPFR_RNDZ);
    expected.value = {mantissa, static_cast<std::uint16_t>(sign | (shift != 0 ? 0 : exponent))};
  }
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  return expected;
}

mpfr_rnd_t opposite(mpfr_rnd_t rounding) {
  return rounding == MPFR_RNDD ? MPFR_RNDU : rounding == MPFR_RNDU ? MPFR_RNDD : rounding;
}

// x = quadrant * pi/2 + rest with the 66-bit pi, |rest| <= pi/4.
unsigned reduce(mpfr_ptr rest, const FpuRegister& x) {
  Number half_pi, quotient;
  set(rest, x);
  mpfr_set_ui(half_pi, 0xC90FDAA22168C234, MPFR_RNDN);
  mpfr_mul_ui(half_pi, half_pi, 16, MPFR_RNDN);
  mpfr_add_ui(half_pi, half_pi, 0xC, MPFR_RNDN);
  mpfr_div_2ui(half_pi, half_pi, 67, MPFR_RNDN);
  mpfr_div(quotient, rest, half_pi, MPFR_RNDN);
  mpfr_round(quotient, quotient);
  if (mpfr_zero_p(quotient)) return 0;
  mpfr_mul(half_pi, half_pi, quotient, MPFR_RNDN);
  mpfr_sub(rest, rest, half_pi, MPFR_RNDN);
  mpfr_fmod_ui(quotient, quotient, 4, MPFR_RNDN);
  return static_cast<unsigned>(mpfr_get_si(quotient, MPFR_RNDN)) & 3;
}

Expected sine(const FpuRegister& x, mpfr_rnd_t rounding, unsigned extra_quadrants) {
  Number rest;
  const unsigned quadrant = reduce(rest, x) + extra_quadrants;
  return rounded(rounding, [&](mpfr_ptr to, mpfr_rnd_t mode) {
    const bool negate = (quadrant & 2) != 0;
    const mpfr_rnd_t inner = negate ? opposite(mode) : mode;
    int ternary = (quadrant & 1) != 0 ? mpfr_cos(to, rest, inner) : mpfr_sin(to, rest, inner);
    if (negate) {
      mpfr_neg(to, to, MPFR_RNDN);
      ternary = -ternary;
    }
    return ternary;
  });
}

Expected tangent(const FpuRegister& x, mpfr_rnd_t rounding) {
  Number rest;
  const unsigned quadrant = reduce(rest, x);
  return rounded(rounding, [&](mpfr_ptr to, mpfr_rnd_t mode) {
    if ((quadrant & 1) == 0) return mpfr_tan(to, rest, mode);
    const int ternary = mpfr_cot(to, rest, opposite(mode));
    mpfr_neg(to, to, MPFR_RNDN);
    return -ternary;
  });
}

Expected arctangent(const FpuRegister& y, const FpuRegister& x, mpfr_rnd_t rounding) {
  Number my, mx;
  set(my, y);
  set(mx, x);
  return rounded(rounding,
                 [&](mpfr_ptr to, mpfr_rnd_t mode) { return mpfr_atan2(to, my, mx, mode); });
}

// y * log2(x) or y * log2(x + 1).
Expected logarithm(const FpuRegister& y, const FpuRegister& x, bool plus_one, mpfr_rnd_t rounding) {
  Number my, mx, log_two;
  set(my, y);
  set(mx, x);
  if (plus_one) {
    mpfr_log1p(mx, mx, MPFR_RNDN);
    mpfr_const_log2(log_two, MPFR_RNDN);
    mpfr_div(mx, mx, log_two, MPFR_RNDN);
  } else {
    mpfr_log2(mx, mx, MPFR_RNDN);
  }
  return rounded(rounding,
                 [&](mpfr_ptr to, mpfr_rnd_t mode) { return mpfr_mul(to, my, mx, mode); });
}

Expected power(const FpuRegister& x, mpfr_rnd_t rounding) {
  Number mx, log_two;
  set(mx, x);
  if (mpfr_cmpabs_ui(mx, 1) == 0) {
    mpfr_exp2(mx, mx, MPFR_RNDN);
    mpfr_sub_ui(mx, mx, 1, MPFR_RNDN);
  } else {
    mpfr_const_log2(log_two, MPFR_RNDN);
    mpfr_mul(mx, mx, log_two, MPFR_RNDN);
    mpfr_expm1(mx, mx, MPFR_RNDN);
  }
  return rounded(rounding, [&](mpfr_ptr to, mpfr_rnd_t mode) { return mpfr_set(to, mx, mode); });
}

FpuRegister random_finite(Random& random) {
  for (;;) {
    const FpuRegister r = random_x87(random);
    const int biased = r.sign_exponent & 0x7fff;
    if (biased == 0x7fff || r.mantissa == 0 || (biased != 0 && r.mantissa < kIntegerBit)) continue;
    return r;
  }
}

// Exponent of the value in [lowest, highest], half of the time; else any finite number below 2^63.
FpuRegister random_argument(Random& random, int lowest, int highest) {
  if (random.chance(50)) {
    const auto span = static_cast<std::uint32_t>(highest - lowest + 1);
    std::uint64_t mantissa = random.bits() | kIntegerBit;
    if (random.chance(30)) {
      // Short mantissas: few terms of the series come close to a 64-bit number.
      mantissa = std::uint64_t{1 + random.below(random.chance(50) ? 16 : 4096)};
      mantissa <<= std::countl_zero(mantissa);
    } else if (random.chance(30))
      mantissa &= ~std::uint64_t{0} << random.below(64);
    return {mantissa,
            static_cast<std::uint16_t>((random.chance(50) ? 0x8000 : 0) |
                                       (kBias + lowest + static_cast<int>(random.below(span))))};
  }
  return random_finite(random);
}

constexpr std::uint16_t kUnderflow = 0x10, kOverflow = 0x08, kPrecision = 0x20, kC1 = 0x200;

class Checker {
 public:
  Checker(const char* name, std::uint8_t modrm) : name_(name), modrm_(modrm) {}

  // The result to be found in ST(`result`) after the instruction on ST(0) = x, ST(1) = y.
  void check(const FpuRegister& x, const FpuRegister& y, unsigned mode, const Expected& expected,
             unsigned result, bool compare_flags) {
    FpuState state;
    state.control = static_cast<std::uint16_t>(0x037f | mode << 10);
    state.used = 3;
    state.registers[0] = x;
    state.registers[1] = y;
    Fpu fpu;
    fpu.set_state(state);
    Fpu::Buffer buffer{};
    std::uint16_t ax = 0;
    fpu.execute({.opcode = 0xd9, .modrm = modrm_}, buffer, ax);
    const FpuState& after = fpu.state();
    const FpuRegister got = after.registers[(after.top + result) & 7];
    std::uint16_t flags = 0;
    if (expected.inexact) flags |= kPrecision;
    if (expected.inexact && expected.away) flags |= kC1;
    if (expected.underflow) flags |= kUnderflow;
    if (expected.overflow) flags |= kOverflow;
    constexpr std::uint16_t kCompared = kPrecision | kC1 | kUnderflow | kOverflow;
    const bool same_flags = !compare_flags || (after.status & kCompared) == flags;
    ++cases_;
    if (got == expected.value && same_flags) return;
    if (++differences_ > 3) return;
    char text[256];
    std::snprintf(
        text, sizeof text,
        "%s, rounding %u, x %04x:%016llx y %04x:%016llx: expected %04x:%016llx flags %04x, "
        "got %04x:%016llx status %04x",
        name_, mode, x.sign_exponent, static_cast<unsigned long long>(x.mantissa), y.sign_exponent,
        static_cast<unsigned long long>(y.mantissa), expected.value.sign_exponent,
        static_cast<unsigned long long>(expected.value.mantissa), flags, got.sign_exponent,
        static_cast<unsigned long long>(got.mantissa), after.status);
    ADD_FAILURE() << text;
  }

  ~Checker() {
    std::printf("%s against MPFR: %ld cases, %ld differences\n", name_, cases_, differences_);
  }

 private:
  const char* name_;
  std::uint8_t modrm_;
  long cases_ = 0;
  long differences_ = 0;
};

template <class Case>
void run(const char* name, std::uint8_t modrm, Case one_case) {
  Checker checker(name, modrm);
  Random random(modrm);
  const int cases = lockstep_cases(20000);
  for (int n = 0; n < cases; ++n) one_case(checker, random, random.below(4));
}

constexpr FpuRegister kUnused{kIntegerBit, kBias};

FpuRegister random_angle(Random& random) {
  for (;;) {
    const FpuRegister x =
        random.chance(50) ? random_argument(random, -70, 2) : random_argument(random, -8, 62);
    if ((x.sign_exponent & 0x7fff) < kBias + 63) return x;
  }
}

TEST(FpuTranscendental, Sine) {
  run("FSIN", 0xfe, [](Checker& checker, Random& random, unsigned mode) {
    const FpuRegister x = random_angle(random);
    checker.check(x, kUnused, mode, sine(x, kRounding[mode], 0), 0, true);
  });
}

TEST(FpuTranscendental, Cosine) {
  run("FCOS", 0xff, [](Checker& checker, Random& random, unsigned mode) {
    const FpuRegister x = random_angle(random);
    checker.check(x, kUnused, mode, sine(x, kRounding[mode], 1), 0, true);
  });
}

TEST(FpuTranscendental, SineAndCosine) {
  run("FSINCOS", 0xfb, [](Checker& checker, Random& random, unsigned mode) {
    const FpuRegister x = random_angle(random);
    checker.check(x, kUnused, mode, sine(x, kRounding[mode], 1), 0, false);
    checker.check(x, kUnused, mode, sine(x, kRounding[mode], 0), 1, false);
  });
}

TEST(FpuTranscendental, Tangent) {
  run("FPTAN", 0xf2, [](Checker& checker, Random& random, unsigned mode) {
    const FpuRegister x = random_angle(random);
    checker.check(x, kUnused, mode, tangent(x, kRounding[mode]), 1, true);
  });
}

TEST(FpuTranscendental, Arctangent) {
  run("FPATAN", 0xf3, [](Checker& checker, Random& random, unsigned mode) {
    const FpuRegister x = random_argument(random, -80, 80);
    const FpuRegister y = random_argument(random, -80, 80);
    checker.check(x, y, mode, arctangent(y, x, kRounding[mode]), 0, true);
  });
}

TEST(FpuTranscendental, PowerOfTwo) {
  run("F2XM1", 0xf0, [](Checker& checker, Random& random, unsigned mode) {
    FpuRegister x;
    do {
      x = random_argument(random, -70, -1);
    } while ((x.sign_exponent & 0x7fff) >= kBias &&
             !(x.mantissa == kIntegerBit && (x.sign_exponent & 0x7fff) == kBias));
    checker.check(x, kUnused, mode, power(x, kRounding[mode]), 0, true);
  });
}

TEST(FpuTranscendental, Logarithm) {
  run("FYL2X", 0xf1, [](Checker& checker, Random& random, unsigned mode) {
    FpuRegister x = random_argument(random, -3, 3);
    x.sign_exponent &= 0x7fff;
    if (random.chance(30)) {  // next to 1
      x = {kIntegerBit | random.bits() >> (1 + random.below(63)), kBias};
    } else if (random.chance(20)) {
      x = {~(random.bits() >> (1 + random.below(63))), kBias - 1};
    }
    if (x == kUnused) return;  // log2(1): zero, not a matter of rounding
    const FpuRegister y = random_argument(random, -20, 20);
    checker.check(x, y, mode, logarithm(y, x, false, kRounding[mode]), 0, true);
  });
}

TEST(FpuTranscendental, LogarithmPlusOne) {
  run("FYL2XP1", 0xf9, [](Checker& checker, Random& random, unsigned mode) {
    FpuRegister x;
    do {
      x = random_argument(random, -70, -3);
    } while ((x.sign_exponent & 0x7fff) >= kBias - 2);
    const FpuRegister y = random_argument(random, -20, 20);
    checker.check(x, y, mode, logarithm(y, x, true, kRounding[mode]), 0, true);
  });
}

}  // namespace
}  // namespace rc::test
