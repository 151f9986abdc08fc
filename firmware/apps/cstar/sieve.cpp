// SPDX-License-Identifier: Apache-2.0
// sieve: primes up to `size`. One position a node: each holds a band of flags and strikes multiples
// from it; whether the next candidate is prime its owner broadcasts. work: for every candidate, on
// every node. steps: candidates beyond the root of `size` that run; they strike nothing.
// Reports besides root_ms: what the candidates up to the root took.
#include <string.h>

#include "benchmark.h"
#include "firmware/hal/host.h"

int main(int argc, char** argv) {
  using namespace benchmark;
  const Arguments a = begin(argc, argv, {4000, 50});
  const int n = a.size;
  int root = 2;
  while (root * root <= n) ++root;
  Shape numbers{n};
  const CS__Shape map = numbers;
  Pvar<char> composite{numbers, 0};
  Shape chunk{CS__self.nodes};
  int primes = 0;
  const auto candidate = [&](int i) {
    char struck = 0;
    with(chunk) work();
    with(numbers) struck = composite.at(i);
    if (struck != 0) return;
    ++primes;
    int first = (map->begin[0] + i - 1) / i * i;
    if (first < i * i) first = i * i;
    for (long at = first - map->begin[0]; at < map->local_positions; at += i)
      composite.local(at) = 1;
  };
  start();
  for (int i = 2; i < root; ++i) candidate(i);
  CS__Sync();
  const double root_ms = CS__TimerStop();
  for (int i = root; i < root + a.steps; ++i) candidate(i);
  stop(1);
  if (CS__self.node == 0) hal::report("root_ms", root_ms);

  bool right = true;
  for (int i = 2; i < n; i += 7) {
    bool prime = true;
    for (int d = 2; d * d <= i && prime; ++d) prime = i % d != 0;
    const long at = i - map->begin[0];
    if (at >= 0 && at < map->local_positions) right = right && (composite.local(at) == 0) == prime;
  }
  return finish("sieve", right && primes > 0);
}
