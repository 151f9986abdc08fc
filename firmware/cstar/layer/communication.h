// SPDX-License-Identifier: Apache-2.0
// Parallel variables, and what a left index means: which routine of the library it takes.
#pragma once

#include "firmware/cstar/layer/context.h"

namespace cstar {

template <class T>
constexpr CS__Type type_of() {
  if constexpr (std::is_same_v<T, double>) return CS__DOUBLE;
  if constexpr (std::is_same_v<T, float>) return CS__FLOAT;
  if constexpr (std::is_same_v<T, int> || std::is_same_v<T, unsigned>) return CS__INT;
  if constexpr (std::is_same_v<T, long>) return CS__LONG;
  return CS__CHAR;
}

// A temporary in the pool, shared by the expressions that hold it.
template <class T>
class Temporary : public ParallelBase {
 public:
  Temporary() = default;  // none
  explicit Temporary(CS__Shape shape)
      : pvar_(CS__PvarAlloc(shape, sizeof(T), CS__USERMEM_POOL)),
        data_(reinterpret_cast<T*>(pvar_->start)) {}
  Temporary(const Temporary& other) : pvar_(other.pvar_), data_(other.data_) {
    if (pvar_ != nullptr) CS__PvarShare(pvar_);
  }
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (pvar_ != nullptr) CS__PvarFree(pvar_);
  }
  T value(long i) const { return data_[i]; }
  void check(CS__Shape shape) const { check_shape(pvar_->shape, shape); }
  Temporary leaf() const { return *this; }
  CS__Pvar pvar() const { return pvar_; }

  template <class X>
  void fill(const X& x) {
    const auto source = leaf_of(x);
    source.check(pvar_->shape);
    for_each_active([&](long i) { data_[i] = static_cast<T>(source.value(i)); });
  }

 private:
  CS__Pvar pvar_ = nullptr;
  T* data_ = nullptr;
};

// The value of an expression at the active positions, in memory.
template <class T, class X>
Temporary<T> stored(const X& x) {
  Temporary<T> temporary(current_shape());
  temporary.fill(x);
  return temporary;
}

// [i][j]p with numbers: one position.
template <class T>
class Element {
 public:
  template <class... At>
  explicit Element(CS__pvar_struct pvar, At... at)
      : pvar_(pvar), position_{static_cast<int>(at)...} {}

  operator T() const {
    T scalar{};
    CS__pvar_struct pvar = pvar_;
    CS__Broadcast(&scalar, &pvar, position_, sizeof(T));
    return scalar;
  }
  Element& operator=(T scalar) {
    CS__pvar_struct pvar = pvar_;
    const CS__Assignment one{&pvar, position_, &scalar, sizeof(T)};
    CS__OwnerAssign(1, &one);
    return *this;
  }
  Element& operator=(const Element& other) {
    CS__pvar_struct mine = pvar_, others = other.pvar_;
    CS__PointToPoint(&mine, position_, &others, other.position_, sizeof(T));
    return *this;
  }
  T value() const { return *this; }
  Element(const Element&) = default;

 private:
  CS__pvar_struct pvar_;
  int position_[CS__MAX_RANK];
};

// [pcoord(0) + 1]p: grid communication.
template <class T>
class Shifted : public ParallelBase {
 public:
  template <class... At>
  explicit Shifted(CS__pvar_struct pvar, const At&... at) : pvar_(pvar), shift_{} {
    int axis = 0;
    (add(axis++, at), ...);
  }

  // Reads.
  Temporary<T> leaf() const {
    CS__pvar_struct pvar = pvar_;
    Temporary<T> temporary(current_shape());
    CS__GridRead(temporary.pvar(), &pvar, &shift_, sizeof(T));
    return temporary;
  }
  // Writes.
  template <class X>
  Shifted& operator=(const X& x) {
    CS__pvar_struct pvar = pvar_;
    const Temporary<T> source = stored<T>(x);
    CS__GridWrite(&pvar, source.pvar(), &shift_, sizeof(T), 0);
    return *this;
  }
  Shifted& operator=(const Shifted& other) { return operator=<Shifted>(other); }
  Shifted(const Shifted&) = default;

 private:
  void add(int axis, const Coordinate& at) {
    if (at.axis != axis)
      CS__Fail("pcoord(%d) as the left index of axis %d is not supported", at.axis, axis);
    if (at.modulus != 0 && at.modulus != pvar_.shape->length[axis])
      CS__Fail("a left index modulo %d on an axis of %d positions is not supported", at.modulus,
               pvar_.shape->length[axis]);
    shift_.offset[axis] = at.offset;
    shift_.wrap[axis] = at.modulus != 0;
  }

  CS__pvar_struct pvar_;
  CS__Shift shift_;
};

// [p8]p7: scatter and gather.
template <class T>
class Indexed : public ParallelBase {
 public:
  template <class... At>
  explicit Indexed(CS__pvar_struct pvar, const At&... at)
      : pvar_(pvar), index_{stored<int>(at)...}, rank_(sizeof...(At)) {}

  Temporary<T> leaf() const {
    CS__pvar_struct pvar = pvar_;
    CS__Pvar index[CS__MAX_RANK];
    indices(index);
    Temporary<T> temporary(current_shape());
    CS__Gather(temporary.pvar(), index, &pvar, sizeof(T));
    return temporary;
  }
  template <class X>
  void operator=(const X& x) {
    scatter(CS__ASSIGN, x);
  }
  void operator=(const Indexed& other) { scatter(CS__ASSIGN, other); }
  Indexed(const Indexed&) = default;
  template <class X>
  void operator+=(const X& x) {
    scatter(CS__ADD, x);
  }
  template <class X>
  void operator*=(const X& x) {
    scatter(CS__MULTIPLY, x);
  }
  template <class X>
  void operator-=(const X& x) {
    scatter(CS__ADD, -leaf_of(x));
  }
  template <class X>
  void operator&=(const X& x) {
    scatter(CS__AND, x);
  }
  template <class X>
  void operator^=(const X& x) {
    scatter(CS__XOR, x);
  }
  template <class X>
  void operator|=(const X& x) {
    scatter(CS__OR, x);
  }
  // <?= and >?=
  template <class X>
  void keep_minimum(const X& x) {
    scatter(CS__MIN, x);
  }
  template <class X>
  void keep_maximum(const X& x) {
    scatter(CS__MAX, x);
  }

 private:
  void indices(CS__Pvar* index) const {
    for (int axis = 0; axis < rank_; ++axis) index[axis] = index_[axis].pvar();
  }
  template <class X>
  void scatter(CS__Op op, const X& x) {
    CS__Pvar index[CS__MAX_RANK];
    indices(index);
    const Temporary<T> source = stored<T>(x);
    CS__Scatter(&pvar_, index, source.pvar(), type_of<T>(), op);
  }

  CS__pvar_struct pvar_;
  Temporary<int> index_[CS__MAX_RANK];
  int rank_;
};

// What can be assigned and indexed: a parallel variable, or a part of it.
template <class T, long Stride = sizeof(T)>
class Variable : public ParallelBase {
 public:
  using Value = T;
  explicit Variable(CS__pvar_struct pvar) : pvar_(pvar) {}
  Variable(const Variable&) = default;

  Stored<T, Stride> leaf() const { return {pvar_.start, pvar_.shape}; }
  CS__Shape shape() const { return pvar_.shape; }
  CS__pvar_struct whole() const { return pvar_; }  // for the library's own routines
  // This node's, by local position: for checks of whole variables, outside of the language.
  T& local(long i) const { return leaf().value(i); }

  template <class X>
  Variable& operator=(const X& x) {
    const auto target = leaf();
    const auto source = leaf_of(x);
    target.check(current_shape());
    source.check(current_shape());
    for_each_active([&](long i) { target.value(i) = static_cast<T>(source.value(i)); });
    return *this;
  }
  Variable& operator=(const Variable& other) { return operator=<Variable>(other); }
#define CSTAR_ASSIGN(operation)                 \
  template <class X>                            \
  Variable& operator operation##=(const X& x) { \
    return *this = *this operation x;           \
  }
  CSTAR_ASSIGN(+)
  CSTAR_ASSIGN(-)
  CSTAR_ASSIGN(*)
  CSTAR_ASSIGN(/)
  CSTAR_ASSIGN(%)
  CSTAR_ASSIGN(&)
  CSTAR_ASSIGN(|)
  CSTAR_ASSIGN(^)
  CSTAR_ASSIGN(<<)
  CSTAR_ASSIGN(>>)
#undef CSTAR_ASSIGN

  // The left index, one for each axis.
  template <class... At>
  auto at(const At&... at) const {
    if (sizeof...(At) != static_cast<unsigned>(pvar_.shape->rank))
      CS__Fail("a left index of %d axes into a shape of %d", static_cast<int>(sizeof...(At)),
               pvar_.shape->rank);
    if constexpr ((Scalar<At> && ...)) {
      return Element<T>(pvar_, at...);
    } else if constexpr ((std::is_same_v<At, Coordinate> && ...)) {
      return Shifted<T>(pvar_, at...);
    } else {
      return Indexed<T>(pvar_, at...);
    }
  }
  // Whatever the indices are, as a scatter or gather.
  template <class... At>
  auto indexed(const At&... at) const {
    return Indexed<T>(pvar_, at...);
  }

  // Of a parallel structure.
  template <class Class, class Member>
  auto member(Member Class::*which) const {
    CS__pvar_struct part = pvar_;
    part.start = reinterpret_cast<char*>(&(reinterpret_cast<T*>(part.start)->*which));
    return Variable<Member, Stride>(part);
  }

 private:
  CS__pvar_struct pvar_;
};

// Memory of the pool, given back at the end of the scope.
template <class T>
class Allocation {
 public:
  explicit Allocation(CS__Shape shape)
      : memory_(CS__PvarAlloc(shape, sizeof(T), CS__USERMEM_POOL)) {}
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;
  ~Allocation() { CS__PvarFree(memory_); }
  CS__Pvar memory_;
};

template <class T>
class Pvar : Allocation<T>, public Variable<T> {
 public:
  explicit Pvar(CS__Shape shape) : Allocation<T>(shape), Variable<T>(*this->memory_) {}
  // All positions get the value.
  Pvar(CS__Shape shape, T initial) : Pvar(shape) {
    for (long i = 0; i < shape->local_positions; ++i) this->local(i) = initial;
  }
  template <Parallel X>
  Pvar(CS__Shape shape, const X& initial) : Pvar(shape) {
    Variable<T>::operator=(initial);
  }
  using Variable<T>::operator=;
  Pvar& operator=(const Pvar& other) {
    Variable<T>::operator=(other);
    return *this;
  }
};

template <class T, size_t N>
class Pvar<T[N]> : Allocation<T[N]> {
 public:
  explicit Pvar(CS__Shape shape) : Allocation<T[N]>(shape) {}
  CS__pvar_struct whole() const { return *this->memory_; }  // for the library's own routines
  Variable<T, sizeof(T[N])> operator[](long j) const {
    if (j < 0 || j >= static_cast<long>(N))
      CS__Fail("element %ld of a parallel array of %ld", j, static_cast<long>(N));
    CS__pvar_struct part = *this->memory_;
    part.start += j * static_cast<long>(sizeof(T));
    return Variable<T, sizeof(T[N])>(part);
  }
};

template <class T, long Stride>
long positionsof(const Variable<T, Stride>& variable) {
  return variable.shape()->positions;
}
template <class T, long Stride>
int rankof(const Variable<T, Stride>& variable) {
  return variable.shape()->rank;
}
template <class T, long Stride>
int dimof(const Variable<T, Stride>& variable, int axis) {
  return dimof(variable.shape(), axis);
}
// The size of a value in bools, each of which takes a byte here.
template <class T, long Stride>
constexpr long boolsizeof(const Variable<T, Stride>&) {
  return sizeof(T);
}

}  // namespace cstar
