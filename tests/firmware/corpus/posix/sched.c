/* SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <stdio.h>

int main(void) {
  printf("%d %d\n", sched_yield(), SCHED_OTHER);
  return 0;
}
