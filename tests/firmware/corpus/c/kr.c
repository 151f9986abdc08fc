/* SPDX-License-Identifier: Apache-2.0 */
/* As it was written in 1985. */
#include <stdio.h>
static double table[1 << 20];
int add();
double mean(values, n)
double *values;
int n;
{
  double s = 0;
  int i;
  for (i = 0; i < n; i++) s += values[i];
  return s / n;
}
main() {
  register i;
  for (i = 0; i < (1 << 20); i += 1024) table[i] = i;
  printf("%.4f %d\n", mean(table, 1 << 20), add(2, 3));
  return 0;
}
int add(a, b)
int a, b;
{ return a + b; }
