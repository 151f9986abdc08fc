/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
static void jump(int n) { longjmp(place, n); }
int main(void) {
  volatile int passes = 0;
  int n = setjmp(place);
  printf("%d\n", n);
  if (++passes < 4) jump(passes);
  return 0;
}
