/* SPDX-License-Identifier: Apache-2.0 */
/* sieve: primes up to `size`. Whether the next candidate is prime its owner broadcasts; multiples of a
 * prime are struck where they are. work: for every candidate, on every node. steps: candidates beyond
 * the root of `size` that run; they strike nothing. Reports besides root_ms: what the candidates up to
 * the root took. */
#include "benchmark_c.h"

int main(int argc, char **argv) {
  int n = 4000, steps = 50, root = 2, primes = 0, wrong = 0, i;
  double root_ms = 0;
  benchmark_begin(argc, argv, &n, &steps);
  while (root * root <= n) root++;

  shape [n]numbers;
  char:numbers composite = 0;
  shape [CS__self.nodes]chunk;
  benchmark_start();
  for (i = 2; i < root + steps; i++) {
    char struck;
    if (i == root) {
      CS__Sync();
      root_ms = CS__TimerStop();
    }
    with(chunk) benchmark_work(1);
    struck = [i]composite;
    if (struck) continue;
    primes++;
    with(numbers)
      where(pcoord(0) >= i * i && pcoord(0) % i == 0) composite = 1;
  }
  benchmark_stop(1);
  benchmark_report("root_ms", root_ms);

  with(numbers) {
    int:numbers divisors = 0;
    for (i = 2; i < root; i++)
      where(pcoord(0) > i && pcoord(0) % i == 0) divisors++;
    where(pcoord(0) >= 2) wrong += (composite != 0) != (divisors != 0);
  }
  return benchmark_end("sieve", wrong + (primes == 0));
}
