/* SPDX-License-Identifier: Apache-2.0 */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

struct element {
  struct element *next, *previous;
  int value;
};

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int table[4] = {3, 1, 4}, wanted = 4, fresh = 9, missing = 7;
  size_t count = 3;
  struct element first = {NULL, NULL, 1}, second = {NULL, NULL, 2}, third = {NULL, NULL, 3};
  printf("%d ", (int)((int *)lfind(&wanted, table, &count, sizeof(int), compare) - table));
  printf("%d ", lfind(&missing, table, &count, sizeof(int), compare) == NULL);
  lsearch(&fresh, table, &count, sizeof(int), compare);
  printf("%d %d\n", table[3], (int)count);
  insque(&first, NULL);
  insque(&third, &first);
  insque(&second, &first);
  printf("%d %d", first.next->value, third.previous->value);
  remque(&second);
  printf(" %d\n", first.next->value);
  return 0;
}
