/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
static double sum(int n, ...) {
  va_list values;
  double s = 0;
  va_start(values, n);
  while (n-- > 0) s += va_arg(values, double);
  va_end(values);
  return s;
}
int main(void) {
  printf("%g\n", sum(3, 1.5, 2.5, 3.0));
  return 0;
}
