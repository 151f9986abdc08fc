/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
struct s {
  char a;
  int b;
};
int main(void) {
  bool b = 42;
  printf("%d %d\n", b, (int)offsetof(struct s, b));
  return 0;
}
