/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
int main(void) {
  struct timeval a, b;
  struct rusage used;
  struct tms ticks;
  gettimeofday(&a, NULL);
  gettimeofday(&b, NULL);
  printf("%d ", b.tv_sec + b.tv_usec * 1e-6 >= a.tv_sec + a.tv_usec * 1e-6);
  printf("%d ", getrusage(RUSAGE_SELF, &used));
  printf("%d %d\n", used.ru_utime.tv_sec >= 0, times(&ticks) != (clock_t)-1);
  return 0;
}
