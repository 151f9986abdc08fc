/* SPDX-License-Identifier: Apache-2.0 */
#include <fenv.h>
#include <stdio.h>
int main(void) {
  volatile double a = 1, b = 3;
  feclearexcept(FE_ALL_EXCEPT);
  a /= b;
  printf("%d %d\n", fetestexcept(FE_INEXACT) != 0, fetestexcept(FE_DIVBYZERO) != 0);
  fesetround(FE_DOWNWARD);
  printf("%d\n", fegetround() == FE_DOWNWARD);
  fesetround(FE_TONEAREST);
  return 0;
}
