/* SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <stdio.h>
int main(void) {
  printf("%d %d %g %g\n", DBL_DIG, FLT_MANT_DIG, DBL_EPSILON, FLT_MAX);
  return 0;
}
