/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <uchar.h>
int main(void) {
  char32_t c;
  mbstate_t state = {0};
  printf("%d\n", (int)mbrtoc32(&c, "a", 1, &state));
  printf("%d\n", (int)c);
  return 0;
}
