/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 600
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  unsigned seed = 1;
  srand48(17);
  printf("%.6f %.6f %ld\n", drand48(), drand48(), lrand48());
  srandom(9);
  printf("%ld", random());
  srand(5);
  printf(" %d", rand());
  printf(" %d %u\n", rand_r(&seed), seed);
  return 0;
}
