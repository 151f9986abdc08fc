/* SPDX-License-Identifier: Apache-2.0 */
/* An array of 4 MB on the stack, which has 8 MB; `rockcreek cc --stack 64M` gives it more. */
#include <stdio.h>

static double sum_of_squares(void) {
  double table[512 * 1024], sum = 0;
  int i;
  for (i = 0; i < 512 * 1024; i += 512) table[i] = i / 512;
  for (i = 0; i < 512 * 1024; i += 512) sum += table[i] * table[i];
  return sum;
}

int main(void) {
  const double sum = sum_of_squares();
  printf("%.0f\n", sum);
  return sum != 357389824.0;
}
