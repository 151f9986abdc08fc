// SPDX-License-Identifier: Apache-2.0
// Parallel expressions: trees that give their value at a local position.
#pragma once

#include <type_traits>
#include <utility>

#include "firmware/cstar/cstar.h"

namespace cstar {

struct ParallelBase {};

template <class X>
concept Parallel = std::is_base_of_v<ParallelBase, std::remove_cvref_t<X>>;
template <class X>
concept Scalar = std::is_arithmetic_v<std::remove_cvref_t<X>>;

// Every parallel thing has `leaf()`: what stands for it in a tree; and a tree node has
// `value(local position)` and `check(shape)`.
inline void check_shape(CS__Shape mine, CS__Shape wanted) {
  if (mine != wanted)
    CS__Fail("shapes differ in one expression: %d and %d axes, %ld and %ld positions", mine->rank,
             wanted->rank, mine->positions, wanted->positions);
}

inline CS__Shape current_shape() {
  if (CS__current == nullptr) CS__Fail("a parallel expression outside `with`");
  return CS__current;
}

template <class T>
struct Constant : ParallelBase {
  explicit Constant(T constant) : constant_(constant) {}
  T value(long) const { return constant_; }
  void check(CS__Shape) const {}
  Constant leaf() const { return *this; }

 private:
  T constant_;
};

// Values in memory, at a distance that the compiler knows.
template <class T, long Stride>
struct Stored : ParallelBase {
  Stored(char* start, CS__Shape shape) : start_(start), shape_(shape) {}
  T& value(long i) const { return *reinterpret_cast<T*>(start_ + i * Stride); }
  void check(CS__Shape shape) const { check_shape(shape_, shape); }
  Stored leaf() const { return *this; }

 private:
  char* start_;
  CS__Shape shape_;
};

// pcoord(axis), plus a number, modulo another: as a left index it is grid communication.
struct Coordinate : ParallelBase {
  int axis, offset = 0;
  int modulus = 0;  // 0: none
  const int* table;

  explicit Coordinate(int of_axis)
      : axis(of_axis), table(CS__Coordinates(current_shape(), of_axis)) {}
  int value(long i) const {
    const int at = table[i] + offset;
    return modulus == 0 ? at : (at % modulus + modulus) % modulus;
  }
  void check(CS__Shape shape) const { check_shape(current_shape(), shape); }
  Coordinate leaf() const { return *this; }
};

inline Coordinate pcoord(int axis) { return Coordinate(axis); }
inline Coordinate moved(Coordinate at, int by) {
  if (at.modulus != 0) CS__Fail("a left index that adds after %%%% is not supported");
  at.offset += by;
  return at;
}
inline Coordinate operator+(const Coordinate& at, int by) { return moved(at, by); }
inline Coordinate operator+(int by, const Coordinate& at) { return moved(at, by); }
inline Coordinate operator-(const Coordinate& at, int by) { return moved(at, -by); }

template <class X>
auto leaf_of(const X& x) {
  if constexpr (Parallel<X>) {
    return x.leaf();
  } else {
    return Constant<X>(x);
  }
}
template <class X>
using Leaf = decltype(leaf_of(std::declval<X>()));

template <class F, class A>
struct Unary : ParallelBase {
  explicit Unary(A a) : a_(a) {}
  auto value(long i) const { return F()(a_.value(i)); }
  void check(CS__Shape shape) const { a_.check(shape); }
  Unary leaf() const { return *this; }

 private:
  A a_;
};

template <class F, class A, class B>
struct Binary : ParallelBase {
  Binary(A a, B b) : a_(a), b_(b) {}
  auto value(long i) const { return F()(a_.value(i), b_.value(i)); }
  void check(CS__Shape shape) const {
    a_.check(shape);
    b_.check(shape);
  }
  Binary leaf() const { return *this; }

 private:
  A a_;
  B b_;
};

template <class F, class A>
auto unary(const A& a) {
  return Unary<F, Leaf<A>>(leaf_of(a));
}
template <class F, class A, class B>
auto binary(const A& a, const B& b) {
  return Binary<F, Leaf<A>, Leaf<B>>(leaf_of(a), leaf_of(b));
}

// Two operands, one of them parallel and the other parallel or a number.
template <class A, class B>
concept Operands = (Parallel<A> && (Parallel<B> || Scalar<B>)) || (Scalar<A> && Parallel<B>);

#define CSTAR_BINARY(operation, name)                               \
  struct name {                                                     \
    auto operator()(auto a, auto b) const { return a operation b; } \
  };                                                                \
  template <class A, class B>                                       \
  requires Operands<A, B>                                           \
  auto operator operation(const A& a, const B& b) { return binary<name>(a, b); }
CSTAR_BINARY(+, Plus)
CSTAR_BINARY(-, Minus)
CSTAR_BINARY(*, Times)
CSTAR_BINARY(/, Over)
CSTAR_BINARY(%, Remainder)
CSTAR_BINARY(&, BitAnd)
CSTAR_BINARY(|, BitOr)
CSTAR_BINARY(^, BitXor)
CSTAR_BINARY(==, Equal)
CSTAR_BINARY(!=, Unequal)
CSTAR_BINARY(<, Less)
CSTAR_BINARY(<=, LessOrEqual)
CSTAR_BINARY(>, Greater)
CSTAR_BINARY(>=, GreaterOrEqual)
CSTAR_BINARY(&&, And)
CSTAR_BINARY(||, Or)
CSTAR_BINARY(<<, ShiftLeft)
CSTAR_BINARY(>>, ShiftRight)
#undef CSTAR_BINARY

struct Negative {
  auto operator()(auto a) const { return -a; }
};
struct Not {
  bool operator()(auto a) const { return !a; }
};
struct Complement {
  auto operator()(auto a) const { return ~a; }
};
template <Parallel A>
auto operator-(const A& a) {
  return unary<Negative>(a);
}
template <Parallel A>
auto operator!(const A& a) {
  return unary<Not>(a);
}
template <Parallel A>
auto operator~(const A& a) {
  return unary<Complement>(a);
}
template <Parallel A>
auto operator+(const A& a) {
  return binary<Plus>(a, 0);
}

template <class T>
struct As {
  T operator()(auto a) const { return static_cast<T>(a); }
};
// A cast of every position.
template <class T, Parallel A>
auto as(const A& a) {
  return unary<As<T>>(a);
}

struct Lesser {
  auto operator()(auto a, auto b) const { return b < a ? b : a; }
};
struct Larger {
  auto operator()(auto a, auto b) const { return a < b ? b : a; }
};
template <class A, class B>
requires Operands<A, B>
auto lesser(const A& a, const B& b) { return binary<Lesser>(a, b); }
template <class A, class B>
requires Operands<A, B>
auto greater(const A& a, const B& b) { return binary<Larger>(a, b); }

// %%: the sign is that of the second operand.
struct Modulus {
  auto operator()(auto a, auto b) const {
    const auto rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }
};
template <class A, class B>
requires Operands<A, B>
auto mod(const A& a, const B& b) {
  if constexpr (std::is_same_v<A, Coordinate> && std::is_integral_v<B>) {
    Coordinate wrapped = a;
    if (wrapped.modulus != 0 || b < 1) CS__Fail("a left index with this %%%% is not supported");
    wrapped.modulus = static_cast<int>(b);
    return wrapped;
  } else {
    return binary<Modulus>(a, b);
  }
}
template <class T>
T mod(T a, T b) requires std::is_integral_v<T> {
  return static_cast<T>(Modulus()(a, b));
}

}  // namespace cstar
