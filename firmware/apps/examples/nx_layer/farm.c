/* SPDX-License-Identifier: Apache-2.0 */
/* A farm over the message layer: node 0 hands out ranges of numbers, whoever is done asks for more,
 * and the primes that were found are added up. Argument: numbers up to. Exit status 0 if right. */
#include <nx.h>
#include <stdio.h>
#include <stdlib.h>

#include "layer.h"

enum { kWant, kWork, kDone, kRange = 100 };

static int primes(int from, int to) {
  int n, d, count = 0;
  for (n = from < 2 ? 2 : from; n < to; ++n) {
    for (d = 2; d * d <= n && n % d != 0; ++d) {
    }
    count += d * d > n;
  }
  return count;
}

static void work(void) {
  int range[2], found;
  for (;;) {
    found = 0;
    layer_send(0, kWant, &found, 0);
    layer_receive(0, kWork, range, sizeof range, NULL);
    if (range[0] == range[1]) return;
    found = primes(range[0], range[1]);
    layer_send(0, kDone, &found, sizeof found);
  }
}

static int hand_out(int limit) {
  int next = 0, sum = 0, out = 0, left = (int)numnodes() - 1;
  while (left > 0 || out > 0) {
    int found, node, range[2];
    while (layer_probe(kAny, kDone)) {
      layer_receive(kAny, kDone, &found, sizeof found, NULL);
      sum += found;
      --out;
    }
    if (!layer_probe(kAny, kWant)) continue;
    layer_receive(kAny, kWant, NULL, 0, &node);
    range[0] = next;
    range[1] = next + kRange < limit ? next + kRange : limit;
    if (range[0] == range[1]) {
      --left;
    } else {
      ++out;
    }
    next = range[1];
    layer_send(node, kWork, range, sizeof range);
  }
  return sum;
}

int main(int argc, char** argv) {
  const int limit = argc > 1 ? atoi(argv[1]) : 2000;
  int sum, right = 1;
  if (limit < 1 || numnodes() < 2) {
    if (mynode() == 0) printf("farm: expected 2 nodes or more, and a number above 0\n");
    return 1;
  }
  layer_start();
  if (mynode() == 0) {
    sum = hand_out(limit);
    right = sum == primes(0, limit);
    printf("%d primes below %d: %s\n", sum, limit, right ? "verified" : "wrong");
  } else {
    work();
  }
  gsync();
  return !right;
}
