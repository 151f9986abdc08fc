/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <values.h>
int main(void) {
  printf("%d %g %d\n", MAXINT, MAXDOUBLE, MINSHORT);
  return 0;
}
