/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
int main(void) {
  int64_t big = INT64_C(-1234567890123);
  imaxdiv_t parts = imaxdiv(17, 5);
  printf("%" PRId64 " %" PRIx32 " %" PRIu8 "\n", big, UINT32_C(0xbeef), (uint8_t)200);
  printf("%" PRIdMAX " %" PRIdMAX " %" PRIdMAX "\n", parts.quot, parts.rem,
         strtoimax("-77", NULL, 8));
  return 0;
}
