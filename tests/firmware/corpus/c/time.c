/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <time.h>
int main(void) {
  time_t t = 86400 * 365;
  struct tm *when = gmtime(&t);
  struct timespec now;
  char text[40];
  clock_t start = clock();
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", when);
  printf("%s %d %ld\n", text, difftime(t, 0) > 3e7, (long)CLOCKS_PER_SEC);
  printf("%d %d\n", timespec_get(&now, TIME_UTC) == TIME_UTC, clock() >= start);
  return 0;
}
