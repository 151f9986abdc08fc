/* SPDX-License-Identifier: Apache-2.0 */
/* A program that prints how far it is, on one line: what it flushes is on the host's standard
 * output at once, also where that is a file. */
#include <stdio.h>

int main(void) {
  volatile double work = 0;
  int step, i;
  printf("working");
  for (step = 0; step < 5; ++step) {
    for (i = 0; i < 20000; ++i) work += i * 0.5;
    printf(" %d%%", 20 * (step + 1));
    fflush(stdout);
  }
  printf(" done\n");
  return work < 1;
}
