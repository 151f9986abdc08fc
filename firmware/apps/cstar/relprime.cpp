// SPDX-License-Identifier: Apache-2.0
// relprime: how many numbers up to `size` are relatively prime to each, by trial division. steps:
// rows that run, evenly spread.
#include "benchmark.h"

namespace {

int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

}  // namespace

int main(int argc, char** argv) {
  using namespace benchmark;
  const Arguments a = begin(argc, argv, {64, 8});
  const int every = a.size / a.steps < 1 ? 1 : a.size / a.steps;
  Shape numbers{a.size};
  Pvar<int> number{numbers}, prime{numbers};
  long found = 0, rows = 0;
  start();
  with(numbers) {
    number = pcoord(0) + 1;
    for (int row = (every + 1) / 2; row <= a.size; row += every, ++rows) {
      prime = 1;
      for (int d = 2; d <= row; ++d)
        if (row % d == 0) where(number % d == 0) prime = 0;
      work(row);
      found += prime;
    }
  }
  stop(static_cast<double>(rows) / a.size);

  long expected = 0;
  for (int row = (every + 1) / 2; row <= a.size; row += every)
    for (int n = 1; n <= a.size; ++n) expected += gcd(row, n) == 1 ? 1 : 0;
  return finish("relprime", found == expected);
}
