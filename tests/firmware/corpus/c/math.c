/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
int main(void) {
  double x;
  int e;
  for (x = 0.25; x < 3; x += 0.5)
    printf("%.9f %.9f %.9f %.9f %.9f\n", sin(x), exp(x), log(x), pow(x, 1.5), atan2(x, 2));
  printf("%.9f %.9f %.9f %.9f\n", sqrt(2), cbrt(27), hypot(3, 4), fmod(7.5, 2));
  printf("%.9f %.9f %ld %.6f\n", tgamma(5), erf(0.5), lround(2.5), frexp(48, &e));
  printf("%d %d %d %.1f %.1f\n", e, isnan(NAN), isinf(INFINITY), floor(-1.5), trunc(-1.5));
  volatile double infinite = INFINITY, none = NAN;
  volatile long double far = 1e4000L;
  printf("%g %g %d %g\n", fdim(-infinite, 1), fdim(infinite, infinite), isnan(fdim(none, 1)),
         fdim(3, 1));
  printf("%d %g %d\n", isnan(modf(none, &x)), modf(-2.5, &x), x == -2);
  printf("%d %d %d\n", sqrtl(far) == 1e2000L, isinf(scalbnl(far, 5)), isinf(scalblnl(far, 5000)));
  return 0;
}
