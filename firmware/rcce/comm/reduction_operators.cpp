// SPDX-License-Identifier: Apache-2.0
#include "reduction_operators.h"

#include <stdint.h>

#include "firmware/rcce/internal.h"

namespace {

size_t size_of(int type) {
  switch (type) {
    case RCCE_INT:
      return sizeof(int);
    case RCCE_LONG:
      return sizeof(long);
    case RCCE_FLOAT:
      return sizeof(float);
    case RCCE_DOUBLE:
      return sizeof(double);
    default:
      return 0;
  }
}

template <class T, class Operation>
void combine(T* into, const T* from, int count, Operation operation) {
  for (int i = 0; i < count; ++i) into[i] = operation(into[i], from[i]);
}

// Sums and products of integers that overflow wrap.
template <class T>
struct Wrapping {
  using Type = T;
};
template <>
struct Wrapping<int> {
  using Type = unsigned;
};
template <>
struct Wrapping<long> {
  using Type = unsigned long;
};

template <class T>
void combine(char* into, const char* from, int count, int op) {
  using W = typename Wrapping<T>::Type;
  T* const a = reinterpret_cast<T*>(into);
  const T* const b = reinterpret_cast<const T*>(from);
  switch (op) {
    case RCCE_SUM:
      return combine(a, b, count, [](T x, T y) {
        return static_cast<T>(static_cast<W>(x) + static_cast<W>(y));
      });
    case RCCE_MIN:
      return combine(a, b, count, [](T x, T y) { return y < x ? y : x; });
    case RCCE_MAX:
      return combine(a, b, count, [](T x, T y) { return x < y ? y : x; });
    default:
      return combine(a, b, count, [](T x, T y) {
        return static_cast<T>(static_cast<W>(x) * static_cast<W>(y));
      });
  }
}

}  // namespace

int rcce::check_reduction(int count, int type, int op, const RCCE_COMM& comm) {
  if (comm.initialized != RCCE_COMM_INITIALIZED) return RCCE_ERROR_COMM_UNDEFINED;
  if (op < RCCE_OP_BASE || op >= RCCE_OP_BASE + RCCE_NUM_OPS) return RCCE_ERROR_ILLEGAL_OP;
  const size_t size = size_of(type);
  if (size == 0) return RCCE_ERROR_ILLEGAL_TYPE;
  if (count < 0 || static_cast<size_t>(count) > UINT32_MAX / size) return RCCE_ERROR_MESSAGE_LENGTH;
  return RCCE_SUCCESS;
}

size_t rcce::reduction_bytes(int count, int type) {
  return static_cast<size_t>(count) * size_of(type);
}

void rcce::reduce_into(char* into, const char* from, int count, int type, int op) {
  switch (type) {
    case RCCE_INT:
      return combine<int>(into, from, count, op);
    case RCCE_LONG:
      return combine<long>(into, from, count, op);
    case RCCE_FLOAT:
      return combine<float>(into, from, count, op);
    default:
      return combine<double>(into, from, count, op);
  }
}
