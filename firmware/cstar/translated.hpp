// SPDX-License-Identifier: Apache-2.0
// What a program that `rockcreek cc --cstar` translated is compiled with: cstar.hpp, without its
// words for `with` and `where`, and the operators of C* that C++ has no signs for. Statements of
// the language become blocks with objects of With and Where, so that break, continue and return
// leave them as they leave any block.
#pragma once

#include "firmware/cstar/cstar.hpp"
#undef with
#undef where

namespace cstar {

// The nodes are set up before the first shape of a program, which may be global.
#ifndef CS__HOST
class Program {
 public:
  Program() {
    static bool set_up = false;
    if (!set_up) CS__Setup();
    set_up = true;
  }
};
namespace {
const Program program;
}
#endif

// A parameter of a function: the caller's value in memory of its own.
template <class T>
class Argument : public Pvar<T> {
 public:
  template <class X>
  requires Parallel<X> || Scalar<X> Argument(const X& x) : Pvar<T>(current_shape()) {
    Variable<T>::operator=(x);
  }
  Argument(const Argument& other) : Pvar<T>(other.shape()) { Variable<T>::operator=(other); }
  using Pvar<T>::operator=;
  Argument& operator=(const Argument& other) {
    Variable<T>::operator=(other);
    return *this;
  }
};

template <class V>
using ValueIn = typename std::remove_cvref_t<V>::Value;

// A variable as the routines of the library take it.
struct LibraryPvar {
  CS__pvar_struct pvar;
  operator CS__Pvar() { return &pvar; }
};
template <class Variable>
LibraryPvar library_pvar(const Variable& variable) {
  return {variable.whole()};
}

// c ? a : b, && and ||: at each position only as far as it decides.
template <class C, class A, class B>
struct Select : ParallelBase {
  Select(C c, A a, B b) : c_(c), a_(a), b_(b) {}
  auto value(long i) const {
    using Common = std::remove_cvref_t<decltype(true ? a_.value(i) : b_.value(i))>;
    return c_.value(i) ? static_cast<Common>(a_.value(i)) : static_cast<Common>(b_.value(i));
  }
  void check(CS__Shape shape) const {
    c_.check(shape);
    a_.check(shape);
    b_.check(shape);
  }
  Select leaf() const { return *this; }

 private:
  C c_;
  A a_;
  B b_;
};
template <class C, class A, class B>
auto select(const C& c, const A& a, const B& b) {
  return Select<Leaf<C>, Leaf<A>, Leaf<B>>(leaf_of(c), leaf_of(a), leaf_of(b));
}
template <class A, class B>
auto both(const A& a, const B& b) {
  return select(a, unary<As<bool>>(b), false);
}
template <class A, class B>
auto either(const A& a, const B& b) {
  return select(a, true, unary<As<bool>>(b));
}

// A function of C, position by position.
template <class F, class A>
auto elementwise(F, const A& a) {
  return unary<F>(a);
}
template <class F, class A, class B>
auto elementwise(F, const A& a, const B& b) {
  return binary<F>(a, b);
}

template <Parallel X>
auto minus_sum(const X& x) {
  return -sum(x);
}

// %%, <? and >? of scalars.
template <class A, class B>
requires std::is_integral_v<A> && std::is_integral_v<B> &&
    (!std::is_same_v<A, B>)auto mod(A a, B b) {
  return Modulus()(a, b);
}
template <Scalar A, Scalar B>
auto lesser(A a, B b) {
  return Lesser()(a, b);
}
template <Scalar A, Scalar B>
auto greater(A a, B b) {
  return Larger()(a, b);
}

// An assignment to one position that also reads it.
#define CSTAR_ELEMENT(operation)                        \
  template <class T, class X>                           \
  void operator operation(Element<T>&& e, const X& x) { \
    T value = e.value();                                \
    value operation x;                                  \
    e = value;                                          \
  }
CSTAR_ELEMENT(+=)
CSTAR_ELEMENT(-=)
CSTAR_ELEMENT(*=)
CSTAR_ELEMENT(/=)
CSTAR_ELEMENT(%=)
CSTAR_ELEMENT(&=)
CSTAR_ELEMENT(|=)
CSTAR_ELEMENT(^=)
CSTAR_ELEMENT(<<=)
CSTAR_ELEMENT(>>=)
#undef CSTAR_ELEMENT

// <?= and >?=: of a scalar with a scalar or a parallel value, of a variable, of one position, and
// by a left index.
#define CSTAR_KEEP(name, of_two, of_all)                  \
  template <Scalar S, class X>                            \
  void name(S& scalar, const X& x) {                      \
    if constexpr (Parallel<X>) {                          \
      scalar = static_cast<S>(of_two(scalar, of_all(x))); \
    } else {                                              \
      scalar = static_cast<S>(of_two(scalar, x));         \
    }                                                     \
  }                                                       \
  template <class T, long Stride, class X>                \
  auto name(Variable<T, Stride> variable, const X& x) {   \
    return variable = of_two(variable, x);                \
  }                                                       \
  template <class T, class X>                             \
  void name(Element<T>&& element, const X& x) {           \
    T value = element.value();                            \
    name(value, x);                                       \
    element = value;                                      \
  }                                                       \
  template <class T, class X>                             \
  void name(Indexed<T>&& positions, const X& x) {         \
    positions.name(x);                                    \
  }
CSTAR_KEEP(keep_minimum, lesser, minimum)
CSTAR_KEEP(keep_maximum, greater, maximum)
#undef CSTAR_KEEP

template <Scalar S>
constexpr long boolsizeof(const S&) {
  return sizeof(S);
}
template <class T, size_t N>
constexpr long boolsizeof(const Pvar<T[N]>&) {
  return sizeof(T[N]);
}

}  // namespace cstar
