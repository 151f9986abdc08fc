/* SPDX-License-Identifier: Apache-2.0 */
/* Time, sleep, a name, and memory at a boundary, from the C library alone. Exit status 0 is right.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int wrong;

static void expect(int ok, int line) {
  if (ok) return;
  printf("waiting.c:%d\n", line);
  ++wrong;
}
#define EXPECT(condition) expect((condition), __LINE__)

static int64_t nanos(clockid_t clock) {
  struct timespec now;
  EXPECT(clock_gettime(clock, &now) == 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* A look at the clock takes microseconds. On a host anything may come between. */
static void expect_slept(int64_t start, int64_t wanted, int line) {
  const int64_t slept = nanos(CLOCK_MONOTONIC) - start;
  expect(slept >= wanted, line);
#ifndef ROCKCREEK_NATIVE
  expect(slept < wanted + wanted / 100 + 30000, line);
#endif
}

static void clocks(void) {
  struct timeval day;
  struct timespec step;
  const int64_t before = nanos(CLOCK_REALTIME);
  gettimeofday(&day, NULL);
  const int64_t between = (day.tv_sec * INT64_C(1000000) + day.tv_usec) * 1000;
  EXPECT(before - 1000 < between && between <= nanos(CLOCK_REALTIME));
  EXPECT(clock_getres(CLOCK_MONOTONIC, &step) == 0 && step.tv_sec == 0 && step.tv_nsec > 0);
  errno = 0;
  EXPECT(clock_gettime((clockid_t)77, &step) == -1 && errno == EINVAL);
}

static void sleeping(void) {
  struct timespec while_ = {0, 300001}, left = {1, 1};
  int64_t start = nanos(CLOCK_MONOTONIC);
  EXPECT(nanosleep(&while_, &left) == 0);
  expect_slept(start, 300001, __LINE__);
  start = nanos(CLOCK_MONOTONIC);
  EXPECT(usleep(2000) == 0);
  expect_slept(start, 2000000, __LINE__);
  start = nanos(CLOCK_MONOTONIC);
  EXPECT(sleep(0) == 0 && usleep(0) == 0);
  expect_slept(start, 0, __LINE__);
  while_.tv_nsec = 1000000000;
  errno = 0;
  EXPECT(nanosleep(&while_, NULL) == -1 && errno == EINVAL);
}

static void boundaries(void) {
  void *block = NULL, *other;
  for (size_t boundary = sizeof(void *); boundary <= 65536; boundary *= 2) {
    EXPECT(posix_memalign(&block, boundary, 100) == 0 && (uintptr_t)block % boundary == 0);
    memset(block, 1, 100);
    free(block);
  }
  EXPECT(posix_memalign(&block, 3 * sizeof(void *), 1) == EINVAL);
  EXPECT(posix_memalign(&block, 1, 1) == EINVAL);
  EXPECT(posix_memalign(&block, 32, (size_t)-4096) == ENOMEM);
  other = aligned_alloc(64, 128);
  EXPECT(other != NULL && (uintptr_t)other % 64 == 0);
  free(other);
}

int main(int argc, char **argv) {
  char name[65];
  clocks();
  sleeping();
  boundaries();
  EXPECT(gethostname(name, sizeof name) == 0 && name[0] != '\0');
  EXPECT(gethostname(name, 1) == -1);
  if (argc > 1) sleep((unsigned)atoi(argv[1]));
#ifndef ROCKCREEK_NATIVE
  gethostname(name, sizeof name);
  puts(name);
#endif
  return wrong;
}
