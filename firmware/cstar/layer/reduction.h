// SPDX-License-Identifier: Apache-2.0
// Parallel to scalar: every node reduces its active positions, the library the nodes.
#pragma once

#include "firmware/cstar/layer/communication.h"

namespace cstar {

template <class X>
using ValueOf = std::remove_cvref_t<decltype(std::declval<Leaf<X>>().value(0))>;
// bool counts as int, as in C.
template <class X>
using Result = std::conditional_t<std::is_same_v<ValueOf<X>, bool>, int, ValueOf<X>>;

template <class T>
struct Limits {
  static constexpr bool kInteger = static_cast<T>(0.5) == T{0};
  static constexpr bool kSigned = static_cast<T>(-1) < T{0};
  static constexpr T largest() {
    if constexpr (std::is_same_v<T, double>) return __DBL_MAX__;
    if constexpr (std::is_same_v<T, float>) return __FLT_MAX__;
    if constexpr (kInteger) {
      if constexpr (!kSigned) return static_cast<T>(-1);
      return static_cast<T>((1ULL << (sizeof(T) * 8 - 1)) - 1);
    }
    return T{};
  }
  static constexpr T least() {
    if constexpr (kInteger) return static_cast<T>(kSigned ? -largest() - 1 : 0);
    return -largest();
  }
};

template <class X, class Combine>
Result<X> reduced(const X& x, Result<X> identity, CS__Op op, Combine combine) {
  const auto source = leaf_of(x);
  source.check(current_shape());
  Result<X> result = identity;
  for_each_active(
      [&](long i) { result = combine(result, static_cast<Result<X>>(source.value(i))); });
  CS__Reduce(&result, type_of<Result<X>>(), op, current_shape());
  return result;
}

template <Parallel X>
auto sum(const X& x) {
  return reduced(x, Result<X>{0}, CS__ADD, Plus());
}
template <Parallel X>
auto product(const X& x) {
  return reduced(x, Result<X>{1}, CS__MULTIPLY, Times());
}
// Where no position is active, the operator's identity.
template <Parallel X>
auto minimum(const X& x) {
  return reduced(x, Limits<Result<X>>::largest(), CS__MIN, Lesser());
}
template <Parallel X>
auto maximum(const X& x) {
  return reduced(x, Limits<Result<X>>::least(), CS__MAX, Larger());
}
template <Parallel X>
auto bit_and(const X& x) {
  return reduced(x, static_cast<Result<X>>(-1), CS__AND, BitAnd());
}
template <Parallel X>
auto bit_or(const X& x) {
  return reduced(x, Result<X>{0}, CS__OR, BitOr());
}
template <Parallel X>
auto bit_xor(const X& x) {
  return reduced(x, Result<X>{0}, CS__XOR, BitXor());
}
template <Parallel X>
bool any(const X& x) {
  return bit_or(as<int>(x != 0)) != 0;
}

// The cast to a scalar may take any value: it is the largest here, on every node the same.
template <Parallel X>
auto any_value(const X& x) {
  return maximum(x);
}

#define CSTAR_REDUCE(operation, plain, reduction)              \
  template <Scalar S, Parallel X>                              \
  S& operator operation(S& scalar, const X& x) {               \
    return scalar = static_cast<S>(scalar plain reduction(x)); \
  }
CSTAR_REDUCE(+=, +, sum)
CSTAR_REDUCE(-=, -, sum)
CSTAR_REDUCE(*=, *, product)
CSTAR_REDUCE(&=, &, bit_and)
CSTAR_REDUCE(^=, ^, bit_xor)
CSTAR_REDUCE(|=, |, bit_or)
#undef CSTAR_REDUCE

}  // namespace cstar
