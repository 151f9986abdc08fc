// SPDX-License-Identifier: Apache-2.0
// Shapes, `with` and `where`.
#pragma once

#include <stdlib.h>

#include <initializer_list>

#include "firmware/cstar/layer/expression.h"

namespace cstar {

class Shape {
 public:
  Shape(std::initializer_list<int> lengths)
      : shape_(CS__allocate_shape_array_1(static_cast<int>(lengths.size()), lengths.begin())) {}
  Shape(int rank, const int* lengths) : shape_(CS__allocate_shape_array_1(rank, lengths)) {}
  Shape(const Shape&) = delete;
  Shape& operator=(const Shape&) = delete;
  ~Shape() { CS__FreeShape(shape_); }
  operator CS__Shape() const { return shape_; }

 private:
  CS__Shape shape_;
};

inline long positionsof(CS__Shape shape) { return shape->positions; }
inline int rankof(CS__Shape shape) { return shape->rank; }
inline int dimof(CS__Shape shape, int axis) {
  if (axis < 0 || axis >= shape->rank)
    CS__Fail("dimof: axis %d of a shape of %d axes", axis, shape->rank);
  return shape->length[axis];
}

// f(local position) for every active one.
template <class F>
inline void for_each_active(F f) {
  const long count = current_shape()->local_positions;
  const unsigned char* context = CS__context;
  if (context == nullptr) {
    for (long i = 0; i < count; ++i) f(i);
  } else {
    for (long i = 0; i < count; ++i)
      if (context[i] != 0) f(i);
  }
}

class With {
 public:
  explicit With(CS__Shape shape) : shape_(CS__current), context_(CS__context) {
    CS__current = shape;
    CS__context = nullptr;
  }
  With(const With&) = delete;
  With& operator=(const With&) = delete;
  ~With() {
    CS__current = shape_;
    CS__context = context_;
  }
  bool once() { return !done_ && (done_ = true); }

 private:
  CS__Shape shape_;
  const unsigned char* context_;
  bool done_ = false;
};

// Goes through its body twice: for the selected positions, and for the others.
class Where {
 public:
  template <Parallel Condition>
  explicit Where(const Condition& parallel) : outer_(CS__context) {
    const auto condition = parallel.leaf();
    condition.check(current_shape());
    count_ = current_shape()->local_positions;
    active_ = static_cast<unsigned char*>(calloc(static_cast<size_t>(count_ + 1), 1));
    if (active_ == nullptr) CS__Fail("No memory for a context of %ld positions", count_);
    for_each_active([&](long i) { active_[i] = condition.value(i) ? 1 : 0; });
  }
  Where(const Where&) = delete;
  Where& operator=(const Where&) = delete;
  ~Where() {
    CS__context = outer_;
    free(active_);
  }

  bool next() {
    if (++pass_ > 2) return false;
    if (pass_ == 2)
      for (long i = 0; i < count_; ++i)
        active_[i] = active_[i] == 0 && (outer_ == nullptr || outer_[i] != 0) ? 1 : 0;
    CS__context = active_;
    return true;
  }
  bool selected() const { return pass_ == 1; }

 private:
  const unsigned char* outer_;
  unsigned char* active_;
  long count_;
  int pass_ = 0;
};

}  // namespace cstar

// A name of its own for each line, as they nest.
#define CSTAR_NAME_OF_LINE(name, line) name##line
#define CSTAR_NAME(name, line) CSTAR_NAME_OF_LINE(name, line)
#define CSTAR_WITH(shape, name) for (::cstar::With name{shape}; name.once();)
#define CSTAR_WHERE(condition, name)                 \
  for (::cstar::Where name{condition}; name.next();) \
    if (name.selected())
#define with(shape) CSTAR_WITH(shape, CSTAR_NAME(cstar_with_, __LINE__))
#define where(condition) CSTAR_WHERE(condition, CSTAR_NAME(cstar_where_, __LINE__))
