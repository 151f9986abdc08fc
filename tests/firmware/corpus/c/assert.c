/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdio.h>
static_assert(sizeof(char) == 1, "char");
int main(void) {
  assert(2 + 2 == 4);
  puts("asserted");
  return 0;
}
