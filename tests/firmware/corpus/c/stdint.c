/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
int main(void) {
  uint64_t x = UINT64_MAX / 3;
  int32_t y = INT32_MIN;
  printf("%llu %d %d\n", (unsigned long long)(x * 7 % 1000003), y, (int)sizeof(int_least16_t));
  return 0;
}
