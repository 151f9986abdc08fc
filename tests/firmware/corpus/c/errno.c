/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  errno = 0;
  strtol("99999999999999999999999", NULL, 10);
  printf("%d\n", errno == ERANGE);
  return 0;
}
