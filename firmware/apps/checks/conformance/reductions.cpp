// SPDX-License-Identifier: Apache-2.0
// Chapter 7: reductions of every type with every operation, plain and along trees.
#include "RCCE_comm.h"
#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

// Small factors: products of all UEs' values stay exact, in every type.
template <class T>
T value(int ue, int i) {
  return static_cast<T>(i % 3 == ue % 3     ? 1 + ue % 2 * (ue < 16 ? 1 : 0)
                        : (ue + i) % 2 == 0 ? 1
                                            : -1);
}

template <class T>
T expected(int op, int i, int ues) {
  T result = value<T>(0, i);
  for (int ue = 1; ue < ues; ++ue) {
    const T next = value<T>(ue, i);
    if (op == RCCE_SUM) result += next;
    if (op == RCCE_PROD) result *= next;
    if (op == RCCE_MIN && next < result) result = next;
    if (op == RCCE_MAX && result < next) result = next;
  }
  return result;
}

template <class T>
void check_result(const char* what, const T* out, int op, int count) {
  for (int i = 0; i < count; ++i) {
    expect(out[i] == expected<T>(op, i, RCCE_num_ues()), what, op - RCCE_OP_BASE, i);
  }
}

template <class T>
void check_type(int type) {
  constexpr int kCount = 9;
  T in[kCount], out[kCount];
  const auto in_bytes = reinterpret_cast<char*>(in), out_bytes = reinterpret_cast<char*>(out);
  const int me = RCCE_ue(), last = RCCE_num_ues() - 1;
  for (int op = RCCE_OP_BASE; op < RCCE_OP_BASE + RCCE_NUM_OPS; ++op) {
    const auto prepare = [&] {
      for (int i = 0; i < kCount; ++i) in[i] = value<T>(me, i), out[i] = 99;
    };
    prepare();
    RCCE_reduce(in_bytes, out_bytes, kCount, type, op, last, RCCE_COMM_WORLD);
    if (me == last) check_result("reduce", out, op, kCount);
    if (me != last) expect(out[0] == 99, "reduce wrote to others than the root");
    RCCE_allreduce(in_bytes, out_bytes, kCount, type, op, RCCE_COMM_WORLD);
    check_result("allreduce", out, op, kCount);
    prepare();
    RCCE_comm_reduce(in_bytes, out_bytes, kCount, type, op, last, RCCE_COMM_WORLD);
    if (me == last) check_result("comm_reduce", out, op, kCount);
    if (me != last) expect(out[0] == 99, "comm_reduce wrote to others than the root");
    RCCE_comm_allreduce(in_bytes, in_bytes, kCount, type, op, RCCE_COMM_WORLD);
    check_result("comm_allreduce in place", in, op, kCount);
    prepare();
    RCCE_allreduce(in_bytes, in_bytes, kCount, type, op, RCCE_COMM_WORLD);
    check_result("allreduce in place", in, op, kCount);
  }
}

void check_refusals() {
  char in[8] = {}, out[8] = {};
  RCCE_COMM undefined = RCCE_COMM_WORLD;
  undefined.initialized = 0;
  struct Case {
    int count, type, op, root;
    int error;
  };
  const int n = RCCE_num_ues();
  for (const Case& c : {Case{1, RCCE_INT, RCCE_OP_BASE - 1, 0, RCCE_ERROR_ILLEGAL_OP},
                        Case{1, RCCE_INT, RCCE_OP_BASE + 4, 0, RCCE_ERROR_ILLEGAL_OP},
                        Case{1, RCCE_TYPE_BASE - 1, RCCE_SUM, 0, RCCE_ERROR_ILLEGAL_TYPE},
                        Case{1, RCCE_TYPE_BASE + 4, RCCE_SUM, 0, RCCE_ERROR_ILLEGAL_TYPE},
                        Case{-1, RCCE_INT, RCCE_SUM, 0, RCCE_ERROR_MESSAGE_LENGTH},
                        Case{0x20000000, RCCE_DOUBLE, RCCE_SUM, 0, RCCE_ERROR_MESSAGE_LENGTH},
                        Case{1, RCCE_INT, RCCE_SUM, -1, RCCE_ERROR_ID},
                        Case{1, RCCE_INT, RCCE_SUM, n, RCCE_ERROR_ID}}) {
    const int plain = RCCE_reduce(in, out, c.count, c.type, c.op, c.root, RCCE_COMM_WORLD);
    const int tree = RCCE_comm_reduce(in, out, c.count, c.type, c.op, c.root, RCCE_COMM_WORLD);
    expect(plain == c.error && tree == c.error, "reduce refused", c.error, plain);
    if (c.error == RCCE_ERROR_ID) continue;
    const int all = RCCE_allreduce(in, out, c.count, c.type, c.op, RCCE_COMM_WORLD);
    expect(all == c.error, "allreduce refused", c.error, all);
  }
  expect(RCCE_reduce(in, out, 1, RCCE_INT, RCCE_SUM, 0, undefined) == RCCE_ERROR_COMM_UNDEFINED,
         "reduce over nobody");
  expect(RCCE_allreduce(in, out, 0, RCCE_INT, RCCE_SUM, RCCE_COMM_WORLD) == RCCE_SUCCESS,
         "allreduce of nothing");
}

}  // namespace

void chapters::reductions() {
  check_refusals();
  check_type<int>(RCCE_INT);
  check_type<long>(RCCE_LONG);
  check_type<float>(RCCE_FLOAT);
  check_type<double>(RCCE_DOUBLE);
}
