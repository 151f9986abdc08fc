// SPDX-License-Identifier: Apache-2.0
// Products of two small matrices of doubles, which stay in the caches; every UE for itself.
//   bench_product [SIZE [ROUNDS]]     default 32 x 32 and 10 products
// Verified: C x = A (B x) for a vector x; all numbers are small integers, so both sides are exact.
#include <stdio.h>
#include <stdlib.h>

#include "RCCE.h"

namespace {

constexpr int kLargest = 64;
double a[kLargest * kLargest], b[kLargest * kLargest], c[kLargest * kLargest];  // without gaps

void fill(int size, int round) {
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      a[row * size + column] = (row * 3 + column * 7 + round) % 11 - 5;
      b[row * size + column] = (row * 5 + column * 2 + round) % 13 - 6;
    }
  }
}

void multiply(int size) {
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      double sum = 0;
      for (int k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + column];
      c[row * size + column] = sum;
    }
  }
}

void times_vector(int size, const double* matrix, const double* x, double* y) {
  for (int row = 0; row < size; ++row) {
    y[row] = 0;
    for (int k = 0; k < size; ++k) y[row] += matrix[row * size + k] * x[k];
  }
}

int wrong_rows(int size) {
  double x[kLargest] = {}, bx[kLargest], abx[kLargest], cx[kLargest];
  for (int row = 0; row < size; ++row) x[row] = row % 5 - 2;
  times_vector(size, b, x, bx);
  times_vector(size, a, bx, abx);
  times_vector(size, c, x, cx);
  int wrong = 0;
  for (int row = 0; row < size; ++row) wrong += abx[row] != cx[row];
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int size = argc > 1 ? atoi(argv[1]) : 32;
  const int rounds = argc > 2 ? atoi(argv[2]) : 10;
  if (size < 1 || size > kLargest || rounds < 1) {
    fprintf(stderr, "bench_product: expected a size from 1 to %d and a round\n", kLargest);
    return 1;
  }
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    fill(size, round);
    multiply(size);
    wrong += wrong_rows(size);
  }
  if (wrong != 0) printf("bench_product: %d rows of UE %d are WRONG\n", wrong, RCCE_ue());
  RCCE_finalize();
  return wrong == 0 ? 0 : 1;
}
