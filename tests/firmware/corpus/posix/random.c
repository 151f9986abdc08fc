#define _XOPEN_SOURCE 600
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  unsigned seed = 1;
  srand48(17);
  printf("%.6f %.6f %ld\n", drand48(), drand48(), lrand48());
  srandom(1);
  srand(1);
  printf("%d %d %d\n", rand() >= 0, random() >= 0, rand_r(&seed) >= 0);
  return 0;
}
