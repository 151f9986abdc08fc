/* SPDX-License-Identifier: Apache-2.0 */
/* Two parts, of which PART says which one is the region: the first, the second or both; 4: from the
 * first on without end; 0: none. All of these programs have the same code. With an argument UE 0 alone
 * comes to marks. CLOCKS: the second part is at another clock. */
#include <RC_marks.h>
#include <stdio.h>
#ifdef NX
#include <nx.h>
#define BARRIER() gsync()
#else
#include <RCCE.h>
#define BARRIER() RCCE_barrier(&RCCE_COMM_WORLD)
#endif

#if PART == 1
#define BEFORE() RC_region_begin()
#define BETWEEN() RC_region_end()
#define AFTER() RC_mark("after")
#elif PART == 2
#define BEFORE() RC_mark("before")
#define BETWEEN() RC_region_begin()
#define AFTER() RC_region_end()
#elif PART == 3
#define BEFORE() RC_region_begin()
#define BETWEEN() RC_mark("100 %, \"between\" {a|b}")
#define AFTER() RC_region_end()
#elif PART == 4
#define BEFORE() RC_region_begin()
#define BETWEEN() RC_mark("between")
#define AFTER() RC_mark("after")
#else
#define BEFORE() RC_mark("before")
#define BETWEEN() RC_mark("between")
#define AFTER() RC_mark("after")
#endif

static int numbers[5000];

static int work(int n) { return n < 2 ? n : work(n - 1) + numbers[n * 40 % 5000]; }

int main(int argc, char **argv) {
  int ue, sum = 0;
#ifdef NX
  ue = mynode();
  (void)argv;
#else
  RCCE_init(&argc, &argv);
  ue = RCCE_ue();
#endif
  int marks = argc < 2 || ue == 0;
  BARRIER();
  if (marks) BEFORE();
  for (int i = 0; i < 5000; ++i) numbers[i] = 3 * i + ue;
  BARRIER();
#ifdef CLOCKS
  int divider = 0;
  RCCE_set_frequency_divider(6, &divider);
  BARRIER();
#endif
  if (marks) BETWEEN();
  sum = work(100 + ue);
  BARRIER();
  if (marks) AFTER();
  BARRIER();
  printf("%d %d\n", ue, sum);
#ifndef NX
  RCCE_finalize();
#endif
  return 0;
}
