/* SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <stdio.h>
int main(void) {
  double complex z = 3 + 4 * I;
  printf("%.3f %.3f %.3f\n", cabs(z), creal(z * z), cimag(conj(z)));
  z = cexp(I * 3.14159265358979);
  printf("%.3f\n", creal(z));
  const double complex parts = CMPLX(0.5, -0.0);
  printf("%g %g %g\n", creal(parts), cimag(parts), crealf(CMPLXF(1, 2)));
  const long double complex w = CMPLXL(0.5L, 2.0L);
  const long double complex all[] = {cacosl(w),   casinl(w), catanl(w),  ccosl(w),   csinl(w),
                                     ctanl(w),    csqrtl(w), cacoshl(w), casinhl(w), catanhl(w),
                                     ccoshl(w),   csinhl(w), ctanhl(w),  cexpl(w),   clogl(w),
                                     cpowl(w, w), conjl(w),  cprojl(w)};
  for (unsigned i = 0; i < sizeof all / sizeof *all; ++i)
    printf("%.10Lf %.10Lf\n", creall(all[i]), cimagl(all[i]));
  return 0;
}
