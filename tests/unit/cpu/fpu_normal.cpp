// The integer arithmetic of normal numbers against the host's x87, bit by bit, flags included:
// random numbers, and numbers made so that sums cancel, quotients are exact and roundings tie.
#include <gtest/gtest.h>

#include <cstring>

#include "hw_model/cpu/fpu/host.h"
#include "hw_model/cpu/fpu/normal.h"
#include "tests/support/random.h"

namespace rc::cpu::fpu {
namespace {

constexpr std::uint16_t kControl = 0x37f;  // all masked, 64 bits, to nearest
constexpr int kCases = 300000;

class Numbers {
 public:
  FpuRegister next() {
    const std::uint64_t kind = random_.bits() % 16;
    if (kind == 0) return make_zero((random_.bits() & 1) != 0);
    if (kind == 1) return odd_one();
    FpuRegister r;
    r.mantissa = mantissa() | kIntegerBit;
    // Mostly exponents near each other, so that operands meet; sometimes any.
    const std::uint64_t exponent =
        kind < 13 ? 16383 - 70 + random_.bits() % 140 : random_.bits() % 0x7fff;
    r.sign_exponent = static_cast<std::uint16_t>(exponent | (random_.bits() & 1) << 15);
    return r;
  }

 private:
  std::uint64_t mantissa() {
    switch (random_.bits() % 6) {
      case 0:
        return 0;  // a power of two
      case 1:
        return random_.bits() << (random_.bits() % 64);  // few bits: exact results and ties
      case 2:
        return ~(random_.bits() >> 1 >> (random_.bits() % 63));  // ones: carries
      case 3:
        return std::uint64_t{1} << random_.bits() % 63;
      default:
        return random_.bits();
    }
  }
  // Infinities, NaNs, denormals, unsupported formats.
  FpuRegister odd_one() {
    const std::uint16_t exponent = (random_.bits() & 1) != 0 ? 0x7fff : random_.bits() % 3;
    return {random_.bits() << (random_.bits() % 64),
            static_cast<std::uint16_t>(exponent | (random_.bits() & 1) << 15)};
  }
  test::Random random_{20261122};
};

using Operation = std::uint32_t (*)(Number, Number, Number&);

void compare_with_host(Arithmetic op, Operation operation) {
  Numbers numbers;
  int direct = 0;
  for (int i = 0; i < kCases; ++i) {
    const FpuRegister a = numbers.next(), b = numbers.next();
    Number result{1, 2};
    const std::uint32_t flags = operation(number(a), number(b), result);
    if (flags == kElsewhere) continue;
    ++direct;
    FpuRegister expected;
    const std::uint16_t status = arithmetic(op, a, b, expected, HostControl(kControl, 0));
    FpuRegister found;
    write(found, result);
    ASSERT_EQ(found.mantissa, expected.mantissa) << "case " << i;
    ASSERT_EQ(found.sign_exponent, expected.sign_exponent) << "case " << i;
    ASSERT_EQ(flags, status & (kAllExceptions | kC1)) << "case " << i;
  }
  EXPECT_GT(direct, kCases / 2);
}

TEST(FpuNormal, SumsAreTheHosts) { compare_with_host(Arithmetic::add, add); }
TEST(FpuNormal, DifferencesAreTheHosts) { compare_with_host(Arithmetic::subtract, subtract); }
TEST(FpuNormal, ProductsAreTheHosts) { compare_with_host(Arithmetic::multiply, multiply); }
TEST(FpuNormal, QuotientsAreTheHosts) { compare_with_host(Arithmetic::divide, divide); }

TEST(FpuNormal, ComparisonsAreTheHosts) {
  Numbers numbers;
  for (int i = 0; i < kCases; ++i) {
    const FpuRegister a = numbers.next();
    const FpuRegister b = i % 8 == 0 ? a : numbers.next();
    const std::uint32_t found = compare(number(a), number(b));
    if (found == kElsewhere) continue;
    FpuRegister unused;
    const std::uint16_t status =
        arithmetic(Arithmetic::compare, a, b, unused, HostControl(kControl, 0));
    ASSERT_EQ(found, status & (kC0 | kC2 | kC3)) << "case " << i;
    ASSERT_EQ(status & kAllExceptions, 0) << "case " << i;
  }
}

template <class T, int kFraction, int kExponent, class Store>
void compare_narrowing(Store store) {
  Numbers numbers;
  for (int i = 0; i < kCases; ++i) {
    const FpuRegister value = numbers.next();
    std::uint64_t bits = 0;
    const std::uint32_t flags = narrow<kFraction, kExponent>(number(value), bits);
    if (flags == kElsewhere) continue;
    T expected;
    std::uint8_t memory[sizeof(T)];
    const std::uint16_t status = store(value, memory, HostControl(kControl, 0));
    std::memcpy(&expected, memory, sizeof expected);
    ASSERT_EQ(bits, expected) << "case " << i;
    ASSERT_EQ(flags, status & (kAllExceptions | kC1)) << "case " << i;
    // And back: exact.
    Number wide{};
    ASSERT_EQ((widen<kFraction, kExponent>(bits, wide)), 0u);
    std::uint64_t again = 0;
    ASSERT_EQ((narrow<kFraction, kExponent>(wide, again)), 0u);
    ASSERT_EQ(again, bits);
  }
}

TEST(FpuNormal, SinglesAreTheHosts) { compare_narrowing<std::uint32_t, 23, 8>(store_m32); }
TEST(FpuNormal, DoublesAreTheHosts) { compare_narrowing<std::uint64_t, 52, 11>(store_m64); }

template <class T, class Store>
void compare_integers(Store store) {
  constexpr int kBits = 8 * sizeof(T);
  Numbers numbers;
  for (int i = 0; i < kCases; ++i) {
    const FpuRegister value = numbers.next();
    const unsigned rounding = i & 3;
    std::uint64_t integer = 0;
    const std::uint32_t flags = to_integer<kBits>(number(value), rounding, integer);
    if (flags == kElsewhere) continue;
    T expected;
    std::uint8_t memory[sizeof(T)];
    const auto control = static_cast<std::uint16_t>(kControl | rounding << 10);
    const std::uint16_t status = store(value, memory, HostControl(control, 0));
    std::memcpy(&expected, memory, sizeof expected);
    ASSERT_EQ(static_cast<T>(integer), expected) << "case " << i;
    ASSERT_EQ(flags, status & (kAllExceptions | kC1)) << "case " << i;
  }
}

TEST(FpuNormal, IntegersAreTheHosts) {
  compare_integers<std::uint16_t>(store_int16);
  compare_integers<std::uint32_t>(store_int32);
  compare_integers<std::uint64_t>(store_int64);
}

}  // namespace
}  // namespace rc::cpu::fpu
