// SPDX-License-Identifier: Apache-2.0
// NX in C++, included as programs of the time did, with handlers of any type.
extern "C" {
#include <nx.h>
}
#include <cstdio>

typedef void (*Untyped)(...);
static volatile int came;
static long value;

static void four(long, long, long, long) { ++came; }
static void ints(int, int, int, int, int) { ++came; }
static void none() { ++came; }

int main() {
  const long me = mynode();
  hrecv(5, &value, sizeof value, reinterpret_cast<Untyped>(four));
  hrecv(6, &value, sizeof value, four);
  hrecvx(7, &value, sizeof value, -1, -1, ints, 3);
  hrecv(8, &value, sizeof value, none);
  hrecv(9, &value, sizeof value, nullptr);
  gsync();
  for (long type = 5; type < 9; ++type) csend(type, &me, sizeof me, me ^ 1, 0);
  while (came < 4) flick();
  gsync();
  if (me == 0) std::puts("all came");
  return value != (me ^ 1);
}
