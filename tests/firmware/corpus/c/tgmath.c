/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <tgmath.h>
int main(void) {
  printf("%.6f %.6f\n", sqrt(2.0f), cos(1.0));
  return 0;
}
