/* SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdio.h>
int main(void) {
  printf("%d %d %u %lld %d\n", INT_MIN, SHRT_MAX, UINT_MAX, LLONG_MAX, CHAR_BIT);
  return 0;
}
