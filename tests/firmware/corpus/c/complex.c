/* SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <stdio.h>
int main(void) {
  double complex z = 3 + 4 * I;
  printf("%.3f %.3f %.3f\n", cabs(z), creal(z * z), cimag(conj(z)));
  z = cexp(I * 3.14159265358979);
  printf("%.3f\n", creal(z));
  return 0;
}
