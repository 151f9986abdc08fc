/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <tgmath.h>
#define IS(x, type) _Generic((x), type : 1, default : 0)
int main(void) {
  const float complex small = 1 + 2 * I;
  const double complex middle = I;
  const long double complex large = 0.5L + 2 * I;
  int e, q;
  printf("%.6f %.6f\n", sqrt(2.0f), cos(1.0));
  printf("%d %d %d %d\n", IS(sin(1.0f), float), IS(exp(1), double), IS(sqrt(2.0L), long double),
         IS(ilogb(2.0f), int));
  printf("%d %d %d %d\n", IS(fabs(small), float), IS(exp(small), float complex),
         IS(pow(2, small), double complex), IS(conj(large), long double complex));
  printf("%.14Lf %.14Lf %.10Lf %.10f\n", sqrt(2.0L), exp(2.0L), pow(2.0L, 0.5L), pow(2, 0.5f));
  printf("%.5f %.5f %.5Lf %.5f\n", fabs(small), creal(exp(middle)), cimag(conj(large)),
         creal(2.0f));
  printf("%Lg ", frexp(8.0L, &e));
  printf("%d %ld %g %g %g %Lg\n", e, lround(2.5L), ldexp(1.0f, 3), nexttoward(1.0, 2.0L) - 1,
         fma(1.0f, 2.0, 3.0f), remquo(7.0L, 2.0L, &q));
  printf("%.5f %.5Lf %g\n", fabs(sinh(middle)), creal(log(large)), cimag(cproj(middle)));
  return 0;
}
