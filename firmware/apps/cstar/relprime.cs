/* SPDX-License-Identifier: Apache-2.0 */
/* relprime: how many numbers up to `size` are relatively prime to each, by trial division. steps:
 * rows that run, evenly spread. */
#include "benchmark_c.h"

static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

int main(int argc, char **argv) {
  int size = 64, steps = 8, every, row, d, n;
  long found = 0, rows = 0, expected = 0;
  benchmark_begin(argc, argv, &size, &steps);
  every = size / steps < 1 ? 1 : size / steps;

  shape [size]numbers;
  int:numbers number, prime;
  benchmark_start();
  with(numbers) {
    number = pcoord(0) + 1;
    for (row = (every + 1) / 2; row <= size; row += every, rows++) {
      prime = 1;
      for (d = 2; d <= row; d++)
        if (row % d == 0)
          where(number % d == 0) prime = 0;
      benchmark_work(row);
      found += prime;
    }
  }
  benchmark_stop((double)rows / size);

  for (row = (every + 1) / 2; row <= size; row += every)
    for (n = 1; n <= size; n++) expected += gcd(row, n) == 1;
  return benchmark_finish("relprime", found != expected);
}
