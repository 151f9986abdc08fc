// SPDX-License-Identifier: Apache-2.0
// Operators on values in memory.
#include "firmware/cstar/routines.h"

namespace cstar {
namespace {

template <class T>
T combined(CS__Op op, T a, T b) {
  switch (op) {
    case CS__ASSIGN:
      return b;
    case CS__ADD:
      return static_cast<T>(a + b);
    case CS__MULTIPLY:
      return static_cast<T>(a * b);
    case CS__MIN:
      return b < a ? b : a;
    case CS__MAX:
      return a < b ? b : a;
    default:
      break;
  }
  if constexpr (static_cast<T>(0.5) == T{0}) {  // integers
    if (op == CS__AND) return static_cast<T>(a & b);
    if (op == CS__XOR) return static_cast<T>(a ^ b);
    if (op == CS__OR) return static_cast<T>(a | b);
  }
  CS__Fail("bitwise operators need integers");
}

template <class T>
void combine_as(CS__Op op, void* into, const void* value) {
  auto* target = static_cast<T*>(into);
  *target = combined(op, *target, *static_cast<const T*>(value));
}

}  // namespace

long size_of(CS__Type type) {
  switch (type) {
    case CS__CHAR:
      return 1;
    case CS__INT:
      return sizeof(int);
    case CS__LONG:
      return sizeof(long);
    case CS__FLOAT:
      return sizeof(float);
    case CS__DOUBLE:
      return sizeof(double);
  }
  CS__Fail("unknown type %d", static_cast<int>(type));
}

void combine(CS__Type type, CS__Op op, void* into, const void* value) {
  switch (type) {
    case CS__CHAR:
      return combine_as<signed char>(op, into, value);
    case CS__INT:
      return combine_as<int>(op, into, value);
    case CS__LONG:
      return combine_as<long>(op, into, value);
    case CS__FLOAT:
      return combine_as<float>(op, into, value);
    case CS__DOUBLE:
      return combine_as<double>(op, into, value);
  }
}

}  // namespace cstar
