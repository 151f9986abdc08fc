/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int v[] = {5, 3, 9, 1, 7}, key = 7, *found, i;
  char *end, *copy = calloc(10, 1);
  qsort(v, 5, sizeof *v, compare);
  for (i = 0; i < 5; ++i) printf("%d ", v[i]);
  found = bsearch(&key, v, 5, sizeof *v, compare);
  const double number = strtod("2.5e3x", &end);
  printf("%d %g %ld %s %d\n", (int)(found - v), number, strtol("0x1f", NULL, 0), end,
         div(17, 5).rem);
  copy = realloc(copy, 10000);
  printf("%d %d %s\n", copy[3], atoi("-12"), getenv("NO_SUCH_VARIABLE") ? "set" : "unset");
  free(copy);
  return 0;
}
