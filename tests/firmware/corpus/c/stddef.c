/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdio.h>

struct record {
  char first;
  double second;
  int third;
};

int main(void) {
  int numbers[5];
  ptrdiff_t distance = &numbers[4] - &numbers[1];
  const wchar_t wide = L'w';
  printf("%d %d %d %d\n", (int)offsetof(struct record, first), (int)distance, wide == L'w',
         NULL == (void *)0);
  return 0;
}
