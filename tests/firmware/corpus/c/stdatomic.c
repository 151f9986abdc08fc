/* SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>
#include <stdio.h>
int main(void) {
  atomic_int n = 5;
  int expected = 7;
  atomic_fetch_add(&n, 2);
  printf("%d ", atomic_compare_exchange_strong(&n, &expected, 40));
  printf("%d\n", atomic_load(&n));
  return 0;
}
