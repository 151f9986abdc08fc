/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

int main(void) {
  struct timespec start, end;
  struct tm date = {0};
  volatile double sum = 0;
  int i;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  for (i = 0; i < 100000; ++i) sum += i;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  printf("%d", end.tv_sec > start.tv_sec || end.tv_nsec > start.tv_nsec);
  date.tm_year = 113;
  date.tm_mon = 1;
  date.tm_mday = 29; /* the 1st of March */
  date.tm_hour = 5;
  printf(" %ld", (long)timegm(&date));
  printf(" %d %d %d\n", date.tm_mon, date.tm_mday, date.tm_wday);
  return 0;
}
